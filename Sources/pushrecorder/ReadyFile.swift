import Bytes
import Glibc
import HTTPServer

/// The file that tells a script where the recorder listens; while it exists the recorder takes connections.
struct ReadyFile {
    /// Where it is.
    let path: String

    /// Writes one line of JSON: `{"ingress":"127.0.0.1:8822","listeners":["127.0.0.1:8822"],
    /// "api":"127.0.0.1:8811","log":"/…","pid":1}`.
    ///
    /// It appears whole: it is written under another name and then renamed.
    ///
    /// - Parameters:
    ///   - listeners: the addresses that take pushes, with their real ports; at least one.
    ///   - api: the address of the read API; nil when there is none.
    func write(listeners: [ServerAddress], api: ServerAddress?, log: String) throws(ReadyFileError) {
        var line: [UInt8] = []
        line.append("{\"ingress\":")
        line.appendJSONString(Array((listeners.first?.description ?? "").utf8))
        line.append(",\"listeners\":[")
        for (position, listener) in listeners.enumerated() {
            if position > 0 { line.append(",") }
            line.appendJSONString(Array(listener.description.utf8))
        }
        line.append("]")
        if let api {
            line.append(",\"api\":")
            line.appendJSONString(Array(api.description.utf8))
        }
        line.append(",\"log\":")
        line.appendJSONString(Array(absolutePath(log).utf8))
        line.append(",\"pid\":")
        line.appendDecimal(getpid())
        line.append("}\n")
        let temporary = "\(path).\(getpid())"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw ReadyFileError(path: path, errno: errno) }
        let written = unsafe line.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let failure = written == line.count ? 0 : written < 0 ? errno : ENOSPC
        close(descriptor)
        guard failure == 0, unsafe rename(temporary, path) == 0 else {
            let error = ReadyFileError(path: path, errno: failure == 0 ? errno : failure)
            unsafe unlink(temporary)
            throw error
        }
    }

    /// Removes it, if it still is there.
    func remove() {
        unsafe unlink(path)
    }

    private func absolutePath(_ path: String) -> String {
        guard let resolved = unsafe realpath(path, nil) else { return path }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

/// Why the ready file could not be written.
struct ReadyFileError: Error, CustomStringConvertible {
    let path: String
    let errno: Int32

    /// One lower-case sentence.
    var description: String { unsafe "cannot write the ready file \(path): \(String(cString: strerror(errno)))" }
}
