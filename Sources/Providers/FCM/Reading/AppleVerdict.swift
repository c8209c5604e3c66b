import Bytes
import JSONText
import PushModel

/// What FCM makes of a message for Apple devices, and what a locked iPhone does with that.
///
/// FCM fills the text of `message.notification` into an `aps` that has no alert of its own; every other key of
/// `apns.payload` goes on as it is.
struct AppleVerdict {
    /// The payload as the device gets it.
    let payload: APNsPayload
    /// The headers it is sent with.
    let declaration: APNsDeclaration
    private let request: SendRequest
    private let hasBlock: Bool

    init(of request: SendRequest) {
        self.request = request
        let apns = request.apns
        hasBlock = apns != nil
        declaration = AppleVerdict.declaration(
            apns?["headers"],
            hasLiveActivityToken: apns?.nonEmptyText("live_activity_token") != nil
        )
        var payload = apns?["payload"].map { APNsPayload($0, at: payloadPointer) } ?? APNsPayload(at: payloadPointer)
        if !payload.alert.hasText, declaration.knownPushType != .liveactivity {
            payload.alert.title = request.notification?.nonEmptyText("title")
            payload.alert.body = request.notification?.nonEmptyText("body")
        }
        payload.alert.image =
            apns?.message("fcm_options")?.nonEmptyText("image") ?? request.notification?.nonEmptyText("image")
        if request.message?.nonEmptyMap("data") != nil { payload.hasCustomData = true }
        self.payload = payload
    }

    /// The headers of the block. With a Live Activity token and no type of its own, FCM sends a Live Activity push.
    private static func declaration(_ headers: JSONValue?, hasLiveActivityToken: Bool) -> APNsDeclaration {
        var declaration = APNsDeclaration(by: .fcm(headersPointer))
        declaration.pushType = headers?.header("apns-push-type")?.text
        declaration.priority = headers?.header("apns-priority")?.text
        declaration.expiration = headers?.header("apns-expiration")?.text
        declaration.topic = headers?.header("apns-topic")?.text
        declaration.collapseID = headers?.header("apns-collapse-id")?.text
        if hasLiveActivityToken, declaration.pushType == nil { declaration.pushType = "liveactivity" }
        return declaration
    }

    /// The verdict.
    var verdict: Verdict {
        if !hasBlock, !payload.alert.hasText {
            if request.notification?.isEmpty == false {
                return .notShown(
                    "empty_notification",
                    "The notification has neither title nor body, so iOS may show nothing.",
                    wakesApp: payload.hasCustomData
                )
            }
            if !payload.hasCustomData { return .nothing(for: .ios, in: request) }
        }
        let verdict = payload.verdict(for: declaration)
        guard verdict.outcome == .shown, payload.alert.image != nil else { return verdict }
        let sentence = verdict.explain.description.dropLast()
        return Verdict(
            outcome: .shown,
            reason: verdict.reason,
            explain: Text("\(sentence); its image shows only if the app has a Notification Service Extension."),
            wakesApp: verdict.wakesApp,
            alert: verdict.alert
        )
    }
}

// None of these keys has a second spelling.
private let payloadPointer: JSONPointer = "/message/apns/payload"
private let headersPointer: JSONPointer = "/message/apns/headers"
