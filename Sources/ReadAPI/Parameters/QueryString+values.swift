import Bytes
import CaptureLog

extension QueryString {
    /// Yes or no; nil when the parameter was not sent.
    func bool(_ parameter: Parameter) throws(APIProblem) -> Bool? {
        guard let value = self[parameter.name]?.bytes[...] else { return nil }
        let spellings: [(StaticString, Bool)] = [
            ("1", true), ("true", true), ("yes", true), ("0", false), ("false", false), ("no", false),
        ]
        guard let match = spellings.first(where: { ASCII.equalIgnoringCase(value, $0.0) }) else {
            throw .badParameter(parameter.name, wanted: "1, true, yes, 0, false or no")
        }
        return match.1
    }

    /// A whole number from 0; nil when the parameter was not sent.
    func number(_ parameter: Parameter) throws(APIProblem) -> Int? {
        guard let value = self[parameter.name] else { return nil }
        guard let number = ASCII.integer(value.bytes[...]), number >= 0, let number = Int(exactly: number) else {
            throw .badParameter(parameter.name, wanted: "a whole number from 0")
        }
        return number
    }

    /// A moment in one of the three spellings; nil when the parameter was not sent.
    func moment(_ parameter: Parameter, now: Instant) throws(APIProblem) -> Instant? {
        guard let value = self[parameter.name]?.bytes[...] else { return nil }
        if let moment = Instant(rfc3339: value) { return moment }
        if let milliseconds = ASCII.integer(value) {
            let (microseconds, overflowed) = milliseconds.multipliedReportingOverflow(by: 1000)
            if !overflowed { return Instant(microseconds: microseconds) }
        } else if let span = TimeSpan(parsing: value) {
            let (microseconds, overflowed) = now.microseconds.subtractingReportingOverflow(span.microseconds)
            return Instant(microseconds: overflowed ? Int64.min : microseconds)
        }
        throw .badParameter(
            parameter.name, wanted: "a time in RFC 3339, a length of time such as 5m, or Unix milliseconds")
    }

    /// How long to wait; nil when the parameter was not sent.
    func span(_ parameter: Parameter, atMost limit: Duration) throws(APIProblem) -> Duration? {
        guard let value = self[parameter.name] else { return nil }
        guard let span = TimeSpan(parsing: value.bytes[...]), Duration.microseconds(span.microseconds) <= limit else {
            throw .badParameter(
                parameter.name, wanted: Text("a length of time such as 5s, at most \(limit.components.seconds)s"))
        }
        return .microseconds(span.microseconds)
    }

    /// An identifier; nil when the parameter was not sent.
    func identifier(_ parameter: Parameter) throws(APIProblem) -> UInt128? {
        guard let value = self[parameter.name] else { return nil }
        guard let identifier = ulidValue(value.bytes[...]) else {
            throw .badParameter(parameter.name, wanted: "the identifier of a push")
        }
        return identifier
    }
}
