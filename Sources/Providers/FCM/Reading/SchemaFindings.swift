import Bytes
import JSONText
import PushModel

extension SendRequest {
    /// What does not fit the definition, each with how to mend it.
    var schemaFindings: [Finding] { violations.map(finding) }

    private func finding(for violation: SchemaViolation) -> Finding {
        let place = pointer(to: violation.value).place
        switch violation.kind {
        case .unknownField:
            return unknownField(violation, at: place)
        case .secondOfOneof:
            return .error(
                "fcm-several-targets",
                at: place,
                "The message has \(violation.key) beside another target; it may have one only.",
                help: "Send one message for each target."
            )
        case .list:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(violation.key) is a list, and FCM takes one value.",
                help: "Send the value itself, without brackets."
            )
        case .entryNotString(let map):
            let isData = "\(map)" == "data"
            return .error(
                isData ? "fcm-data-not-string" : "fcm-header-not-string",
                at: place,
                "\(map).\(violation.key) is \(violation.value.kind.described); FCM \(map) values must be strings.",
                help: quoted(violation.value).map { "Send \($0)." } ?? "Send a string that holds the JSON."
            )
        case .wrongType(let kind):
            return wrongType(violation, kind, at: place)
        }
    }

    private func unknownField(_ violation: SchemaViolation, at place: Finding.Place) -> Finding {
        if violation.field == nil, LegacyField.isRoot(violation.key) {
            return .error(
                "fcm-legacy-format",
                at: place,
                "\(violation.key) at the root belongs to the removed /fcm/send format.",
                help: "Wrap the request in message and name the target token, topic or condition."
            )
        }
        let parent = violation.field.map { "in \($0)" } ?? "at the root"
        return .error(
            "fcm-unknown-field",
            at: place,
            "\(violation.key) \(parent) does not exist in v1, and FCM refuses unknown fields.",
            help: LegacyField.replacement(for: violation.key, in: violation.field)
                ?? "Remove it, or compare its spelling with the definition."
        )
    }

    private func wrongType(_ violation: SchemaViolation, _ kind: Field.Kind, at place: Finding.Place) -> Finding {
        let value = violation.value
        let name = violation.key.isEmpty ? "The value" : violation.key.description
        switch kind {
        case .duration:
            return .error(
                "fcm-bad-duration",
                at: place,
                "\(name) is no duration: a duration is a string of seconds that ends in s.",
                help: duration(from: value).map { "Write \"\($0)s\", if it counts seconds." }
                    ?? "Write it such as \"3600s\"."
            )
        case .enumeration(let schema):
            let values = schema.values.map(\.description).joined(separator: ", ")
            return .error(
                "fcm-unknown-value",
                at: place,
                "\(name) has a value that FCM does not know.",
                help: "Send one of \(values)."
            )
        case .stringMap, .structure, .message:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(name) is \(value.kind.described), and FCM takes an object.",
                help: value.kind == .array && value.count == 0
                    ? "Leave it out when it is empty; an empty list is no empty object." : "Send an object."
            )
        case .string, .bool, .int32, .float, .timestamp:
            return .error(
                "fcm-wrong-type",
                at: place,
                "\(name) is \(value.kind.described), and FCM takes \(kind.described).",
                help: "Send \(kind.described)."
            )
        }
    }

    /// A number or literal in quotes; nil for what no quotes make right.
    private func quoted(_ value: JSONValue) -> String? {
        switch value.kind {
        case .number, .true, .false: "\"\(Text(repairing: value.raw.prefix(SchemaDecoder.maximumPrintedBytes)))\""
        case .null: "\"\", or leave the key out"
        case .string, .array, .object: nil
        }
    }

    private func duration(from value: JSONValue) -> Int64? {
        value.integer ?? value.text.flatMap { ASCII.integer($0.bytes[...]) }
    }
}

extension Field.Kind {
    fileprivate var described: String {
        switch self {
        case .string: "a string"
        case .bool: "true or false"
        case .int32: "a whole number of 32 bits"
        case .float: "a number"
        case .duration: "a string such as \"3600s\""
        case .timestamp: "a time such as \"2026-11-29T23:59:59Z\""
        case .enumeration: "one of its names"
        case .message, .stringMap, .structure: "an object"
        }
    }
}

/// Fields of the removed API, and of places where the v1 API has none, with what took their place.
private enum LegacyField {
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
