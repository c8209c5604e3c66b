import Glibc

/// A file that is public, such as a list of certificates.
struct PublishedFile {
    /// Where it is.
    let path: String

    /// The longest file that is read, in bytes; lists of roots have a quarter of a megabyte.
    static let maximumLength = 16 << 20

    /// Its bytes.
    func read() throws(AuthorityFolderError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .system(path: path, errno: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < Self.maximumLength {
            let count = unsafe piece.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .system(path: path, errno: errno) }
            if count == 0 { return bytes }
            bytes += piece[..<count]
        }
        throw .system(path: path, errno: EFBIG)
    }
}
