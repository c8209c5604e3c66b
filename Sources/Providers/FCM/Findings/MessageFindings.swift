import Bytes
import JSONText
import PushModel

/// What FCM accepts and a sender should still know.
struct MessageFindings {
    private let request: SendRequest
    private let apple: AppleVerdict
    private(set) var findings: [Finding] = []

    init(of request: SendRequest, apple: AppleVerdict, verdicts: Verdicts) {
        self.request = request
        self.apple = apple
        guard request.message != nil else { return }
        checkContent(verdicts)
        checkSize()
        checkAndroid()
        checkApple()
        checkWeb()
        if request.isValidateOnly {
            findings.append(
                .note(
                    "validate-only",
                    at: request.pointer(to: request.root).place,
                    "The request only asks whether it is valid, so FCM delivers nothing.",
                    help: "Leave validate_only out to send it."
                )
            )
        }
    }

    // MARK: Content

    private mutating func checkContent(_ verdicts: Verdicts) {
        let all = verdicts.all
        if all.allSatisfy({ $0.verdict.reason == "no_content" }) {
            return findings.append(
                .warning(
                    "fcm-no-content",
                    at: messagePlace,
                    "The message has a target and nothing else; FCM accepts it, and nobody notices it.",
                    help: "Add a notification or data."
                )
            )
        }
        if let notification = request.notification, notification.nonEmptyText("title") == nil,
            notification.nonEmptyText("body") == nil
        {
            findings.append(
                .warning(
                    "fcm-empty-notification",
                    at: request.pointer(to: notification.json).place,
                    "The notification has neither title nor body; phones may show nothing, and browsers an empty title.",
                    help: "Give it a title or a body, or leave notification out."
                )
            )
        }
        let shown = all.filter { $0.verdict.outcome.isNoticed }
        guard shown.count == 1, shown[0].verdict.outcome != .liveActivity, request.notification == nil else { return }
        let others = all.filter { !$0.verdict.outcome.isNoticed }.map { "\($0.platform.label)" }
        let text = """
            Only \(shown[0].platform.label) shows something; \(others.joined(separator: " and ")) may get it as data and \
            show nothing unless the app draws it.
            """
        let help = "Put title and body into message.notification; the blocks for single platforms override it."
        findings.append(
            request.message?.nonEmptyMap("data") == nil
                ? .warning("fcm-one-platform-only", at: messagePlace, text, help: help)
                : .note("fcm-one-platform-only", at: messagePlace, text, help: help)
        )
    }

    private mutating func checkSize() {
        let limit = MessageSize.documentedBytes
        if let size = MessageSize(of: request), size.bytes > limit, size.valueBytes <= MessageSize.maximumValueBytes {
            findings.append(
                .warning(
                    "fcm-large",
                    at: messagePlace,
                    "The message has \(size.bytes) bytes of data and text, over the documented \(limit); it may be refused.",
                    help: "Send less, or an identifier that the app fetches the rest by."
                )
            )
        }
        if let payload = request.apns?["payload"], payload.raw.count > limit {
            findings.append(
                .warning(
                    "fcm-large",
                    at: request.pointer(to: payload).place,
                    "apns.payload has \(payload.raw.count) bytes, and APNs takes \(limit); it may be refused.",
                    help: "Send less, or an identifier that the app fetches the rest by."
                )
            )
        }
    }

    // MARK: Android

    private mutating func checkAndroid() {
        for data in [request.message?["data"], request.android?["data"], request.androidV2?["data"]] {
            if let data { checkDroppedKeys(of: data) }
        }
        if let block = request.androidV2,
            (block.message("remote_notification") == nil) == (block.message("background_sync") == nil)
        {
            findings.append(
                .warning(
                    "fcm-android-v2-kind",
                    at: request.pointer(to: block.json).place,
                    "android_v2 has one of remote_notification and background_sync; otherwise it may be refused.",
                    help: "Keep exactly one of the two."
                )
            )
        }
        guard let card = request.androidNotification else { return }
        if let priority = card["notification_priority"] {
            findings.append(
                .note(
                    "fcm-notification-priority",
                    at: request.pointer(to: priority).place,
                    "From Android 8 on the importance of the channel counts, and notification_priority does not.",
                    help:
                        "Set the importance where the app makes its channel; android.priority says how fast to deliver."
                )
            )
        }
        checkArguments(of: "title_loc_key", "title_loc_args", in: card)
        checkArguments(of: "body_loc_key", "body_loc_args", in: card)
        if let color = card["color"], let text = color.text, !isColor(text) {
            findings.append(
                .warning(
                    "fcm-color",
                    at: request.pointer(to: color).place,
                    "The color \(text) is not of the form #rrggbb, so it may be refused or ignored.",
                    help: "Send such as #ff8800."
                )
            )
        }
    }

