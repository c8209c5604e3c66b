import Bytes
import PushModel

extension FilterParser {
    /// A word, or a field with what is asked of it.
    mutating func term() throws(FilterError) -> Term {
        let start = scanner.position
        guard let next = scanner.next, next != UInt8(ascii: "\""), next != UInt8(ascii: "=") else {
            return try text(.anything, from: start)
        }
        let head = scanner.bare(before: UInt8(ascii: ":"))
        if scanner.next == UInt8(ascii: "\""), let field = try quotedKey(after: head, from: start) {
            return try text(field, from: start)
        }
        guard scanner.take(UInt8(ascii: ":")) else {
            try scanner.endValue()
            if let name = Field.name(beforeEqualsSignIn: head) {
                throw .missingColon(after: name, at: scanner.place(head.startIndex..<head.endIndex))
            }
            return .text(.anything, TextPattern(.contains, Text(repairing: head)))
        }
        if ASCII.equalIgnoringCase(head, "json") { return try json(from: start) { .json($0) } }
        if ASCII.equalIgnoringCase(head, "outgoing.json") { return try json(from: start) { .outgoing(.json($0)) } }
        let field = try field(named: head)
        return switch field {
        case .status, .attempt: try number(of: field, from: start)
        case .time(let bound): try moment(bound, from: start)
        default: try text(field, from: start)
        }
    }

    private func field(named name: ArraySlice<UInt8>) throws(FilterError) -> Field {
        if let (prefix, make) = Field.keyed(beginning: name), name.count > prefix {
            return make(Text(repairing: name.dropFirst(prefix)))
        }
        if let field = Field(plainName: name) { return field }
        let place = scanner.place(
            name.isEmpty ? name.startIndex..<name.startIndex + 1 : name.startIndex..<name.endIndex)
        throw .unknownField(name: Text(repairing: name), near: Field.names.near(name), at: place)
    }

    /// The field of `data."KEY":` or `header."NAME":`; nil when the text before the quotation mark is neither.
    private mutating func quotedKey(after head: ArraySlice<UInt8>, from start: Int) throws(FilterError) -> Field? {
        guard let (prefix, make) = Field.keyed(beginning: head), head.count == prefix else { return nil }
        let field = make(try scanner.quoted())
        guard scanner.take(UInt8(ascii: ":")) else {
            throw .missingValue(after: field.name, at: scanner.place(start..<scanner.position))
        }
        return field
    }

    private mutating func text(_ field: Field, from start: Int) throws(FilterError) -> Term {
        let comparison = scanner.comparison()
        let valueStart = scanner.position
        let value = try scanner.value(of: field == .anything ? "=" : field.name, from: start)
        if let choices = field.choices {
            guard let choice = field.choice(for: value) else {
                throw .badValue(
                    field: field.name, value: value, wanted: listed(choices), near: choices.near(value.bytes[...]),
                    at: scanner.place(valueStart..<scanner.position)
                )
            }
            return .text(field, TextPattern(.equals, choice))
        }
        if let known = field.knownValues, comparison != .isIdentical, !value.isEmpty,
            !known.contains(where: { TextPattern(.equals, $0).matches(value.bytes.span) })
        {
            throw .badValue(
                field: field.name, value: value, wanted: Text("\(listed(known)); == finds any other"),
                near: known.near(value.bytes[...]), at: scanner.place(valueStart..<scanner.position)
            )
        }
        let isWhole = field.isComparedWhole && comparison == .contains && !value.isEmpty
        return .text(field, TextPattern(isWhole ? .equals : comparison, value))
    }

    private mutating func json(from start: Int, _ field: (JSONPointer) -> Field) throws(FilterError) -> Term {
        let pointerStart = scanner.position
        let isQuoted = scanner.next == UInt8(ascii: "\"")
        let written =
            isQuoted
            ? try scanner.quoted() : Text(repairing: scanner.bare(before: UInt8(ascii: ":"), UInt8(ascii: "=")))
        guard isQuoted || !written.isEmpty else {
            throw .missingValue(after: "json", at: scanner.place(start..<scanner.position))
        }
        guard let pointer = JSONPointer(parsing: written) else {
            throw .badValue(
                field: "json", value: written,
                wanted: "a JSON pointer, with / before each step, ~1 for / and ~0 for ~ in it", near: [],
                at: scanner.place(pointerStart..<scanner.position)
            )
        }
        let field = field(pointer)
        if scanner.take(UInt8(ascii: ":")) || scanner.next == UInt8(ascii: "=") { return try text(field, from: start) }
        try scanner.endValue()
        return .text(field, TextPattern(.contains, ""))
    }

