/// Base64 in its two alphabets (RFC 4648 sections 4 and 5).
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Appends the padded standard form of `bytes` to `output`.
    package static func encode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + (bytes.count + 2) / 3 * 4)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            let count = Swift.min(3, bytes.endIndex - position)
            var group = UInt32(bytes[position]) << 16
            if count > 1 { group |= UInt32(bytes[position + 1]) << 8 }
            if count > 2 { group |= UInt32(bytes[position + 2]) }
            for index in 0..<4 {
                let sextet = Int(group >> (18 - 6 * UInt32(index))) & 63
                output.append(index <= count ? alphabet[sextet] : UInt8(ascii: "="))
            }
            position += count
        }
    }

    /// The bytes that a text in either alphabet stands for; padding is optional.
    ///
    /// - Returns: nil when a character belongs to neither alphabet, the length cannot be, or unused bits are set.
    package static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var digits = text
        while digits.last == UInt8(ascii: "="), text.endIndex - digits.endIndex < 2 { digits.removeLast() }
        guard digits.count % 4 != 1 else { return nil }
        guard digits.count == text.count || text.count % 4 == 0 else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for byte in digits {
            guard let value = value(of: byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        guard bits & ((1 << UInt32(count)) - 1) == 0 else { return nil }
        return output
    }

    private static func value(of byte: UInt8) -> UInt8? {
        switch byte {
        case 0x41...0x5A: byte - 0x41
        case 0x61...0x7A: byte - 0x47
        case 0x30...0x39: byte + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
