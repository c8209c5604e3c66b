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
