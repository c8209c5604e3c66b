import Bytes
import JSONText
import PushModel

/// What Android does with a message, the screen locked.
///
/// Source: firebase-android-sdk, `CommonNotificationBuilder` and `DisplayNotification`; Android's notification visibility
struct AndroidVerdict {
    /// What the card says: the Android notification's own fields, else those of the notification for all platforms. An
    /// empty text is as good as none, so it overrides nothing.
    let alert: Alert
    private let request: SendRequest

    init(of request: SendRequest) {
        self.request = request
        alert = AndroidVerdict.alert(of: request)
    }

    private static func alert(of request: SendRequest) -> Alert {
        let card = request.androidNotification
        let common = request.notification
        var alert = Alert()
        alert.title = card?.nonEmptyText("title") ?? common?.nonEmptyText("title")
        alert.body = card?.nonEmptyText("body") ?? common?.nonEmptyText("body")
        alert.image = card?.nonEmptyText("image") ?? common?.nonEmptyText("image")
        guard let card else { return alert }
        alert.sound = card.nonEmptyText("sound")
        alert.badge = card["notification_count"].flatMap(ProtobufJSON.int32).map(Int64.init)
        alert.thread = card.nonEmptyText("tag")
        alert.channel = card.nonEmptyText("channel_id")
        var localization = Localization()
        localization.title = card.nonEmptyText("title_loc_key").map {
            LocalizedText(key: $0, arguments: card.texts("title_loc_args"))
        }
        localization.body = card.nonEmptyText("body_loc_key").map {
            LocalizedText(key: $0, arguments: card.texts("body_loc_args"))
        }
        alert.localization = localization.isEmpty ? nil : localization
        return alert
    }

    /// The data that the app is given: that of the Android block instead of the message's, never both.
    var data: JSONValue? {
        request.android?.nonEmptyMap("data") ?? request.androidV2?.nonEmptyMap("data")
            ?? request.message?.nonEmptyMap("data")
    }

    /// The verdict.
    var verdict: Verdict {
        if request.androidV2?.message("background_sync") != nil {
            return .notShown(
                "background_sync",
                "A background sync is for the app alone, so nothing may be shown even if there is a notification.",
                wakesApp: true
            )
        }
        if alert.hasText { return cardVerdict }
        if !alert.isEmpty {
            return Verdict(
                outcome: .badgeOrSound,
                reason: "notification_without_text",
                explain: "The notification has neither title nor body; Android may post it with its icon alone.",
                wakesApp: false,
                alert: alert
            )
        }
        if request.notification?.isEmpty == false || request.androidNotification?.isEmpty == false {
            return .notShown(
                "empty_notification",
                "The notification has neither title nor body, so Android may show nothing.",
                wakesApp: data != nil
            )
        }
        if data != nil {
            return Verdict(
                outcome: .appDecides,
                reason: "data_message",
                explain: "The message has data only: the app is handed it and may show something.",
                wakesApp: true
            )
        }
        return .nothing(for: .android, in: request)
    }

    private var cardVerdict: Verdict {
        let visibility = request.androidNotification?.enumeration("visibility", of: .visibility)
        if visibility == Visibility.secret {
            return .notShown(
                "visibility_secret",
                "The visibility is SECRET: the card stays off a locked screen and waits behind it.",
                wakesApp: true
            )
        }
        var clauses = ["Android shows a card"]
        // The first that applies names the verdict; every one that applies is told.
        var reason: Text?
        func tell(_ code: Text, _ clause: String) {
            reason = reason ?? code
            clauses.append(clause)
        }
        if isNowOrNever { tell("notification_now_or_never", "only if the phone is connected now, since the ttl is 0") }
        let remote = request.androidV2?.message("remote_notification")
        if remote?.isTrue("mutable_content") == true {
            tell("notification_may_be_modified", "the app's code may change it first")
        }
        if remote?.isTrue("use_as_v1_data_message") == true {
            tell("notification_or_data", "an older Firebase SDK hands it to the app as data instead")
        }
        if visibility == Visibility.public {
            tell("notification_public", "a locked screen shows its whole text")
        } else {
            clauses.append("a locked screen may hide its text if the user hides sensitive content")
        }
        if alert.localization != nil {
            tell("notification_localized", "the app looks its text up by key, so the final text is not known")
        }
        if let channel = alert.channel {
            clauses.append("if the app has no channel \(channel), it goes to a fallback channel")
        }
        if !isDirectBootAllowed { clauses.append("after a restart it waits for the first unlock") }
        return Verdict(
            outcome: .shown,
            reason: reason ?? "notification",
            explain: Text(clauses.joined(separator: "; ") + "."),
            alert: alert
        )
    }

    private var isDirectBootAllowed: Bool {
        request.android?.isTrue("direct_boot_ok") ?? request.androidV2?.isTrue("direct_boot_ok") ?? false
    }

    private var isNowOrNever: Bool {
        guard let text = request.android?.text("ttl") ?? request.androidV2?.text("ttl"),
            let ttl = try? ProtobufJSON.duration(text)
        else { return false }
        return ttl.seconds == 0 && ttl.nanoseconds >= 0
    }

    private enum Visibility {
        static let `public` = 2
        static let secret = 3
    }
}

extension Verdict {
    /// The verdict on a platform that a message has nothing for.
    static func nothing(for platform: Platform, in request: SendRequest) -> Verdict {
        let isBare = request.message.map { message in
            !["notification", "android", "android_v2", "apns", "webpush", "data"].contains {
                message.posted($0) != nil
            }
        }
        if isBare ?? true {
            return .notShown("no_content", "The message has a target and nothing else, so nothing is shown.")
        }
        return .notShown(
            "other_platform_only",
            "What the message has is for other platforms; nothing is shown on \(platform.label) unless the app draws it."
        )
    }
}
