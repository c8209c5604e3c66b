import Glibc

/// Small files that are read whole.
package enum InputFile {
    /// The bytes of a file, or nil when there is none.
    ///
    /// - Throws: ``ReportError/fileTooLarge(path:limit:)``, ``ReportError/cannotRead(path:errno:)``.
    package static func bytes(path: String, limit: Int) throws(ReportError) -> [UInt8]? {
        let bytes = try start(path: path, length: limit + 1)
        guard (bytes?.count ?? 0) <= limit else { throw .fileTooLarge(path: path, limit: limit) }
        return bytes
    }

    /// The first bytes of a file, fewer only where it has no more, or nil when there is none.
    ///
    /// - Throws: ``ReportError/cannotRead(path:errno:)``.
    package static func start(path: String, length: Int) throws(ReportError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotRead(path: path, errno: errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .cannotRead(path: path, errno: errno) }
            if got == 0 { break }
            count += got
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