    private mutating func checkDroppedKeys(of data: JSONValue) {
        let dropped = data.members.lazy.filter { MessageFindings.isDropped($0.keyBytes) }
        for member in dropped.prefix(RequestRules.maximumReservedKeys) {
            let key = member.key.onOneLine(upTo: SchemaDecoder.maximumPrintedBytes)
            findings.append(
                .warning(
                    "fcm-dropped-data-key",
                    at: request.pointer(to: member.value).place,
                    "The Android SDK keeps the data key \(key) from the app.",
                    help: "Rename the key."
                )
            )
        }
    }

    /// The keys that the Android SDK takes out, beside those that FCM refuses.
    private static func isDropped(_ key: ArraySlice<UInt8>) -> Bool {
        ASCII.equal(key, "collapse_key")
            || (ASCII.hasPrefix(key, "gcm.") && !ASCII.hasPrefix(key, "gcm.notification."))
    }

    private mutating func checkArguments(of key: StaticString, _ arguments: StaticString, in card: TypedObject) {
        guard card.nonEmptyText(key) == nil, let value = card[arguments], value.count > 0 else { return }
        findings.append(
            .warning(
                "fcm-arguments-without-key",
                at: request.pointer(to: value).place,
                "\(arguments) has nothing to fill, since \(key) is missing.",
                help: "Add \(key), or remove the arguments."
            )
        )
    }

    private func isColor(_ text: Text) -> Bool {
        text.bytes.count == 7 && text.bytes[0] == UInt8(ascii: "#")
            && text.bytes.dropFirst().allSatisfy { hexValue($0) != nil }
    }

    // MARK: Apple

    private mutating func checkApple() {
        if request.apns != nil { findings += apple.payload.findings(for: apple.declaration) }
        if let image = appleImage, apple.payload.alert.hasText {
            findings.append(
                .note(
                    "fcm-image-needs-extension",
                    at: request.pointer(to: image).place,
                    "iOS shows the image only if the app has a Notification Service Extension that loads it.",
                    help: "Add the extension; with aps of your own, set mutable-content and apns.fcm_options.image too."
                )
            )
        }
        guard let priority = request.apns?["headers"]?.header("apns-priority"), let text = priority.text,
            text == "10", apple.payload.alert.isEmpty, !apple.payload.isContentAvailable,
            request.message?.nonEmptyMap("data") != nil
        else { return }
        findings.append(
            .error(
                "fcm-apns-data-priority",
                at: request.pointer(to: priority).place,
                "A data message to an Apple device must have priority 5; FCM refuses 10 when the token is one of theirs.",
                help: "Send apns-priority 5 and content-available 1 in aps."
            )
        )
    }

    private var appleImage: JSONValue? {
        if let own = request.apns?.message("fcm_options"), own.nonEmptyText("image") != nil { return own["image"] }
        return request.notification?.nonEmptyText("image") == nil ? nil : request.notification?["image"]
    }

    // MARK: Web

    private mutating func checkWeb() {
        guard let link = request.webpush?.message("fcm_options")?["link"], let text = link.text, !text.isEmpty,
            !ASCII.hasPrefix(text.bytes[...], "https://")
        else { return }
        findings.append(
            .warning(
                "fcm-web-link",
                at: request.pointer(to: link).place,
                "The link of a web push must be an https URL, so this one may not open.",
                help: "Send an https URL of the site that asked for the permission."
            )
        )
    }

    private var messagePlace: Finding.Place {
        request.pointer(to: request.message?.json ?? request.root).place
    }
}
