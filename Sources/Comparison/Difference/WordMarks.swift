package import Bytes

/// Two texts in pieces of whole words, those that both have told from those that only one has.
package struct WordMarks: Sendable, Equatable {
    /// A piece of a text.
    package struct Piece: Sendable, Equatable {
        /// True when the other text does not have it at this place.
        package let isMarked: Bool
        /// What stands there.
        package let text: Text

        /// A piece.
        package init(isMarked: Bool, text: Text) {
            self.isMarked = isMarked
            self.text = text
        }
    }

    /// How many words of each text are looked at; beyond that only common beginnings and ends are seen.
    package static let wordLimit = 600

    /// The old text.
    package let old: [Piece]
    /// The new text.
    package let new: [Piece]

    /// Compares two texts.
    ///
    /// - Complexity: the product of the numbers of words between the common beginning and the common end.
    package init(old: Text, new: Text, placeholders: Placeholders = .all) {
        let oldWords = WordMarks.words(of: old.bytes[...], placeholders)
        let newWords = WordMarks.words(of: new.bytes[...], placeholders)
        let (oldKeys, newKeys) = (
            oldWords.map { placeholders.comparable($0, isWhole: false) },
            newWords.map { placeholders.comparable($0, isWhole: false) }
        )
        let start = zip(oldKeys, newKeys).prefix { $0 == $1 }.count
        let end = zip(oldKeys.dropFirst(start).reversed(), newKeys.dropFirst(start).reversed()).prefix { $0 == $1 }
            .count
        var isOldKept = [Bool](repeating: true, count: oldWords.count)
        var isNewKept = [Bool](repeating: true, count: newWords.count)
        let (oldMiddle, newMiddle) = (start..<oldKeys.count - end, start..<newKeys.count - end)
        for index in oldMiddle { isOldKept[index] = false }
        for index in newMiddle { isNewKept[index] = false }
        if oldMiddle.count <= WordMarks.wordLimit, newMiddle.count <= WordMarks.wordLimit {
            for (left, right) in commonSubsequence(oldKeys[oldMiddle], newKeys[newMiddle]) {
                isOldKept[left] = true
                isNewKept[right] = true
            }
        }
        self.old = WordMarks.pieces(oldWords, isKept: isOldKept)
        self.new = WordMarks.pieces(newWords, isKept: isNewKept)
    }

    /// The words, the spaces between them and the punctuation, in order; together they are the text.
    ///
    /// A character of a script that has no spaces between words, three bytes from U+3000 on, stands by itself; a
    /// placeholder is one word.
    static func words(of text: ArraySlice<UInt8>, _ placeholders: Placeholders) -> [ArraySlice<UInt8>] {
        var words: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        while start < text.endIndex {
            let sort = Sort(text[start])
            var end = start + 1
            switch sort {
            case .word:
                if let placeholder = placeholders.placeholder(at: start, of: text) {
                    end = placeholder.end
                } else {
                    while end < text.endIndex, Sort(text[end]) == .word { end += 1 }
                }
            case .space: while end < text.endIndex, Sort(text[end]) == sort { end += 1 }
            case .ideograph: end = Swift.min(start + 3, text.endIndex)
            case .mark: break
            }
            words.append(text[start..<end])
            start = end
        }
        return words
    }

    private enum Sort {
        case word
        case space
        case mark
        case ideograph

        init(_ byte: UInt8) {
            switch byte {
            case 0x09, 0x0A, 0x0D, 0x20: self = .space
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: self = .word
            case 0xE3...0xED: self = .ideograph
            case 0x80...: self = .word
            default: self = .mark
            }
        }
    }

    private static func pieces(_ words: [ArraySlice<UInt8>], isKept: [Bool]) -> [Piece] {
        var pieces: [(isMarked: Bool, bytes: [UInt8])] = []
        for (index, word) in words.enumerated() {
            // A space between two words that are marked is marked with them.
            let isBetween =
                index > 0 && index + 1 < words.count && !isKept[index - 1] && !isKept[index + 1]
                && word.allSatisfy(ASCII.isSpace)
            let isKept = isKept[index] && !isBetween
            if let last = pieces.indices.last, pieces[last].isMarked != isKept {
                pieces[last].bytes += word
            } else {
                pieces.append((!isKept, Array(word)))
            }
        }
        return pieces.map { Piece(isMarked: $0.isMarked, text: Text(repairing: $0.bytes)) }
    }
}

/// The places of a longest common subsequence; a word counts more than a space.
private func commonSubsequence(_ left: ArraySlice<[UInt8]>, _ right: ArraySlice<[UInt8]>) -> [(Int, Int)] {
    guard !left.isEmpty, !right.isEmpty else { return [] }
    let columns = right.count + 1
    let weights = left.map { UInt16($0.allSatisfy(ASCII.isSpace) ? 1 : 3) }
    // Row by row from the end: what the longest common subsequence of the rests weighs.
    var lengths = [UInt16](repeating: 0, count: (left.count + 1) * columns)
    for i in (0..<left.count).reversed() {
        for j in (0..<right.count).reversed() {
            lengths[i * columns + j] =
                left[left.startIndex + i] == right[right.startIndex + j]
                ? lengths[(i + 1) * columns + j + 1] + weights[i]
                : max(lengths[(i + 1) * columns + j], lengths[i * columns + j + 1])
        }
    }
    var found: [(Int, Int)] = []
    var (i, j) = (0, 0)
    while i < left.count, j < right.count {
        if left[left.startIndex + i] == right[right.startIndex + j] {
            found.append((left.startIndex + i, right.startIndex + j))
            (i, j) = (i + 1, j + 1)
        } else if lengths[(i + 1) * columns + j] >= lengths[i * columns + j + 1] {
            i += 1
        } else {
            j += 1
        }
    }
    return found
}
