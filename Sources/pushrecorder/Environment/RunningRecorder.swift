import Bytes
import CaptureLog
import HTTPServer
import JSONText

/// What a ready file tells of a recorder.
struct RunningRecorder {
    /// Where it takes pushes.
    let ingress: ServerAddress
    /// Where its read API is; nil when there is none.
    let api: ServerAddress?
    /// nil when it has no certificates of an authority.
    let authorityFolder: String?

    init(readyFile path: String) throws {
        guard let bytes = try SmallFile.bytes(path: path, limit: ReadyFile.longest),
            let root = (try? JSONText(parsing: bytes))?.root,
            let ingress = root.last("ingress")?.text.flatMap({ try? ServerAddress($0.description) })
        else { throw NoReadyFile(path: path) }
        self.ingress = ingress
        api = root.last("api")?.text.flatMap { try? ServerAddress($0.description) }
        authorityFolder = root.last("ca")?.text?.description
    }
}

/// A file that is no ready file.
private struct NoReadyFile: Error, CustomStringConvertible {
    let path: String

    /// One lower-case sentence.
    var description: String { "\(path) is no ready file of a recorder" }
}
