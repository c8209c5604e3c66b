import Bytes

/// Reads the grammar of ``Filter`` by recursive descent: one method for each rule that joins terms.
struct FilterParser {
    var scanner: FilterScanner
    private var depth = 0
    /// The last `-`, keyword or parenthesis: what lacks a term when none follows.
    private var lastMark = 0..<0

    init(_ text: [UInt8]) throws(FilterError) {
        scanner = try FilterScanner(text)
    }

    mutating func filter() throws(FilterError) -> Expression {
        scanner.skipSpace()
        guard scanner.next != nil else { return .all([]) }
        let expression = try any()
        guard scanner.next == nil else { throw .unmatchedParenthesis(at: scanner.here) }
        return expression
    }

    private mutating func any() throws(FilterError) -> Expression {
        var parts = [try all()]
        while take(.or) { parts.append(try all()) }
        return .joined(any: parts)
    }

    private mutating func all() throws(FilterError) -> Expression {
        var parts = [try not()]
        while let next = scanner.skippedToNext, next != UInt8(ascii: ")"), scanner.keyword != .or {
            _ = take(.and)
            parts.append(try not())
        }
        return .joined(all: parts)
    }

    private mutating func not() throws(FilterError) -> Expression {
        switch scanner.skippedToNext {
        case nil: throw .missingTerm(at: scanner.place(lastMark))
        case UInt8(ascii: ")"):
            throw depth == 0 ? .unmatchedParenthesis(at: scanner.here) : .missingTerm(at: scanner.here)
        case UInt8(ascii: "-"):
            take(bytes: 1)
            guard let next = scanner.next, !ASCII.isSpace(next) else { throw .missingTerm(at: scanner.place(lastMark)) }
            return .negated(try nested { parser throws(FilterError) in try parser.not() })
        case UInt8(ascii: "("): return try parenthesised()
        default:
            if take(.not) { return .negated(try nested { parser throws(FilterError) in try parser.not() }) }
            if let keyword = scanner.keyword {
                take(bytes: keyword.rawValue.utf8.count)
                throw .missingTerm(at: scanner.place(lastMark))
            }
            return .term(try term())
        }
    }

    private mutating func parenthesised() throws(FilterError) -> Expression {
        take(bytes: 1)
        let opening = scanner.place(lastMark)
        let expression = try nested { parser throws(FilterError) in try parser.any() }
        guard scanner.skippedToNext == UInt8(ascii: ")") else { throw .unmatchedParenthesis(at: opening) }
        take(bytes: 1)
        try scanner.endValue()
        return expression
    }

    private mutating func nested(
        _ rule: (inout FilterParser) throws(FilterError) -> Expression
    ) throws(FilterError) -> Expression {
        guard depth < Filter.maximumDepth else {
            throw .tooDeep(limit: Filter.maximumDepth, at: scanner.place(lastMark))
        }
        depth += 1
        defer { depth -= 1 }
        return try rule(&self)
    }

    private mutating func take(bytes count: Int) {
        lastMark = scanner.position..<scanner.position + count
        scanner.position += count
    }

    /// Steps over the keyword if it is what comes next.
    private mutating func take(_ keyword: FilterScanner.Keyword) -> Bool {
        scanner.skipSpace()
        guard scanner.keyword == keyword else { return false }
        take(bytes: keyword.rawValue.utf8.count)
        return true
    }
}
