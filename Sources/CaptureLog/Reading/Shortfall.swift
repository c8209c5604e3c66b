import Bytes
import JSONText

/// Why requests may have no line in a log, as the line of a recorder's end counts them.
enum Shortfall: CaseIterable {
    case unrecorded
    case lost
    case malformed
    case timedOut
    case brokenOff
    case failedHandshakes

    /// The key of its count.
    private var key: StaticString {
        switch self {
        case .unrecorded: "unrecorded"
        case .lost: "lost"
        case .malformed: "malformed"
        case .timedOut: "timed_out"
        case .brokenOff: "broken_off"
        case .failedHandshakes: "failed_handshakes"
        }
    }

    /// The largest count that is taken at its word; a larger one counts as this, so that no sum of them is too large.
    static let largestCount: Int64 = 1_000_000_000

    /// What the `counts` of an `end` line have of them; what is no count is passed over.
    static func all(in counts: JSONValue?) -> [(shortfall: Shortfall, count: Int)] {
        allCases.compactMap { shortfall in
            guard let count = counts?.last(shortfall.key)?.integer, count > 0 else { return nil }
            return (shortfall, Int(min(count, largestCount)))
        }
    }

    /// What was recorded or asked for and is missing for sure makes a result degraded; the rest came to nothing before it
    /// was a push.
    var severity: LogProblem.Severity { self == .unrecorded || self == .lost ? .damage : .note }

    /// The stable code of the problem.
    var code: Text {
        Text(repairing: Text(stringLiteral: key).bytes.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : $0 })
    }

    /// The problem in one sentence.
    func message(_ count: Int) -> String {
        switch self {
        case .unrecorded:
            counted(count, "request is", "requests are")
                + " not recorded, since the log took no more; their senders were told so"
        case .lost: counted(count, "line", "lines") + " that the recorder had written went missing from the log"
        case .malformed: counted(count, "connection", "connections") + " sent what is no HTTP"
        case .timedOut: counted(count, "request was", "requests were") + " given up before method and target were known"
        case .brokenOff: counted(count, "request was", "requests were") + " broken off before the end"
        case .failedHandshakes:
            counted(count, "TLS handshake", "TLS handshakes") + " failed, so that no push came of it"
        }
    }
}

private func counted(_ count: Int, _ one: StaticString, _ many: StaticString) -> String {
    count == 1 ? "1 \(one)" : "\(count) \(many)"
}
