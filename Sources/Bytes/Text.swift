/// Captured or derived text: valid UTF-8, compared byte for byte.
///
/// `String` compares by canonical equivalence and walks by `Character`, so two keys that differ on the wire can be
/// equal, and a quote followed by a combining mark hides from an escaper. `Text` has neither habit: it is bytes.
package struct Text: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The UTF-8 bytes.
    package let bytes: [UInt8]

    /// Takes bytes that are UTF-8.
    ///
    /// - Returns: nil when `bytes` is not valid UTF-8.
    package init?(validating bytes: [UInt8]) {
        guard UTF8Text.isValid(bytes) else { return nil }
        self.bytes = bytes
    }

    /// Takes bytes that may not be UTF-8; each invalid sequence becomes U+FFFD.
    package init(repairing bytes: [UInt8]) {
        self.bytes = UTF8Text.isValid(bytes) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    /// Takes a slice of bytes that may not be UTF-8. Most text of a log comes through here, and the copy of a buffer
    /// costs a tenth of the copy of a collection.
    package init(repairing bytes: ArraySlice<UInt8>) {
        self.init(repairing: unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) })
    }

    /// Takes other bytes that may not be UTF-8.
    package init(repairing bytes: some Collection<UInt8>) {
        self.init(repairing: Array(bytes))
    }

    /// Takes the UTF-8 of a Swift string.
    package init(_ string: String) {
        bytes = Array(string.utf8)
    }

    package init(stringLiteral value: StaticString) {
        bytes = value.withUTF8Buffer { unsafe Array($0) }
    }

    /// The text as a Swift string, for messages; never for comparison, escaping or splitting.
    package var description: String { String(decoding: bytes, as: UTF8.self) }

    /// True when there is no byte in it.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Feeds the bytes in one piece; an array feeds them one by one.
    package func hash(into hasher: inout Hasher) {
        unsafe bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// Compares with a literal, byte for byte.
    package static func == (text: Text, literal: StaticString) -> Bool {
        literal.withUTF8Buffer { literal in
            guard text.bytes.count == literal.count else { return false }
            return unsafe text.bytes.elementsEqual(literal)
        }
    }
}

extension Text: Comparable {
    /// Orders by bytes, which for UTF-8 is the order of code points.
    package static func < (left: Text, right: Text) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}
