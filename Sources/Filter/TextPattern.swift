package import Bytes

/// What a term asks of a text.
package struct TextPattern: Sendable, Hashable {
    /// How the value is compared.
    package enum Comparison: Sendable, Hashable {
        /// It occurs in the text, case folded. An empty value occurs in every text.
        case contains
        /// It is the whole text, case folded.
        case equals
        /// It is the whole text, byte for byte.
        case isIdentical
    }

    /// How the value is compared.
    package let comparison: Comparison
    /// The value as it was given.
    package let value: Text
    private let folded: [UInt8]
    private let fallbacks: [Int]
    private let isASCII: Bool

    /// A pattern.
    package init(_ comparison: Comparison, _ value: Text) {
        self.comparison = comparison
        self.value = value
        var folded: [UInt8] = []
        let span = value.bytes.span
        var reader = FoldedBytes()
        while let byte = reader.next(in: span) { folded.append(byte) }
        self.folded = folded
        fallbacks = comparison == .contains ? searchFallbacks(of: folded) : []
        isASCII = folded.allSatisfy { $0 < 0x80 }
    }

    /// True when the text is as the pattern asks. The time is linear in the text, whatever the value.
    package func matches(_ text: Span<UInt8>) -> Bool {
        switch comparison {
        case .contains: isASCII ? isFoundAsASCII(in: text) : isFound(in: text)
        case .equals: isEqual(to: text)
        case .isIdentical: isIdentical(to: text)
        }
    }

    /// A non-ASCII scalar never folds into ASCII, so every byte above U+007F is a mismatch here.
    private func isFoundAsASCII(in text: Span<UInt8>) -> Bool {
        guard let first = folded.first else { return true }
        let upper = first &- 0x61 < 26 ? first ^ 0x20 : first
        var matched = 0
        var position = 0
        while position < text.count {
            if matched == 0 {
                while text[position] != first, text[position] != upper {
                    position += 1
                    if position == text.count { return false }
                }
            }
            matched = advance(matched, by: ASCII.lowercased(text[position]))
            position += 1
            if matched == folded.count { return true }
        }
        return false
    }

    private func isFound(in text: Span<UInt8>) -> Bool {
        guard let first = folded.first else { return true }
        var matched = 0
        var reader = FoldedBytes()
        reader.skip(to: first, in: text)
        while let byte = reader.next(in: text) {
            matched = advance(matched, by: byte)
            if matched == folded.count { return true }
            if matched == 0 { reader.skip(to: first, in: text) }
        }
        return false
    }

    private func advance(_ matched: Int, by byte: UInt8) -> Int {
        var matched = matched
        while matched > 0, folded[matched] != byte { matched = fallbacks[matched - 1] }
        return folded[matched] == byte ? matched + 1 : 0
    }

    private func isEqual(to text: Span<UInt8>) -> Bool {
        var reader = FoldedBytes()
        for expected in folded {
            guard reader.next(in: text) == expected else { return false }
        }
        return reader.next(in: text) == nil
    }

    private func isIdentical(to text: Span<UInt8>) -> Bool {
        guard text.count == value.bytes.count else { return false }
        for position in value.bytes.indices where value.bytes[position] != text[position] { return false }
        return true
    }
}

/// For each prefix of the value, how long its longest proper prefix is that is also its suffix: where the search goes on
/// after a mismatch (Knuth, Morris, Pratt).
private func searchFallbacks(of value: [UInt8]) -> [Int] {
    var fallbacks = [Int](repeating: 0, count: value.count)
    var matched = 0
    for position in value.indices.dropFirst() {
        while matched > 0, value[matched] != value[position] { matched = fallbacks[matched - 1] }
        if value[matched] == value[position] { matched += 1 }
        fallbacks[position] = matched
    }
    return fallbacks
}
