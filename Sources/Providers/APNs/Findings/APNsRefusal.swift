import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// A refusal as the log has it: the status and, where the body says one, the reason.
struct APNsRefusal {
    let status: Int
    /// The reason in the answer, as spelled.
    let spelling: Text?
    /// The reason, when it is one that Apple documents.
    let reason: APNsReason?

    /// The refusal in an answer; nil when the answer accepts the push.
    init?(in response: HTTPResponse) {
        guard response.status >= 400 else { return nil }
        status = response.status
        spelling = (try? JSONText(parsing: response.body))?.root.last("reason")?.text
        reason = spelling.flatMap { APNsReason(rawValue: $0.description) }
    }

    /// The reason code of the verdict.
    var code: Text { reason?.code(joinedBy: UInt8(ascii: "_")) ?? "refused" }

    /// The sentence of the verdict.
    func explain(_ origin: AnswerOrigin) -> Text {
        let said = spelling.map { " \($0)" } ?? ""
        let cause = reason.map { ": \($0.cause)" } ?? ""
        return Text("APNs \(origin.verb) \(status)\(said)\(cause).")
    }
}

extension APNsReading {
    /// The refusal that was answered; nil when the push was accepted.
    var refusal: APNsRefusal? { APNsRefusal(in: exchange.response) }

    /// Why the push was refused, or why APNs would have refused what a lenient recorder took.
    var refusalFindings: [Finding] {
        if let refusal {
            guard let reason = refusal.reason else {
                return [
                    .error(
                        "apns-refused",
                        at: .request,
                        "Refused with \(refusal.status)\(refusal.spelling.map { " \($0)" } ?? "").",
                        help: "Read the answer."
                    )
                ]
            }
            let refused = origin == .captured ? "Refused" : "APNs would refuse it"
            return [finding(reason, saying: "\(refused) with \(refusal.status) \(reason.rawValue)")]
        }
        guard let reason = APNsRules.refusal(of: exchange.request, route, headers, pins: AnswerRules()) else {
            return []
        }
        return [
            finding(reason, saying: "Accepted here, and APNs would refuse it with \(reason.status) \(reason.rawValue)")
        ]
    }

    private func finding(_ reason: APNsReason, saying answer: String) -> Finding {
        .error(
            Text("apns-\(reason.code(joinedBy: UInt8(ascii: "-")))"),
            at: place(of: reason),
            "\(answer): \(facts(of: reason) ?? reason.cause).",
            help: reason.help
        )
    }

    /// What exactly in this request gives the reason; nil when nothing more can be said than the cause itself.
    private func facts(of reason: APNsReason) -> String? {
        let request = exchange.request
        func value(_ name: APNsHeaders.Name) -> String? { headers.text(name).map { "\(name.spelling) is \($0)" } }
        switch reason {
        case .badCollapseID:
            let count = headers.verbatim(.collapseID)?.count ?? 0
            return "apns-collapse-id has \(count) bytes, and the limit is \(APNsRules.longestCollapseID) bytes"
        case .payloadTooLarge:
            let limit = APNsRules.largestPayload(for: route, headers)
            if let cut = exchange.annotations.limit { return "\(reason.cause), and was cut: \(cut)" }
            return "the payload has \(request.body.count) bytes, and the limit is \(limit) bytes"
        case .badPriority: return value(.priority).map { "\($0) instead of 1, 5 or 10" }
        case .badExpirationDate: return value(.expiration).map { "\($0) instead of a whole number of seconds" }
        case .badMessageID: return value(.id).map { "\($0) instead of a UUID" }
        case .invalidPushType: return value(.pushType).map { "\($0), which does not fit here" }
        case .methodNotAllowed: return "the method is \(Text(repairing: request.method)) instead of POST"
        case .topicDisallowed:
            if case .broadcast(let bundle) = route { return "the path names \(Text(repairing: bundle))" }
            return value(.topic)
        case .duplicateHeaders:
            return headers.duplicates.first.map { "\($0.spelling) is there more than once" }
        default: return nil
        }
    }

    private func place(of reason: APNsReason) -> Finding.Place {
        switch reason {
        case .badCollapseID: .header(name: "apns-collapse-id")
        case .badExpirationDate: .header(name: "apns-expiration")
        case .badMessageID: .header(name: "apns-id")
        case .badPriority: .header(name: "apns-priority")
        case .invalidPushType, .missingPushType: .header(name: "apns-push-type")
        case .missingChannelID, .badChannelID, .channelNotRegistered: .header(name: "apns-channel-id")
        case .badTopic, .missingTopic, .deviceTokenNotForTopic: .header(name: "apns-topic")
        case .topicDisallowed: declaration.isBroadcast ? .target : .header(name: "apns-topic")
        case .expiredProviderToken, .invalidProviderToken, .missingProviderToken, .unrelatedKeyID, .badEnvironmentKeyID,
            .tooManyProviderTokenUpdates:
            .header(name: "authorization")
        case .badDeviceToken, .missingDeviceToken, .badPath, .expiredToken, .unregistered: .target
        case .payloadEmpty, .payloadTooLarge, .badRequestPayload: .body(pointer: "")
        case .duplicateHeaders:
            headers.duplicates.first.map { .header(name: Text(stringLiteral: $0.spelling)) } ?? .request
        default: .request
        }
    }
}