    private mutating func number(of field: Field, from start: Int) throws(FilterError) -> Term {
        let valueStart = scanner.position
        let value = try scanner.value(of: field.name, from: start)
        guard let range = numberRange(value.bytes[...]) else {
            let wanted: Text =
                field == .status
                ? "a status such as 200, >=400, 400..499 or 4xx" : "a number up to 999 such as 1, >1 or 2..5"
            throw .badValue(
                field: field.name, value: value, wanted: wanted, near: [],
                at: scanner.place(valueStart..<scanner.position)
            )
        }
        return .number(field, range)
    }

    private mutating func moment(_ bound: Field.TimeBound, from start: Int) throws(FilterError) -> Term {
        let valueStart = scanner.position
        let value = try scanner.value(of: Text(bound.rawValue), from: start)
        guard
            let moment = Instant(rfc3339: value.bytes[...]) ?? Instant(rfc3339: (value.bytes + "T00:00:00Z".utf8)[...])
        else {
            throw .badValue(
                field: Text(bound.rawValue), value: value,
                wanted: "a date or a time in RFC 3339 such as 2026-11-29T23:59:59Z",
                near: [], at: scanner.place(valueStart..<scanner.position)
            )
        }
        return bound == .after ? .after(moment) : .before(moment)
    }
}

extension Field {
    /// The name before the `=` of a word, if it is that of a field: somebody forgot the colon between.
    fileprivate static func name(beforeEqualsSignIn word: ArraySlice<UInt8>) -> Text? {
        let name = word.prefix { $0 != UInt8(ascii: "=") }
        guard name.count < word.count else { return nil }
        let isKeyed = keyed(beginning: name).map { name.count > $0.prefix } ?? false
        return isKeyed || Field(plainName: name) != nil ? Text(repairing: name) : nil
    }

    /// For a name that begins with `data.`, `header.` or `outgoing.header.`: how many bytes that is, and the field that the rest makes.
    fileprivate static func keyed(beginning name: ArraySlice<UInt8>) -> (prefix: Int, make: (Text) -> Field)? {
        if ASCII.equalIgnoringCase(name.prefix(5), "data.") { return (5, Field.data) }
        if ASCII.equalIgnoringCase(name.prefix(7), "header.") { return (7, { .header($0.lowercased) }) }
        guard ASCII.equalIgnoringCase(name.prefix(16), "outgoing.header.") else { return nil }
        return (16, { .outgoing(.header($0.lowercased)) })
    }

    /// The value of a field with few that a text in any case stands for.
    fileprivate func choice(for value: Text) -> Text? {
        let folded = Text(repairing: value.bytes.map(ASCII.lowercased))
        if self == .displays || self == .refused || self == .scripted {
            if folded == "true" || folded == "1" { return "yes" }
            if folded == "false" || folded == "0" { return "no" }
        }
        return choices?.first { $0 == folded }
    }
}

extension Text {
    fileprivate var lowercased: Text { Text(repairing: bytes.map(ASCII.lowercased)) }
}

private func listed(_ choices: [Text]) -> Text {
    let words = choices.map(\.description)
    return Text(words.dropLast().joined(separator: ", ") + " or " + (words.last ?? ""))
}

private func numberRange(_ text: ArraySlice<UInt8>) -> ClosedRange<Int64>? {
    let all = Term.numbers
    var digits = text
    func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.first != UInt8(ascii: "-"), let number = ASCII.integer(digits) else { return nil }
        return all.contains(number) ? number : nil
    }
    func range(_ lower: Int64, _ upper: Int64) -> ClosedRange<Int64>? { lower <= upper ? lower...upper : nil }
    switch text.first {
    case UInt8(ascii: "="): return number(digits.drop { $0 == UInt8(ascii: "=") }).map { $0...$0 }
    case UInt8(ascii: ">"), UInt8(ascii: "<"):
        let isAbove = digits.removeFirst() == UInt8(ascii: ">")
        let isInclusive = digits.first == UInt8(ascii: "=")
        guard let bound = number(isInclusive ? digits.dropFirst() : digits) else { return nil }
        let step: Int64 = isInclusive ? 0 : 1
        return isAbove ? range(bound + step, all.upperBound) : range(all.lowerBound, bound - step)
    default: break
    }
    if text.count == 3, ASCII.equalIgnoringCase(text.dropFirst(), "xx"), let hundreds = number(text.prefix(1)) {
        return hundreds * 100...hundreds * 100 + 99
    }
    if let dots = text.firstIndex(of: UInt8(ascii: ".")), ASCII.hasPrefix(text[dots...], "..") {
        guard let lower = number(text[..<dots]), let upper = number(text[dots...].dropFirst(2)) else { return nil }
        return range(lower, upper)
    }
    return number(text).map { $0...$0 }
}
