import Glibc

/// Bytes that are kept in a file without a name until they are wanted.
@safe struct SpoolBody: ~Copyable {
    private let descriptor: Int32
    /// What errors name.
    private let path: String

    /// An empty file in the folder of a path.
    init(beside path: String) throws(ReportError) {
        let (descriptor, name) = try OutputFile.temporary(beside: path)
        unsafe unlink(name)
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws(ReportError) {
        try OutputFile.write(bytes[...], to: descriptor, path: path)
    }

    /// Hands over everything from the beginning, in pieces of one length; only the last one may be shorter.
    func forEachPiece(of length: Int, _ take: (ArraySlice<UInt8>) throws(ReportError) -> Void) throws(ReportError) {
        var piece = [UInt8](repeating: 0, count: length)
        var offset: off_t = 0
        while true {
            var filled = 0
            while filled < length {
                let count = unsafe piece.withUnsafeMutableBytes { piece in
                    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: piece[filled...])
                    return unsafe pread(descriptor, rest.baseAddress, rest.count, offset + off_t(filled))
                }
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw .cannotWrite(path: path, errno: errno) }
                if count == 0 { break }
                filled += count
            }
            if filled > 0 { try take(piece[..<filled]) }
            if filled < length { return }
            offset += off_t(filled)
        }
    }
}
