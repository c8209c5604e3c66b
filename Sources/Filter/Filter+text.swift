package import Bytes
import PushModel

extension Filter: CustomStringConvertible {
    /// The filter in the spelling that every filter of the same meaning and order shares; reading it gives an equal one.
    package var text: Text {
        var output: [UInt8] = []
        output.append(expression, isNested: false)
        return Text(repairing: output)
    }

    /// ``text`` as a Swift string.
    package var description: String { text.description }
}

extension Term {
    /// The term as it stands in a filter.
    package var text: Text {
        var output: [UInt8] = []
        output.append(self)
        return Text(repairing: output)
    }
}

extension [UInt8] {
    /// Appends an expression, in parentheses where it stands inside another that binds closer.
    fileprivate mutating func append(_ expression: Expression, isNested: Bool) {
        switch expression {
        case .term(let term): append(term)
        case .not(let part):
            append(UInt8(ascii: "-"))
            append(part, isNested: true)
        case .all(let parts): append(parts, separator: " ", isNested: isNested)
        case .any(let parts): append(parts, separator: " or ", isNested: isNested)
        }
    }

    private mutating func append(_ parts: [Expression], separator: StaticString, isNested: Bool) {
        // No part at all holds always, and so does a word of no letters; parentheses with nothing in them do not read back.
        if isNested, parts.isEmpty { append("\"\"") }
        let isNested = isNested && !parts.isEmpty
        if isNested { append(UInt8(ascii: "(")) }
        for (position, part) in parts.enumerated() {
            if position > 0 { append(separator) }
            append(part, isNested: true)
        }
        if isNested { append(UInt8(ascii: ")")) }
    }

    fileprivate mutating func append(_ term: Term) {
        switch term {
        case .text(.anything, let pattern):
            append(pattern.comparison)
            appendWord(pattern)
        case .text(.json(let pointer), let pattern): append("json:", pointer, pattern)
        case .text(.outgoing(.json(let pointer)), let pattern): append("outgoing.json:", pointer, pattern)
        case .text(let field, let pattern):
            appendName(of: field)
            append(UInt8(ascii: ":"))
            if !field.isComparedWhole || pattern.comparison == .isIdentical || pattern.value.isEmpty {
                append(pattern.comparison)
            }
            appendValue(pattern.value)
        case .number(let field, let range):
            appendName(of: field)
            append(range)
        case .after(let moment):
            append("after:")
            append(contentsOf: moment.rfc3339)
        case .before(let moment):
            append("before:")
            append(contentsOf: moment.rfc3339)
        }
    }

    private mutating func append(_ prefix: StaticString, _ pointer: JSONPointer, _ pattern: TextPattern) {
        append(prefix)
        appendValue(pointer.text) { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }
        if pattern.comparison == .contains, pattern.value.isEmpty { return }
        if pattern.comparison == .contains { append(UInt8(ascii: ":")) }
        append(pattern.comparison)
        appendValue(pattern.value)
    }

    /// Appends the value of a word, which must look neither like a field nor like a negation.
    private mutating func appendWord(_ pattern: TextPattern) {
        let isNegationLike = pattern.value.bytes.first == UInt8(ascii: "-")
        let isPlain = pattern.comparison == .contains
        appendValue(pattern.value) {
            isPlain && ($0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") || isNegationLike)
        }
    }

    private mutating func append(_ comparison: TextPattern.Comparison) {
        switch comparison {
        case .contains: break
        case .equals: append("=")
        case .isIdentical: append("==")
        }
    }

    private mutating func append(_ range: ClosedRange<Int64>) {
        append(":")
        if range.lowerBound == range.upperBound {
            appendDecimal(range.lowerBound)
        } else if range.upperBound == Term.numbers.upperBound {
            append(">=")
            appendDecimal(range.lowerBound)
        } else if range.lowerBound == Term.numbers.lowerBound {
            append("<=")
            appendDecimal(range.upperBound)
        } else {
            appendDecimal(range.lowerBound)
            append("..")
            appendDecimal(range.upperBound)
        }
    }

    private mutating func appendName(of field: Field) {
        switch field {
        case .data(let key):
            append("data.")
            appendValue(key) { $0 == UInt8(ascii: ":") }
        case .header(let name):
            append("header.")
            appendValue(name) { $0 == UInt8(ascii: ":") }
        case .outgoing(.header(let name)):
            append("outgoing.header.")
            appendValue(name) { $0 == UInt8(ascii: ":") }
        default: append(contentsOf: field.name.bytes)
        }
    }

    /// Appends a text bare if it can stand so, else in quotes.
    private mutating func appendValue(_ value: Text, also isSpecial: (UInt8) -> Bool = { _ in false }) {
        let isBare =
            !value.isEmpty && value.bytes.first != UInt8(ascii: "=") && !isKeyword(value)
            && !value.bytes.contains(where: { isDelimiter($0) || isSpecial($0) })
        guard !isBare else {
            append(contentsOf: value.bytes)
            return
        }
        append(UInt8(ascii: "\""))
        for byte in value.bytes {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { append(UInt8(ascii: "\\")) }
            append(byte)
        }
        append(UInt8(ascii: "\""))
    }
}

private func isKeyword(_ word: Text) -> Bool {
    FilterScanner.Keyword.allCases.contains { $0.rawValue.utf8.elementsEqual(word.bytes.lazy.map(ASCII.lowercased)) }
}
