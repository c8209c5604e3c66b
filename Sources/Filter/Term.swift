package import Bytes
import CaptureLog
import HTTPMessage

/// One condition of a filter.
package enum Term: Sendable, Hashable {
    /// One of the field's values is as the pattern asks.
    case text(Field, TextPattern)
    /// The status of the answer is in the range.
    case status(ClosedRange<Int64>)
    /// Captured later than the moment.
    case after(Instant)
    /// Captured earlier than the moment.
    case before(Instant)

    /// Where every status is: what an open end of a range stands for.
    static let statuses: ClosedRange<Int64> = 0...999

    /// The field that it asks about.
    package var field: Field {
        switch self {
        case .text(let field, _): field
        case .status: .status
        case .after: .time(.after)
        case .before: .time(.before)
        }
    }

    /// True when it holds for the subject.
    func holds(in reader: inout FieldReader) -> Bool {
        switch self {
        case .text(let field, let pattern): reader.hasValue(field) { pattern.matches($0) }
        case .status(let range): range.contains(Int64(reader.subject.exchange.response.status))
        case .after(let moment): reader.subject.time > moment
        case .before(let moment): reader.subject.time < moment
        }
    }
}
