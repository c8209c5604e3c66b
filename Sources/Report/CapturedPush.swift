package import Bytes
package import CaptureLog
import HTTPMessage
import Providers
package import PushModel

/// One push as the report shows it: what was sent, what it was answered, and what it means.
package struct CapturedPush: Sendable {
    /// Its place among all pushes in capture order, from 0.
    package let position: Int
    /// The identifier for links: the event's own when it is a ULID, else made from the position.
    package private(set) var anchor: Text
    /// The event's identifier as captured.
    package let id: Text
    /// When it was captured.
    package let time: Instant
    /// The label of the mark it stands under.
    package let mark: Text?
    /// The request and its answer.
    package let exchange: Exchange
    /// What it means.
    package let reading: PushReading
    /// Which of several attempts of one send it is; nil when it was sent once, or nobody asked.
    package private(set) var attempt: Attempts.Attempt?

    /// A push.
    package init(
        position: Int,
        id: Text,
        time: Instant,
        mark: Text?,
        exchange: Exchange,
        reading: PushReading,
        attempt: Attempts.Attempt? = nil
    ) {
        self.position = position
        anchor = isULID(id) ? id : Text("push-\(position + 1)")
        self.id = id
        self.time = time
        self.mark = mark
        self.exchange = exchange
        self.reading = reading
        self.attempt = attempt
    }

    /// The push with another identifier for links, for a page on which it may stand twice.
    func anchored(at anchor: Text) -> CapturedPush {
        var push = self
        push.anchor = anchor
        return push
    }

    /// The push as an attempt among those of a report.
    func attempt(_ attempt: Attempts.Attempt?) -> CapturedPush {
        var push = self
        push.attempt = attempt
        return push
    }

    /// The provider as the log names it.
    package var provider: Text { exchange.provider ?? "unknown" }

    /// True when this version knows the provider, so that its name is one of ours.
    package var hasKnownProvider: Bool { providerIndex < Providers.all.count }

    /// The provider's place in ``Providers/all``, or one past its end for a name that this version does not know.
    var providerIndex: Int {
        Providers.all.firstIndex { $0.name == exchange.provider } ?? Providers.all.count
    }

    /// The provider as a page may name it in an attribute: one of our own names, or `other`.
    var providerLabel: Text { RunSummary.providerLabel(providerIndex) }

    /// What the report says first about it.
    package var verdict: PushVerdict {
        let status = exchange.response.status
        if reading.isRefused(answered: status) { return .refused }
        return PushVerdict(reading.message.kind)
    }

    /// The worst severity among the findings; nil without findings.
    package var severity: Finding.Severity? { reading.findings.first?.severity }
}

/// The one word about a push: its kind, or that it was refused.
package enum PushVerdict: String, Sendable, CaseIterable {
    case notification
    case silent
    case empty
    case refused

    /// The word for a push of a kind that was accepted.
    package init(_ kind: Kind) {
        self =
            switch kind {
            case .notification: .notification
            case .silent: .silent
            case .empty: .empty
            }
    }

    /// The word as a reader sees it.
    package var word: StaticString {
        switch self {
        case .notification: "Notification"
        case .silent: "Silent"
        case .empty: "Empty"
        case .refused: "Refused"
        }
    }
}

/// True for 26 characters of Crockford's base 32, in capitals.
private func isULID(_ id: Text) -> Bool {
    id.bytes.count == 26
        && id.bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39: true
            case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "O"), UInt8(ascii: "U"): false
            default: byte &- 0x41 < 26
            }
        }
}
