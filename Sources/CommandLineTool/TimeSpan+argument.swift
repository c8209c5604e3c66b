import Bytes

extension TimeSpan: ArgumentValue {
    /// Reads a length of time as ``init(parsing:)`` does; `0` needs no unit.
    package init(argument: String) throws(ValueError) {
        let text = Text(argument)
        guard let span = text == "0" ? TimeSpan(microseconds: 0) : TimeSpan(parsing: text.bytes[...]) else {
            throw ValueError(expected: "a length of time such as 250us, 1ms, 30s, 5m or 1m30s")
        }
        self = span
    }

    package var argumentText: String { microseconds == 0 ? "0" : text.description }
}

/// A length of time, typed as a ``TimeSpan`` is.
extension Duration: ArgumentValue {
    package init(argument: String) throws(ValueError) {
        self = .microseconds(try TimeSpan(argument: argument).microseconds)
    }

    package var argumentText: String {
        let (seconds, attoseconds) = components
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (total, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        guard !overflowed, !carried else { return "\(seconds)s" }
        return TimeSpan(microseconds: total).argumentText
    }
}
