extension [UInt8] {
    /// Appends the byte as two lower-case hexadecimal digits.
    package mutating func appendHex(_ byte: UInt8) {
        append(hexDigit(byte >> 4))
        append(hexDigit(byte & 15))
    }

    /// Appends every byte of the sequence as two lower-case hexadecimal digits.
    package mutating func appendHex(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { appendHex(byte) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the number as eight lower-case hexadecimal digits.
    package mutating func appendHex(_ number: UInt32) {
        // Four bits to each byte, then all eight are made digits at once.
        var digits = UInt64(number)
        digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits | digits << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let isLetter = (digits &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        digits = digits &+ 0x3030_3030_3030_3030 &+ isLetter &* 0x27
        for _ in 0..<8 {
            append(UInt8(truncatingIfNeeded: digits >> 56))
            digits <<= 8
        }
    }
}

func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
}

/// The value of a hexadecimal digit of either case.
///
/// - Returns: nil when the byte is no such digit.
package func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
}
