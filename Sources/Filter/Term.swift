package import Bytes
import CaptureLog
import HTTPMessage

/// One condition of a filter.
package enum Term: Sendable, Hashable {
    /// One of the field's values is as the pattern asks.
    case text(Field, TextPattern)
    /// The number that the field has is in the range; `status` and `attempt` have one.
    case number(Field, ClosedRange<Int64>)
    /// Captured later than the moment.
    case after(Instant)
    /// Captured earlier than the moment.
    case before(Instant)

    /// Where every number is: what an open end of a range stands for.
    static let numbers: ClosedRange<Int64> = 0...999

    /// The field that it asks about.
    package var field: Field {
        switch self {
        case .text(let field, _), .number(let field, _): field
        case .after: .time(.after)
        case .before: .time(.before)
        }
    }

    /// True when it holds for the subject.
    func holds(in reader: inout FieldReader) -> Bool {
        switch self {
        case .text(let field, let pattern): reader.hasValue(field) { pattern.matches($0) }
        case .number(.attempt, let range): range.contains(min(Int64(reader.subject.attempt), Term.numbers.upperBound))
        case .number(_, let range): range.contains(Int64(reader.subject.exchange.response.status))
        case .after(let moment): reader.subject.time > moment
        case .before(let moment): reader.subject.time < moment
        }
    }
}
