package import Bytes

/// Something wrong, or worth knowing, about one push.
package struct Finding: Sendable, Equatable {
    /// How bad it is.
    package enum Severity: String, Sendable, CaseIterable, Comparable {
        /// Worth knowing.
        case note
        /// Accepted, but harmful.
        case warning
        /// Refused, or surely not shown.
        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// The place in the request that a finding is about.
    package indirect enum Place: Sendable, Equatable {
        /// A value in the JSON body, as a JSON pointer (RFC 6901); empty for the whole body.
        case body(pointer: Text)
        /// A header field.
        case header(name: Text)
        /// The request target.
        case target
        /// The request as a whole: its connection, its version.
        case request
        /// A place in the request that a gateway sent on.
        case outgoing(Place)
    }

    /// A stable code, lower-case words joined by `-`, prefixed by the vendor where it is one's own rule.
    package let code: Text
    /// How bad it is.
    package let severity: Severity
    /// Where it is.
    package let place: Place
    /// What is wrong, in one sentence.
    package let message: Text
    /// How to mend it, in one sentence.
    package let help: Text

    /// A finding.
    package init(code: Text, severity: Severity, place: Place, message: Text, help: Text) {
        self.code = code
        self.severity = severity
        self.place = place
        self.message = message
        self.help = help
    }

    /// A finding of severity ``Severity/error``.
    package static func error(_ code: Text, at place: Place, _ message: String, help: String) -> Finding {
        Finding(code: code, severity: .error, place: place, message: Text(message), help: Text(help))
    }

    /// A finding of severity ``Severity/warning``.
    package static func warning(_ code: Text, at place: Place, _ message: String, help: String) -> Finding {
        Finding(code: code, severity: .warning, place: place, message: Text(message), help: Text(help))
    }

    /// A finding of severity ``Severity/note``.
    package static func note(_ code: Text, at place: Place, _ message: String, help: String) -> Finding {
        Finding(code: code, severity: .note, place: place, message: Text(message), help: Text(help))
    }
}
