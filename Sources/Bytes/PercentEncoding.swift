/// How bytes are spelled in an address (RFC 3986, section 2.1).
package enum PercentEncoding {
    /// The digits of an encoded byte; both spellings are in use.
    package enum Digits: Sendable {
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
    package static func encoded(_ text: [UInt8], _ digits: Digits) -> [UInt8] {
        guard !text.allSatisfy(isUnreserved) else { return text }
        let digits = digits.bytes
        return text.flatMap { byte -> [UInt8] in
            isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }

    /// The bytes that a text stands for.
    ///
    /// - Returns: nil when two hexadecimal digits do not follow each `%`.
    package static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        decoded(text) { _ in nil }
    }

    /// The bytes that a text stands for, where a `%` without its two digits stands for itself.
    package static func decodedLeniently(_ text: ArraySlice<UInt8>) -> [UInt8] {
        decoded(text) { $0 } ?? Array(text)
    }

    /// - Parameter lonely: what a `%` without its two digits stands for; nil when that is an error.
    private static func decoded(_ text: ArraySlice<UInt8>, _ lonely: (UInt8) -> UInt8?) -> [UInt8]? {
        guard text.hasByte(UInt8(ascii: "%")) else { return Array(text) }
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        var rest = text
        while let byte = rest.popFirst() {
            if byte != UInt8(ascii: "%") {
                output.append(byte)
            } else if let high = rest.first.flatMap(hexValue), let low = rest.dropFirst().first.flatMap(hexValue) {
                output.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else if let byte = lonely(byte) {
                output.append(byte)
            } else {
                return nil
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
