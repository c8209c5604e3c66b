package import Bytes

/// Why a text is not a filter.
package enum FilterError: Error, Equatable {
    /// There is no field of this name; these names are near.
    case unknownField(name: Text, near: [Text], at: FilterPlace)
    /// The field cannot have this value.
    case badValue(field: Text, value: Text, wanted: Text, near: [Text], at: FilterPlace)
    /// A field, or a data key or header name in it, has nothing after it.
    case missingValue(after: Text, at: FilterPlace)
    /// A field has a `=` behind it without the `:` that makes it one.
    case missingColon(after: Text, at: FilterPlace)
    /// A `-`, `not`, `and`, `or` or pair of parentheses has no term where it needs one.
    case missingTerm(at: FilterPlace)
    /// A parenthesis has no partner.
    case unmatchedParenthesis(at: FilterPlace)
    /// A quotation mark has no partner.
    case unmatchedQuote(at: FilterPlace)
    /// A backslash in quotes stands before something else than `"` and `\`.
    case unknownEscape(at: FilterPlace)
    /// A quotation mark or parenthesis stands right after other text.
    case missingSpace(at: FilterPlace)
    /// Parentheses and negations nest deeper than the limit.
    case tooDeep(limit: Int, at: FilterPlace)
    /// The bytes are not UTF-8.
    case notUTF8(at: FilterPlace)
    /// The filter is longer than the limit in bytes.
    case tooLong(limit: Int)
}

/// A part of a filter's text, never empty and always inside it.
package struct FilterPlace: Sendable, Equatable {
    /// The offset of its first byte.
    package let offset: Int
    /// How many bytes it has.
    package let length: Int
    /// The position of its first code point, counted from 1.
    package let column: Int

    /// A part of the text.
    init(_ range: Range<Int>, in text: [UInt8]) {
        offset = range.lowerBound
        length = range.count
        column = text[..<range.lowerBound].count { $0 & 0xC0 != 0x80 } + 1
    }
}

extension FilterError: CustomStringConvertible {
    /// Where it is; nil when the text was not even looked at.
    package var place: FilterPlace? {
        switch self {
        case .unknownField(_, _, let place), .badValue(_, _, _, _, let place), .missingValue(_, let place),
            .missingColon(_, let place),
            .missingTerm(let place), .unmatchedParenthesis(let place), .unmatchedQuote(let place),
            .unknownEscape(let place), .missingSpace(let place), .tooDeep(_, let place), .notUTF8(let place):
            place
        case .tooLong: nil
        }
    }

    /// One sentence without a full stop.
    package var description: String {
        guard let place else { return what }
        return "column \(place.column): \(what)"
    }

    private var what: String {
        switch self {
        case .unknownField(let name, let near, _):
            "there is no field \(name)\(suggestion(near)); quote the whole to look for it as a word"
        case .badValue(let field, let value, let wanted, let near, _):
            "\(field) cannot be \(value): it takes \(wanted)\(suggestion(near))"
        case .missingValue(let name, _): "\(name) needs a value; \"\" is the empty one"
        case .missingColon(let name, _):
            "\(name) is a field with a colon behind it: \(name):VALUE; quote the whole to look for it as a word"
        case .missingTerm: "a term is missing here"
        case .unmatchedParenthesis: "this parenthesis has no partner"
        case .unmatchedQuote: "this quotation mark has no partner"
        case .unknownEscape: "only \\\" and \\\\ can be written with a backslash in quotes"
        case .missingSpace: "a space is missing here, or quotes around the whole value"
        case .tooDeep(let limit, _): "parentheses and negations nest deeper than \(limit) levels"
        case .notUTF8: "this is not UTF-8"
        case .tooLong(let limit): "the filter is longer than \(limit) bytes"
        }
    }
}

private func suggestion(_ near: [Text]) -> String {
    near.isEmpty ? "" : ", did you mean \(near.map(\.description).joined(separator: " or "))"
}
