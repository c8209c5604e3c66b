import Bytes

/// How a text is spelled in an address (RFC 3986, section 2.1).
enum PercentEncoding {
    /// The digits of an encoded byte; both spellings are in use.
    enum Digits {
        case upperCase
        case lowerCase

        fileprivate var bytes: [UInt8] {
            switch self {
            case .upperCase: Array("0123456789ABCDEF".utf8)
            case .lowerCase: Array("0123456789abcdef".utf8)
            }
        }
    }

    /// The text with all but the unreserved bytes encoded (section 2.3).
    static func encoded(_ text: [UInt8], _ digits: Digits) -> [UInt8] {
        guard !text.allSatisfy(isUnreserved) else { return text }
        let digits = digits.bytes
        return text.flatMap { byte -> [UInt8] in
            isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// The text with what is encoded decoded; a `%` without two digits stays.
    static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
        guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
        var output: [UInt8] = []
        var position = text.startIndex
        while position < text.endIndex {
            if text[position] == UInt8(ascii: "%"), position + 2 < text.endIndex,
                let high = hexValue(text[position + 1]), let low = hexValue(text[position + 2])
            {
                output.append(high << 4 | low)
                position += 3
            } else {
                output.append(text[position])
                position += 1
            }
        }
        return output
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
