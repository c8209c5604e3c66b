import Bytes

/// A position in the text of a filter, and the pieces that can stand there.
struct FilterScanner {
    /// A word that joins or negates terms.
    enum Keyword: String, CaseIterable {
        case and
        case or
        case not
    }

    let text: [UInt8]
    var position = 0

    init(_ text: [UInt8]) throws(FilterError) {
        guard text.count <= Filter.maximumLength else { throw .tooLong(limit: Filter.maximumLength) }
        do {
            _ = try UTF8Span(validating: text.span)
        } catch {
            throw .notUTF8(at: FilterPlace(error.byteOffsets, in: text))
        }
        self.text = text
    }

    /// The byte at the position; nil at the end.
    var next: UInt8? { position < text.count ? text[position] : nil }

    /// The byte at the position after white space has been stepped over; nil at the end.
    var skippedToNext: UInt8? {
        mutating get {
            skipSpace()
            return next
        }
    }

    /// The scalar at the position, which is not the end.
    var here: FilterPlace {
        let continuation = text[position...].dropFirst().prefix { $0 & 0xC0 == 0x80 }
        return place(position..<position + 1 + continuation.count)
    }

    /// The keyword at the position, if a whole word there is one.
    var keyword: Keyword? {
        let word = text[position...].prefix { !isDelimiter($0) }
        guard !word.isEmpty, word.endIndex == text.count || text[word.endIndex] != UInt8(ascii: "\"") else {
            return nil
        }
        return Keyword.allCases.first { $0.rawValue.utf8.elementsEqual(word.lazy.map(ASCII.lowercased)) }
    }

    func place(_ range: Range<Int>) -> FilterPlace { FilterPlace(range, in: text) }

    mutating func skipSpace() {
        while let byte = next, ASCII.isSpace(byte) { position += 1 }
    }

    /// Steps over the byte if it is what comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Steps over bytes that are no delimiter and none of the given ones.
    mutating func bare(before stops: UInt8...) -> ArraySlice<UInt8> {
        let run = text[position...].prefix { !isDelimiter($0) && !stops.contains($0) }
        position = run.endIndex
        return run
    }

    /// The comparison at the position: `=`, `==`, or nothing for one that looks inside.
    mutating func comparison() -> TextPattern.Comparison {
        guard take(UInt8(ascii: "=")) else { return .contains }
        return take(UInt8(ascii: "=")) ? .isIdentical : .equals
    }

    /// A value, quoted or bare, and the end that it must have.
    ///
    /// - Parameters:
    ///   - name: what the value belongs to, for the error when there is none.
    ///   - start: where that begins.
    mutating func value(of name: Text, from start: Int) throws(FilterError) -> Text {
        guard next != UInt8(ascii: "\"") else {
            let value = try quoted()
            try endValue()
            return value
        }
        let value = bare()
        guard !value.isEmpty else { throw .missingValue(after: name, at: place(start..<position)) }
        try endValue()
        return Text(repairing: value)
    }

    /// A quoted text, its quotation marks and backslashes taken off; the position stands at the first mark.
    mutating func quoted() throws(FilterError) -> Text {
        let opening = place(position..<position + 1)
        position += 1
        var output: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return Text(repairing: output)
            case UInt8(ascii: "\\"):
                guard let escaped = next else { throw .unmatchedQuote(at: opening) }
                guard escaped == UInt8(ascii: "\"") || escaped == byte else {
                    throw .unknownEscape(at: place(position - 1..<position))
                }
                output.append(escaped)
                position += 1
            default: output.append(byte)
            }
        }
        throw .unmatchedQuote(at: opening)
    }

    /// Checks that a value or parenthesis ends where the position stands.
    func endValue() throws(FilterError) {
        guard let next, !ASCII.isSpace(next), next != UInt8(ascii: ")") else { return }
        throw .missingSpace(at: here)
    }
}

/// True for what ends a bare text: white space, a parenthesis, a quotation mark.
func isDelimiter(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "\"")
}
