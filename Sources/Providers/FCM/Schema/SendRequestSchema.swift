// The request of `projects.messages.send`, field by field.
//
// Source: FCM HTTP v1 discovery document, revision 20260306, and the generated client 19.0.0 for `fid`, `android_v2`
// and `live_activity_token`. `bypass_proxy_notification` left the document after 2023 and is still taken.
extension MessageSchema {
    /// The whole body of a send request.
    static let sendMessageRequest = MessageSchema(
        "google.firebase.fcm.v1.SendMessageRequest",
        [
            Field("validate_only", .bool),
            Field("message", .message(message)),
        ]
    )

    /// The message; exactly one field of the `target` group says where it goes.
    static let message = MessageSchema(
        "google.firebase.fcm.v1.Message",
        [
            Field("name", .string),
            Field("data", .stringMap),
            Field("notification", .message(notification)),
            Field("android", .message(android)),
            Field("android_v2", .message(androidV2)),
            Field("webpush", .message(webpush)),
            Field("apns", .message(apns)),
            Field("fcm_options", .message(analytics)),
            Field("token", .string, oneof: "target"),
            Field("fid", .string, oneof: "target"),
            Field("topic", .string, oneof: "target"),
            Field("condition", .string, oneof: "target"),
        ]
    )

    private static let notification = MessageSchema(
        "google.firebase.fcm.v1.Notification",
        [
            Field("title", .string),
            Field("body", .string),
            Field("image", .string),
        ]
    )

    private static let android = MessageSchema(
        "google.firebase.fcm.v1.AndroidConfig",
        androidDelivery + [
            Field("priority", .enumeration(.androidMessagePriority)),
            Field("notification", .message(androidNotification)),
        ]
    )

    private static let androidV2 = MessageSchema(
        "google.firebase.fcm.v1.AndroidConfigV2",
        androidDelivery + [
            Field("remote_notification", .message(androidRemoteNotification)),
            Field("background_sync", .message(MessageSchema("google.firebase.fcm.v1.AndroidBackgroundSync", []))),
        ]
    )

    private static let androidDelivery = [
        Field("collapse_key", .string),
        Field("ttl", .duration),
        Field("restricted_package_name", .string),
        Field("data", .stringMap),
        Field("fcm_options", .message(analytics)),
        Field("direct_boot_ok", .bool),
        Field("bandwidth_constrained_ok", .bool),
        Field("restricted_satellite_ok", .bool),
    ]

    private static let androidRemoteNotification = MessageSchema(
        "google.firebase.fcm.v1.AndroidRemoteNotification",
        [
            Field("notification", .message(androidNotificationV2)),
            Field("mutable_content", .bool),
            Field("use_as_v1_data_message", .bool),
        ]
    )

    private static let androidNotification = MessageSchema(
        "google.firebase.fcm.v1.AndroidNotification",
        androidCard + [
            Field("proxy", .enumeration(.proxy)),
            Field("bypass_proxy_notification", .bool),
        ]
    )

    private static let androidNotificationV2 = MessageSchema(
        "google.firebase.fcm.v1.AndroidNotificationV2",
        androidCard + [Field("id", .int32)]
    )

    private static let androidCard = [
        Field("title", .string),
        Field("body", .string),
        Field("icon", .string),
        Field("color", .string),
        Field("sound", .string),
        Field("tag", .string),
        Field("click_action", .string),
        Field("body_loc_key", .string),
        Field("body_loc_args", .string, isRepeated: true),
        Field("title_loc_key", .string),
        Field("title_loc_args", .string, isRepeated: true),
        Field("channel_id", .string),
        Field("ticker", .string),
        Field("sticky", .bool),
        Field("event_time", .timestamp),
        Field("local_only", .bool),
        Field("notification_priority", .enumeration(.notificationPriority)),
        Field("default_sound", .bool),
        Field("default_vibrate_timings", .bool),
        Field("default_light_settings", .bool),
        Field("vibrate_timings", .duration, isRepeated: true),
        Field("visibility", .enumeration(.visibility)),
        Field("notification_count", .int32),
        Field("light_settings", .message(lightSettings)),
        Field("image", .string),
    ]

    private static let lightSettings = MessageSchema(
        "google.firebase.fcm.v1.LightSettings",
        [
            Field("color", .message(color)),
            Field("light_on_duration", .duration),
            Field("light_off_duration", .duration),
        ]
    )

    private static let color = MessageSchema(
        "google.type.Color",
        [
            Field("red", .float),
            Field("green", .float),
            Field("blue", .float),
            Field("alpha", .float),
        ]
    )

    private static let apns = MessageSchema(
        "google.firebase.fcm.v1.ApnsConfig",
        [
            Field("headers", .stringMap),
            Field("payload", .structure),
            Field(
                "fcm_options",
                .message(
                    MessageSchema(
                        "google.firebase.fcm.v1.ApnsFcmOptions",
                        [Field("analytics_label", .string), Field("image", .string)]
                    )
                )
            ),
            Field("live_activity_token", .string),
        ]
    )

    private static let webpush = MessageSchema(
        "google.firebase.fcm.v1.WebpushConfig",
        [
            Field("headers", .stringMap),
            Field("data", .stringMap),
            Field("notification", .structure),
            Field(
                "fcm_options",
                .message(
                    MessageSchema(
                        "google.firebase.fcm.v1.WebpushFcmOptions",
                        [Field("link", .string), Field("analytics_label", .string)]
                    )
                )
            ),
        ]
    )

    private static let analytics = MessageSchema(
        "google.firebase.fcm.v1.FcmOptions",
        [Field("analytics_label", .string)]
    )
}

extension EnumerationSchema {
    /// How urgently Android delivers; the numbers are inferred from the order.
    static let androidMessagePriority = EnumerationSchema(
        "google.firebase.fcm.v1.AndroidConfig.AndroidMessagePriority",
        ["NORMAL", "HIGH"]
    )

    /// How prominent the card is below Android 8.
    static let notificationPriority = EnumerationSchema(
        "google.firebase.fcm.v1.AndroidNotification.NotificationPriority",
        [
            "PRIORITY_UNSPECIFIED", "PRIORITY_MIN", "PRIORITY_LOW", "PRIORITY_DEFAULT", "PRIORITY_HIGH", "PRIORITY_MAX",
        ]
    )

    /// How much of the card a secure lock screen shows.
    static let visibility = EnumerationSchema(
        "google.firebase.fcm.v1.AndroidNotification.Visibility",
        ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PUBLIC", "SECRET"]
    )

    /// Whether Google Play services may show the card for the app.
    static let proxy = EnumerationSchema(
        "google.firebase.fcm.v1.AndroidNotification.Proxy",
        ["PROXY_UNSPECIFIED", "ALLOW", "DENY", "IF_PRIORITY_LOWERED"]
    )
}
