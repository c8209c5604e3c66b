package import Bytes
import JSONText

/// Something about an input that whoever reads the result should know.
package struct LogProblem: Sendable, Equatable {
    /// How bad it is.
    package enum Severity: String, Sendable {
        /// Worth knowing; nothing that was recorded is missing.
        case note
        /// Something that was recorded could not be read, so the result is degraded.
        case damage
    }

    /// How bad it is.
    package let severity: Severity
    /// The name of the input, as ``LogInput/name`` has it.
    package let input: Text
    /// The line, counted from 1; nil when it is about no single line.
    package let line: Int?
    /// A stable code: lower-case words joined by `-`.
    package let code: Text
    /// What it is, in one sentence without a full stop.
    package let message: Text

    /// True when a push may be missing from the log for it, though nothing that was recorded is.
    package var isDoubt: Bool {
        severity == .note
            && (code == LogProblem.tornLine || Shortfall.allCases.contains { $0.code == code })
    }

    /// The code of a line that a kill cut off.
    static let tornLine: Text = "torn-line"
    /// The code of a run that has no end.
    static let noEnd: Text = "no-end"

    /// A problem.
    package init(severity: Severity, input: Text, line: Int?, code: Text, message: Text) {
        self.severity = severity
        self.input = input
        self.line = line
        self.code = code
        self.message = message
    }
}

/// Why one line is no event.
enum LineFault: Error {
    /// The line is longer than the limit in bytes.
    case tooLong(limit: Int)
    /// The line is not JSON.
    case syntax(JSONTextError)
    /// The line is JSON, but no object.
    case notAnObject
    /// The line has another version of the format.
    case version(Text)
    /// A key that its kind must have is absent.
    case missing(key: StaticString)
    /// The value of a key is not what the format says.
    case unfit(key: StaticString)
    /// The count at a key is larger than the limit.
    case tooLarge(key: StaticString, limit: Int64)

    /// True when a line that was cut off in the middle looks like this.
    var mayBeTorn: Bool {
        if case .syntax = self { true } else { false }
    }

    var code: Text {
        switch self {
        case .tooLong: "line-too-long"
        case .syntax: "not-json"
        case .notAnObject: "not-an-object"
        case .version: "unknown-version"
        case .missing: "missing-key"
        case .unfit: "unfit-value"
        case .tooLarge: "count-too-large"
        }
    }

    var message: Text {
        switch self {
        case .tooLong(let limit): Text("the line is longer than \(limit) bytes")
        case .syntax(let error): Text(error.description)
        case .notAnObject: "the line is not a JSON object"
        case .version(let version): Text("the line has version \(version) of the format, not 1")
        case .missing(let key): Text("the key \(key) is missing")
        case .tooLarge(let key, let limit): Text("the value of \(key) is larger than \(limit)")
        case .unfit(let key): Text("the value of \(key) is not what the format says")
        }
    }
}
