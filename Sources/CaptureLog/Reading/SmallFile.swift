import Glibc

/// Small files that are read whole: settings, templates, notes.
package enum SmallFile {
    /// The bytes of a file, or nil when there is none.
    ///
    /// - Throws: ``SmallFileError``.
    package static func bytes(path: String, limit: Int) throws(SmallFileError) -> [UInt8]? {
        let bytes = try start(path: path, length: limit + 1)
        guard (bytes?.count ?? 0) <= limit else { throw .tooLarge(path: path, limit: limit) }
        return bytes
    }

    /// The first bytes of a file, fewer only where it has no more, or nil when there is none.
    ///
    /// - Throws: ``SmallFileError/cannotRead(path:errno:)``.
    package static func start(path: String, length: Int) throws(SmallFileError) -> [UInt8]? {
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

/// Why a small file cannot be read.
package enum SmallFileError: Error, Equatable {
    /// A system call failed.
    case cannotRead(path: String, errno: Int32)
    /// It has more bytes than the limit.
    case tooLarge(path: String, limit: Int)
}

extension SmallFileError: CustomStringConvertible {
    /// One sentence without a full stop.
    package var description: String {
        switch self {
        case .cannotRead(let path, let errno): unsafe "cannot read \(path): \(String(cString: strerror(errno)))"
        case .tooLarge(let path, let limit): "\(path) is larger than \(limit) bytes"
        }
    }
}
