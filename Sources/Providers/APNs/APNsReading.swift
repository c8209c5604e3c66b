import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// One captured APNs exchange, taken apart once for the message, the verdict and the findings.
struct APNsReading {
    let exchange: Exchange
    let time: Instant
    let origin: AnswerOrigin
    let route: APNsRoute
    let headers: APNsHeaders
    let declaration: APNsDeclaration
    /// The payload; nil when the body is no JSON object.
    private let payload: APNsPayload?
    /// Why ``payload`` is nil, when the body is not empty.
    private let payloadProblem: Finding?

    init(of exchange: Exchange, at time: Instant, answered origin: AnswerOrigin = .captured) {
        self.exchange = exchange
        self.time = time
        self.origin = origin
        route = APNsRoute(exchange.request.path)
        headers = APNsHeaders(exchange.request.headers)
        var declaration = APNsDeclaration(by: .apns)
        declaration.pushType = headers.text(.pushType)
        declaration.priority = headers.text(.priority)
        declaration.expiration = headers.text(.expiration)
        declaration.topic = headers.text(.topic)
        declaration.collapseID = headers.text(.collapseID)
        if case .broadcast = route { declaration.isBroadcast = true }
        self.declaration = declaration
        let body = exchange.request.body
        guard !body.isEmpty else {
            payload = nil
            payloadProblem = nil
            return
        }
        do throws(JSONTextError) {
            let root = try JSONText(parsing: body).root
            payload = root.kind == .object ? APNsPayload(root, at: "") : nil
            payloadProblem = root.kind == .object ? nil : notAnObject(root.kind)
        } catch {
            payload = nil
            payloadProblem = notJSON(error)
        }
    }

    /// What the exchange means.
    var pushReading: PushReading {
        var message = self.message
        var verdicts = Verdicts()
        var findings = refusalFindings + requestFindings + providerTokenFindings
        if let payload {
            message.alert = payload.alert == Alert() ? nil : payload.alert
            message.data = payload.customData.json
            message.dataKeys = payload.customData.keys
            verdicts.ios = payload.verdict(for: declaration)
            findings += payload.findings(for: declaration)
        } else {
            let problem = payloadProblem ?? notJSON(.empty)
            verdicts.ios = .notShown(
                problem.code == "apns-not-json" ? "not_json" : "not_an_object",
                "The body is no JSON object; APNs accepts it, and iOS shows nothing."
            )
            if let payloadProblem { findings.append(payloadProblem) }
        }
        if let refusal {
            verdicts.ios = Verdict(outcome: .refused, reason: refusal.code, explain: refusal.explain(origin))
        }
        return PushReading(message: message, verdicts: verdicts, findings: findings)
    }

    /// What the request says of the push apart from the payload's content.
    private var message: Message {
        var message = Message()
        message.pushType = declaration.pushType
        message.environment = exchange.environment
        switch route {
        case .device(let token):
            message.app = declaration.topic
            message.target = Target(kind: .device, value: Text(repairing: ASCII.trimmed(token)), source: "path")
        case .broadcast(let bundle):
            message.app = Text(repairing: bundle)
            message.target = Target(
                kind: .channel,
                value: headers.text(.channelID) ?? "",
                source: "apns-channel-id"
            )
        case .noToken, .unknown:
            message.app = declaration.topic
        }
        if let priority = declaration.priority { message.delivery.setPriority(priority) }
        message.delivery.expiry = headers.text(.expiration).map(Expiry.init(epochSeconds:))
        message.delivery.collapseKey = declaration.collapseID
        if let body = Text(validating: exchange.request.body), !body.isBlank {
            message.payloads = [Payload(format: .apns, data: body)]
        }
        return message
    }
}

private func notJSON(_ error: JSONTextError) -> Finding {
    .error(
        "apns-not-json",
        at: .body(pointer: ""),
        "The body is not JSON (\(error)); APNs accepts it, and the device shows nothing.",
        help: "Send a JSON object with an aps dictionary."
    )
}

private func notAnObject(_ kind: JSONValue.Kind) -> Finding {
    .error(
        "apns-not-an-object",
        at: .body(pointer: ""),
        "The body is \(kind.described) instead of an object; APNs accepts it, and the device shows nothing.",
        help: "Send a JSON object with an aps dictionary."
    )
}
