import Bytes

extension [UInt8] {
    /// Appends bytes other than NUL as one word of a POSIX shell: in single quotes, where nothing but the quote itself
    /// means anything.
    mutating func appendShellWord(_ bytes: ArraySlice<UInt8>) {
        append(UInt8(ascii: "'"))
        for byte in bytes {
            if byte == UInt8(ascii: "'") { append("'\\''") } else { append(byte) }
        }
        append(UInt8(ascii: "'"))
    }

    /// Appends any bytes as the first operand of `printf`, which writes them.
    mutating func appendShellFormat(_ bytes: ArraySlice<UInt8>) {
        append(UInt8(ascii: "'"))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "%"), 0..<0x20, 0x7F...:
                append(UInt8(ascii: "\\"))
                append(UInt8(ascii: "0") + (byte >> 6))
                append(UInt8(ascii: "0") + (byte >> 3 & 7))
                append(UInt8(ascii: "0") + (byte & 7))
            default: append(byte)
            }
        }
        append(UInt8(ascii: "'"))
    }
}
