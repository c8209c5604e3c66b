import Bytes

/// The UTF-8 of a text with every scalar case-folded, one byte at a time and without a copy. Bytes that are not UTF-8
/// stand for themselves.
struct FoldedBytes {
    private var position = 0
    private var pending: UInt32 = 0

    /// Steps over ASCII bytes until one whose folded form is the given byte, or one that is not ASCII.
    mutating func skip(to byte: UInt8, in bytes: Span<UInt8>) {
        guard pending == 0 else { return }
        while position < bytes.count, bytes[position] < 0x80, ASCII.lowercased(bytes[position]) != byte {
            position += 1
        }
    }

    /// The next byte of the folded form.
    ///
    /// - Parameter bytes: the same text at every call.
    mutating func next(in bytes: Span<UInt8>) -> UInt8? {
        if pending != 0 {
            let byte = UInt8(truncatingIfNeeded: pending)
            pending >>= 8
            return byte
        }
        guard position < bytes.count else { return nil }
        let byte = bytes[position]
        position += 1
        return byte < 0x80 ? ASCII.lowercased(byte) : foldedScalar(lead: byte, in: bytes)
    }

    /// Reads the rest of a scalar and leaves the continuation bytes of its folded form in `pending`, first one lowest.
    private mutating func foldedScalar(lead: UInt8, in bytes: Span<UInt8>) -> UInt8 {
        let length =
            switch lead {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        guard length > 1, position + length - 1 <= bytes.count else { return lead }
        var scalar = UInt32(lead) & (0x7F >> UInt32(length))
        for offset in 0..<length - 1 {
            let byte = bytes[position + offset]
            guard byte & 0xC0 == 0x80 else { return lead }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        position += length - 1
        return encode(CaseFolding.folded(scalar))
    }

    private mutating func encode(_ scalar: UInt32) -> UInt8 {
        let last = 0x80 | scalar & 0x3F
        let middle = 0x80 | scalar >> 6 & 0x3F
        switch scalar {
        case ..<0x800:
            pending = last
            return UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6)
        case ..<0x10000:
            pending = middle | last << 8
            return UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12)
        default:
            pending = (0x80 | scalar >> 12 & 0x3F) | middle << 8 | last << 16
            return UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18)
        }
    }
}
