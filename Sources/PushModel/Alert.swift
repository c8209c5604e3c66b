package import Bytes

/// What a push asks a phone to show or play.
package struct Alert: Sendable, Equatable {
    /// `aps.alert.title`, or the FCM notification title of the platform.
    package var title: Text?
    /// `aps.alert.subtitle`; FCM has none.
    package var subtitle: Text?
    /// `aps.alert.body` or the bare-string alert, or the FCM notification body of the platform.
    package var body: Text?
    /// A URL the sender chose: `notification.image`, its Android override, or `apns.fcm_options.image`. Never fetched.
    package var image: Text?
    /// `aps.badge`, or `android.notification.notification_count`; 0 clears the badge.
    package var badge: Int64?
    /// `aps.sound` or its `name`, or `android.notification.sound`.
    package var sound: Text?
    /// `aps.category`: which buttons the card has.
    package var category: Text?
    /// Keys of strings in the app, with their arguments.
    package var localization: Localization?
    /// `aps.interruption-level`.
    package var interruptionLevel: Text?
    /// True when `aps.sound.critical` is 1.
    package var isCritical = false
    /// `aps.thread-id`, or `android.notification.tag`.
    package var thread: Text?
    /// `android.notification.channel_id`.
    package var channel: Text?

    /// An alert with nothing in it.
    package init() {}

    /// True when there is text that can be seen, literal or by key: what makes a card. Text of white space alone is kept
    /// as it was sent and makes none.
    package var hasText: Bool {
        title?.isBlank == false || body?.isBlank == false || subtitle?.isBlank == false
            || localization?.isEmpty == false
    }

    /// True when there is neither text nor badge nor sound: a category or image alone notifies nobody.
    package var isEmpty: Bool { !hasText && badge == nil && sound == nil }
}

/// Text that the app on the device looks up: keys with their arguments.
package struct Localization: Sendable, Equatable {
    /// `title-loc-key` or `title_loc_key`, and its arguments.
    package var title: LocalizedText?
    /// `subtitle-loc-key`, and its arguments; FCM has none.
    package var subtitle: LocalizedText?
    /// `loc-key` or `body_loc_key`, and its arguments.
    package var body: LocalizedText?

    /// No key at all.
    package init() {}

    /// True when there is no key; arguments alone mean nothing.
    package var isEmpty: Bool { title == nil && subtitle == nil && body == nil }
}

/// One key and the arguments that fill its placeholders.
package struct LocalizedText: Sendable, Equatable {
    /// The key in the app's strings.
    package let key: Text
    /// The arguments in order.
    package let arguments: [Text]

    /// A key with its arguments.
    package init(key: Text, arguments: [Text]) {
        self.key = key
        self.arguments = arguments
    }
}
