import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// One captured request to MongoosePush, taken as far as the original would have taken it.
struct GatewayReading {
    let exchange: Exchange
    let time: Instant
    let decision: GatewayDecision

    init(of exchange: Exchange, at time: Instant) {
        self.exchange = exchange
        self.time = time
        var decision = GatewayDecision(
            on: exchange.request, MongoosePush.Settings(notedIn: exchange.annotations),
            isLenient: exchange.response.status < 400
        )
        if let limit = exchange.annotations.limit { decision.fail(.tooLarge(limit)) }
        self.decision = decision
    }

    /// What the exchange means: what the request that was sent on means, or why none was.
    var pushReading: PushReading {
        var reading = PushReading(message: message, verdicts: Verdicts(), findings: [])
        var findings = gatewayFindings
        if case .sent(let push) = decision.outcome {
            reading = push.reading(at: time)
            findings += reading.findings.filter { !isGatewaysOwn($0) }.map(\.outgoing)
        }
        var message = reading.message
        message.gateway = gateway
        if let body = Text(validating: exchange.request.body), !body.isBlank {
            message.payloads.insert(Payload(format: .mongoosePush, data: body), at: 0)
        }
        var verdicts = reading.verdicts
        if let refusal {
            let reached = verdicts.all.isEmpty ? platforms : verdicts.all.map(\.platform)
            for platform in reached { verdicts[platform] = refusal }
        }
        return PushReading(message: message, verdicts: verdicts, findings: findings)
    }

    /// True for what the gateway does to every push and no sender can help: an FCM message has an empty `notification`
    /// beside the texts in its `android` block.
    private func isGatewaysOwn(_ finding: Finding) -> Bool {
        guard finding.code == "fcm-empty-notification" else { return false }
        let alert = decision.notification?.alert
        return alert.map { !$0.title.isEmpty || !$0.body.isEmpty } ?? true
    }

    /// What is known of a push that was not sent on.
    private var message: Message {
        var message = Message()
        if !decision.device.isEmpty {
            message.target = Target(kind: .device, value: Text(repairing: decision.device), source: "path")
        }
        message.app = decision.notification?.topic
        if let alert = decision.notification?.alert {
            var shown = Alert()
            shown.title = alert.title
            shown.body = alert.body
            message.alert = shown
        }
        if let data = decision.notification?.data {
            message.data = Text(repairing: data.passedOn)
            message.dataKeys = data.firstMembers.map(\.key)
        }
        return message
    }

    private var gateway: Gateway {
        var outgoing: OutgoingRequest?
        if case .sent(let push) = decision.outcome { outgoing = push.request }
        let notification = decision.notification
        return Gateway(
            service: notification.map { Text($0.service.rawValue) }, mode: notification.map { Text($0.mode.rawValue) },
            pool: decision.pool?.name, outgoing: outgoing
        )
    }

    /// The platforms of the service, or all of them while it is not known.
    private var platforms: [Platform] {
        decision.notification?.service == .apns ? [.ios] : Platform.allCases
    }

    /// The verdict of a push that MongoosePush did not answer with 200.
    private var refusal: Verdict? {
        let status = exchange.response.status
        guard status >= 400 else { return nil }
        let isSent = if case .sent = decision.outcome { true } else { false }
        let end = isSent ? "so nothing is known to reach a device" : "so nothing is sent on"
        return Verdict(
            outcome: .refused, reason: refusalReason, explain: Text("MongoosePush answered \(status), \(end).")
        )
    }

    private var refusalReason: Text {
        switch decision.outcome {
        case .failure: "framework_failure"
        case .invalid: "invalid_body"
        case .noPool: "no_matching_pool"
        case .nestedData: "invalid_notification"
        case .page: "refused"
        case .sent: answeredReason.flatMap { reason in reason.isWord ? reason : nil } ?? "refused"
        }
    }

    /// The word of the answer.
    var answeredReason: Text? {
        let root = (try? JSONText(parsing: exchange.response.body))?.root
        return root?.last("reason")?.text ?? root?.last("details")?.text
    }
}

extension OutgoingPush {
    /// What the request means by the rules of its service.
    fileprivate func reading(at time: Instant) -> PushReading {
        switch service {
        case .apns: APNs().reading(of: exchange, at: time)
        case .fcm: FCM().reading(of: exchange, at: time)
        }
    }
}

extension Finding {
    /// The finding about the request that was sent on.
    fileprivate var outgoing: Finding {
        Finding(code: code, severity: severity, place: .outgoing(place), message: message, help: help)
    }
}

extension Text {
    /// True for lower-case letters and underscores, as the reason codes of verdicts have them.
    fileprivate var isWord: Bool {
        !isEmpty && bytes.allSatisfy { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") }
    }
}
