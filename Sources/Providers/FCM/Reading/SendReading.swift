import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// One captured send, taken apart once for the message, the verdicts and the findings.
struct SendReading {
    private let exchange: Exchange
    private let time: Instant
    private let origin: AnswerOrigin
    private let project: Text
    private let request: SendRequest?
    private let malformed: JSONTextError?

    init(of exchange: Exchange, project: Text, at time: Instant, answered origin: AnswerOrigin = .captured) {
        self.exchange = exchange
        self.origin = origin
        self.time = time
        self.project = project
        do throws(JSONTextError) {
            request = try SendRequest(parsing: exchange.request.body)
            malformed = nil
        } catch {
            request = nil
            malformed = error
        }
    }

    /// What the exchange means.
    var pushReading: PushReading {
        let refusal = Refusal(exchange.response, origin)
        var findings = refusal.map { [$0.finding] } ?? []
        if !ASCII.equal(exchange.request.method[...], "POST") { findings.append(wrongMethod) }
        var message = Message()
        message.app = project
        guard let request else {
            if let malformed, exchange.annotations.limit == nil { findings.append(notJSON(malformed)) }
            return PushReading(
                message: message, verdicts: Verdicts(everywhere: refusal?.verdict ?? .unreadable), findings: findings)
        }
        let android = AndroidVerdict(of: request)
        let apple = AppleVerdict(of: request)
        let web = WebVerdict(of: request)
        var verdicts = Verdicts()
        verdicts.android = android.verdict
        verdicts.ios = apple.verdict
        verdicts.web = web.verdict
        describe(request, data: android.data ?? web.data, in: &message)
        message.alert =
            request.standing(verdicts)?.alert
            ?? [android.alert, apple.payload.alert, web.alert].first { !$0.isEmpty }
        findings += request.schemaFindings
        let problems = RequestRules(checking: request).problems.map(\.finding)
        findings += problems
        var accepted = MessageFindings(of: request, apple: apple, verdicts: verdicts).findings
        if let expiration = apple.declaration.expirationFinding(capturedAt: time) { accepted.append(expiration) }
        findings += accepted.filter { finding in !problems.contains { $0.place == finding.place } }
        if let refusal { verdicts = Verdicts(everywhere: refusal.verdict) }
        return PushReading(message: message, verdicts: verdicts, findings: findings)
    }

    private func describe(_ request: SendRequest, data: JSONValue?, in message: inout Message) {
        guard let block = request.message else { return }
        message.target = request.target
        if let data {
            message.data = Text(repairing: data.raw)
            var seen = Set<Text>(minimumCapacity: 8)
            message.dataKeys = data.members.map(\.key).filter { seen.insert($0).inserted }
        }
        message.delivery = request.delivery
        message.payloads = [Payload(format: .fcmMessage, data: Text(repairing: block.json.raw))]
        for (name, format) in [
            ("android", .fcmAndroid), ("android_v2", .fcmAndroidV2), ("apns", .fcmAPNs), ("webpush", .fcmWebpush),
        ] as [(StaticString, Payload.Format)] {
            guard let posted = block.posted(name) else { continue }
            message.payloads.append(Payload(format: format, data: Text(repairing: posted.raw)))
        }
    }

    private var wrongMethod: Finding {
        .error(
            "fcm-method",
            at: .request,
            "The method is \(Text(repairing: exchange.request.method)), and FCM sends by POST alone.",
            help: "Send the message with POST."
        )
    }

    private func notJSON(_ error: JSONTextError) -> Finding {
        .error(
            "fcm-malformed-json",
            at: .body(pointer: ""),
            "The body is not JSON: \(error).",
            help: "Send one JSON object with message in it."
        )
    }
}

extension SendRequest {
    /// Where the message goes: the one target that is set, or the first of several in the order of the definition.
    fileprivate var target: Target {
        for (name, kind) in [
            ("token", .device), ("fid", .device), ("topic", .topic), ("condition", .condition),
        ] as [(StaticString, Target.Kind)] {
            guard let text = message?.nonEmptyText(name) else { continue }
            return Target(
                kind: kind, value: Text(repairing: ASCII.trimmed(text.bytes[...])), source: Text(stringLiteral: name))
        }
        return Target()
    }

    /// The verdict that stands for the whole push: the first with a card, else the first noticed, Android first since
    /// FCM's own fields are Android's.
    fileprivate func standing(_ verdicts: Verdicts) -> Verdict? {
        let ordered = [verdicts.android, verdicts.ios, verdicts.web].compactMap { $0 }
        return ordered.first { $0.outcome == .shown } ?? ordered.first { $0.outcome.isNoticed }
    }

    /// What the Android block says of delivery; nothing is taken from the headers for other platforms.
    fileprivate var delivery: Delivery {
        var delivery = Delivery()
        guard let block = android ?? androidV2 else { return delivery }
        delivery.collapseKey = block.nonEmptyText("collapse_key")
        if let posted = android?.posted("priority") {
            delivery.setPriority(posted.text ?? Text(repairing: posted.raw))
            // A number is a position in the enumeration, which no reader of the number alone would take it for.
            let position = ProtobufJSON.enumeration(posted, of: .androidMessagePriority)
            delivery.priority = position == 0 ? .normal : position == 1 ? .high : nil
        }
        if let posted = block.posted("ttl") {
            delivery.expiry = Expiry(duration: posted.text ?? Text(repairing: posted.raw))
        }
        return delivery
    }
}

extension Verdicts {
    /// The same verdict on every platform.
    init(everywhere verdict: Verdict) {
        self.init()
        for platform in Platform.allCases { self[platform] = verdict }
    }
}

extension Verdict {
    /// For a body that says nothing.
    fileprivate static let unreadable = Verdict.notShown(
        "unreadable",
        "The body cannot be read as a message, so nothing is known to be shown."
    )
}
