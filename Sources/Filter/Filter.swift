/// A question about captured pushes, in the one language that `query`, `check`, `--only`, expectations and the read API
/// share.
///
/// Shape: UTF-8 text in this grammar; `…` in quotes stands for itself, white space is space, tab, CR and LF.
///
///     filter      = [ any ]                            nothing at all holds for every push
///     any         = all { "or" all }
///     all         = not { [ "and" ] not }              terms side by side mean "and", which binds closer than "or"
///     not         = { "-" | "not" } ( "(" any ")" | term )
///     term        = [ equal ] value                    a word: looked for in everything a card shows
///                 | field ":" [ equal ] value
///                 | ( "status:" | "attempt:" ) range
///                 | ( "after:" | "before:" ) moment
///                 | [ "outgoing." ] "json:" pointer [ ( ":" [ equal ] | equal ) value ]
///     field       = name | "data." value | [ "outgoing." ] "header." value
///     equal       = "=" | "=="
///     range       = [ "=" | ">" | ">=" | "<" | "<=" ] number | number ".." number | digit "xx"
///     moment      = RFC 3339 | date                    a date is its midnight in UTC
///     value       = bare | quoted
///     bare        = one or more bytes, none of them white space, a parenthesis or a quotation mark
///     quoted      = a quotation mark, any bytes with `\"` and `\\` for those two, a quotation mark
///
/// A bare word has no colon, a bare key (`data.KEY`, `header.NAME`) neither, a bare pointer neither colon nor `=`: each
/// of them can be quoted instead. `-` stands directly before what it negates, and a quoted `"or"` is a word. Names and
/// `and`, `or`, `not` are known in any case.
///
/// Meaning: a term asks about the values that the push has under the field, see ``Field``, and holds when one of them is
/// as asked. A plain value occurs in it; after `=` it is the whole of it; both compare with ``CaseFolding``. After `==`
/// it is the whole of it byte for byte. `kind`, `displays`, `shown`, `refused`, `scripted`, `environment`, `target_kind` and
/// `priority` compare the whole value even without `=`; all but the last know their values, and `displays`, `refused` and `scripted` also take
/// `true`, `1`, `false` and `0`. An empty value is written `""` and occurs in every value, so `title:""` means that there is a title.
/// `json:/aps/badge` means that the posted body has that place, `json:/aps/badge=3` that its value is 3, and
/// `json:/aps/badge:3` that 3 occurs in it; strings are compared decoded, everything else as posted. `after` and `before`
/// exclude their moment.
///
/// Nothing is ever ignored: an unknown name or a value that the field cannot have is a ``FilterError`` that says where.
///
/// Limits: ``maximumLength`` bytes, ``maximumDepth`` levels of parentheses and negations.
package struct Filter: Sendable, Hashable {
    /// The longest filter in bytes; one more is ``FilterError/tooLong(limit:)``.
    package static let maximumLength = 16_384

    /// How deep parentheses and negations may nest; one more is ``FilterError/tooDeep(limit:at:)``.
    package static let maximumDepth = 64

    let expression: Expression

    init(_ expression: Expression) {
        self.expression = expression
    }

    /// Reads a filter.
    package init(parsing text: [UInt8]) throws(FilterError) {
        var parser = try FilterParser(text)
        expression = try parser.filter()
    }

    /// A filter of one term.
    package init(_ term: Term) {
        expression = .term(term)
    }

    /// A filter that holds when each of the given ones does; without any, it holds for every push.
    package init(all filters: [Filter]) {
        expression = .joined(all: filters.map(\.expression))
    }

    /// A filter that holds when the given one does not.
    package init(not filter: Filter) {
        expression = .negated(filter.expression)
    }

    /// True when it asks about the field anywhere.
    package func asks(about field: Field) -> Bool { expression.asks(about: field) }

    /// True when it holds for the subject.
    package func matches(_ subject: FilterSubject) -> Bool {
        var reader = FieldReader(subject)
        return matches(&reader)
    }

    /// True when it holds for the reader's subject; several filters share what the reader has parsed.
    package func matches(_ reader: inout FieldReader) -> Bool {
        expression.holds(in: &reader)
    }
}
