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
    /// What the log has of the settings and this version cannot read.
    let unread: [MongoosePush.Unread]
    /// The word of the answer.
    let answeredReason: Text?

    init(of exchange: Exchange, at time: Instant) {
        self.exchange = exchange
        self.time = time
        let isRefused = exchange.response.status >= 400
        let settings = MongoosePush.Settings(notedIn: exchange.annotations)
        var decision = GatewayDecision(on: exchange.request, settings, isLenient: !isRefused)
        if let limit = exchange.annotations.limit { decision.fail(.tooLarge(limit)) }
        let answer = isRefused ? (try? JSONText(parsing: exchange.response.body))?.root : nil
        answeredReason = answer?.last("reason")?.text ?? answer?.last("details")?.text
        if let answeredReason { decision.stop(at: GatewayResult(word: answeredReason)) }
        self.decision = decision
        unread = settings.unread
    }

    /// What the exchange means: what the request that was sent on means, or why none was.
    var pushReading: PushReading {
        var reading = PushReading(message: message, verdicts: Verdicts(), findings: [])
        var findings = gatewayFindings
        if case .sent(let push) = decision.outcome {
            reading = push.reading(at: time, hiding: exchange.annotations.hidden)
            if push.malformedPlace != nil { reading.verdicts = reading.verdicts.replaced(by: .malformed) }
            findings += reading.findings.filter { !isGatewaysOwn($0) }.map(\.outgoing)
        } else if isPoolUnknown {
            reading.verdicts = Verdicts(everywhere: .ofUnknownPool, on: platforms)
        }
        var message = reading.message
        message.gateway = gateway
        if let body = Text(validating: exchange.request.body), !body.isBlank {
            message.payloads.insert(Payload(format: .mongoosePush, data: body), at: 0)
        }
        var verdicts = reading.verdicts
        if let refusal {
            verdicts =
                verdicts.all.isEmpty ? Verdicts(everywhere: refusal, on: platforms) : verdicts.replaced(by: refusal)
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
        case .stopped(let result): result.reason
        case .sent: answeredReason?.asCode ?? "refused"
        }
    }
}

extension GatewayResult {
    /// The result of MongoosePush's own that an answer names.
    fileprivate init(word: Text) {
        self.init(category: .generic, reason: word == Self.tryAgainLater ? Self.unableToConnect.reason : word)
    }
}

extension Verdicts {
    /// The same verdict on some platforms.
    fileprivate init(everywhere verdict: Verdict, on platforms: [Platform]) {
        self.init()
        for platform in platforms { self[platform] = verdict }
    }

    /// The same verdict on each platform that is reached.
    fileprivate func replaced(by verdict: Verdict) -> Verdicts {
        Verdicts(everywhere: verdict, on: all.map(\.platform))
    }
}

extension Verdict {
    fileprivate static let malformed = Verdict(
        outcome: .refused, reason: "malformed_request",
        explain: "No HTTP/2 request can carry what goes on to the service, so nothing reaches a device."
    )
    fileprivate static let ofUnknownPool = Verdict.notShown(
        "unknown_pool", "The log does not say through which pool it went, so nothing is known to be shown."
    )
}

extension Finding {
    /// The finding about the request that was sent on.
    fileprivate var outgoing: Finding {
        Finding(code: code, severity: severity, place: .outgoing(place), message: message, help: help)
    }
}

extension Text {
    /// The word of an answer as the reason codes of verdicts have them, lower-case words joined by `_`: one of MongoosePush
    /// as it is, `BadDeviceToken` of APNs as `bad_device_token`, `UNREGISTERED` of FCM as `unregistered`; nil for any other.
    fileprivate var asCode: Text? {
        if let reason = APNsReason(rawValue: description) { return reason.code(joinedBy: UInt8(ascii: "_")) }
        let isWord = !isEmpty && bytes.allSatisfy { ASCII.lowercased($0) &- 0x61 < 26 || $0 == UInt8(ascii: "_") }
        return isWord && (self == folded || FCMErrorCode(rawValue: description) != nil) ? folded : nil
    }

    private var folded: Text { Text(repairing: bytes.map(ASCII.lowercased)) }
}
