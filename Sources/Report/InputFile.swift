import Glibc

/// Small files that are read whole.
package enum InputFile {
    /// The bytes of a file, or nil when there is none.
    ///
    /// - Throws: ``ReportError/templateTooLarge(path:limit:)``, ``ReportError/cannotRead(path:errno:)``.
    package static func bytes(path: String, limit: Int) throws(ReportError) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotRead(path: path, errno: errno)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
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
        guard count <= limit else { throw .templateTooLarge(path: path, limit: limit) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
