import Bytes

/// Fields of the removed API, and of places where the v1 API has none, with what took their place.
enum LegacyField {
    /// True for a key that only the removed API has at the root.
    static func isRoot(_ key: Text) -> Bool { rootKeys.contains(key) }

    private static let rootKeys: Set<Text> = [
        "to", "registration_ids", "condition", "notification", "data", "priority", "content_available",
        "mutable_content", "time_to_live", "collapse_key", "dry_run", "restricted_package_name",
    ]

    /// What to use instead of an unknown field.
    static func replacement(for key: Text, in parent: Text?) -> String? {
        replacements[parent ?? ""]?[key] ?? anywhere[key]
    }

    private static let replacements: [Text: [Text: String]] = [
        "message.notification": [
            "data": "Put data beside notification, in message.",
            "sound": "Use android.notification.sound and apns.payload.aps.sound.",
            "badge": "Use android.notification.notification_count and apns.payload.aps.badge.",
            "click_action": "Use android.notification.click_action and apns.payload.aps.category.",
            "icon": "Use android.notification.icon and webpush.notification.icon.",
            "priority": "Use android.priority and the apns-priority header.",
            "subtitle": "Use apns.payload.aps.alert.subtitle.",
        ],
        "message.android.notification": ["priority": "Use notification_priority, with a value such as PRIORITY_HIGH."],
        "message.apns": ["aps": "Put aps into apns.payload."],
        "": ["token": "Put it into message.", "topic": "Put it into message.", "android": "Put it into message."],
    ]

    private static let anywhere: [Text: String] = [
        "to": "Use token, topic or condition.",
        "registration_ids": "Send one request for each token.",
        "registration_tokens": "Send one request for each token.",
        "priority": "Use android.priority and the apns-priority header.",
        "content_available": "Use content-available in apns.payload.aps.",
        "contentAvailable": "Use content-available in apns.payload.aps.",
        "mutable_content": "Use mutable-content in apns.payload.aps.",
        "mutableContent": "Use mutable-content in apns.payload.aps.",
        "collapse_key": "Use android.collapse_key and the apns-collapse-id header.",
        "time_to_live": "Use android.ttl, the apns-expiration header and the web header TTL.",
        "ttl": "Use android.ttl, the apns-expiration header and the web header TTL.",
        "dry_run": "Use validate_only beside message.",
        "android_channel_id": "Use android.notification.channel_id.",
        "sound": "Use android.notification.sound and apns.payload.aps.sound.",
        "badge": "Use android.notification.notification_count and apns.payload.aps.badge.",
        "tag": "Use android.notification.tag.",
        "color": "Use android.notification.color.",
        "icon": "Use android.notification.icon.",
        "imageUrl": "Use image.",
        "image_url": "Use image.",
        "payload": "Use data, or apns.payload.",
    ]
}
