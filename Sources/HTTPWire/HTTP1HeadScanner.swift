/// Finds the end of an HTTP/1 head, and what llhttp takes in it although two readers could understand it differently.
///
/// llhttp takes a lone CR after a field name for the end of the line (CVE-2023-30589), so that one reader sees a
/// `content-length` where another sees none. It takes a line that begins with white space for more of the value before
/// it, which RFC 9112 section 5.2 has a server refuse.
struct HTTP1HeadScanner {
    /// What a run of bytes holds.
    enum Finding: Equatable {
        /// The head goes on beyond the bytes.
        case unfinished
        /// The head ends before this offset.
        case end(Int)
        /// A CR stands alone.
        case loneCR
        /// A line begins with white space.
        case foldedLine
    }

    /// How much of CR LF CR LF the last bytes are.
    private var matched = 0

    /// Scans the bytes from `start` on; a later call goes on where this one stopped.
    mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Finding {
        var offset = start
        while offset < bytes.count {
            let byte = unsafe bytes[offset]
            offset += 1
            switch (matched, byte) {
            case (0, 0x0D), (2, 0x0D): matched += 1
            case (1, 0x0A): matched = 2
            case (3, 0x0A):
                matched = 0
                return .end(offset)
            case (1, _), (3, _): return .loneCR
            case (2, 0x20), (2, 0x09): return .foldedLine
            default: matched = 0
            }
        }
        return .unfinished
    }
}
