import CommandLineTool
import Glibc

/// A file that takes what is meant for standard output until it is whole, so that a failure prints nothing.
final class SpoolFile {
    /// Where it is.
    let path: String

    /// Makes an empty file in the folder for temporary ones.
    init() throws(SpoolFileError) {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(folder)/pushreport.XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { template in
            unsafe template.baseAddress.map { unsafe mkstemp($0) } ?? -1
        }
        guard descriptor >= 0 else { throw SpoolFileError(path: folder, errno: errno) }
        close(descriptor)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit { unsafe unlink(path) }

    /// Writes all of it to standard output.
    ///
    /// - Parameter isJSON: true for JSON, of which a terminal gets whole lines in a form that cannot steer it.
    func copyToStandardOutput(isJSON: Bool) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SpoolFileError(path: path, errno: errno) }
        defer { close(descriptor) }
        var piece = [UInt8](repeating: 0, count: 1 << 18)
        var openLine: [UInt8] = []
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw SpoolFileError(path: path, errno: errno) }
            if count == 0 { return try StandardOutput.write(json: openLine) }
            guard isJSON else {
                try StandardOutput.write(Array(piece[..<count]))
                continue
            }
            openLine += piece[..<count]
            guard let end = openLine.lastIndex(of: UInt8(ascii: "\n")) else { continue }
            try StandardOutput.write(json: Array(openLine[...end]))
            openLine.removeFirst(end + 1)
        }
    }
}

/// Why what is meant for standard output could not be kept.
struct SpoolFileError: Error, CustomStringConvertible {
    let path: String
    let errno: Int32

    /// One lower-case sentence.
    var description: String { unsafe "cannot keep a temporary file in \(path): \(String(cString: strerror(errno)))" }
}
