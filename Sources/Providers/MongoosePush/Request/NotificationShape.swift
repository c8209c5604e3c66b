import Bytes

/// An object of the request schema: which keys it may have, of which types, and which it must have.
///
/// What requests are checked by and what `/swagger.json` says are made of the same shapes.
struct NotificationShape: Sendable {
    /// One key and what its value has to be.
    struct Field: Sendable {
        let name: StaticString
        let type: ValueType
    }

    /// What a value has to be.
    enum ValueType: Sendable {
        case string
        case choice([String])
        /// 32 bits, as a number or as text.
        case integer
        /// As a literal or as text.
        case boolean
        case strings
        /// Any content.
        case object
        case alert
    }

    /// The name of the schema in `/swagger.json`.
    let name: Text
    /// The keys in the order in which errors list them.
    let fields: [Field]
    /// The keys that must be there, in the order in which errors list them.
    let required: [StaticString]

    /// The body of version 1.
    static let flat = NotificationShape(
        name: "Request.SendNotification.FlatNotification",
        fields: [
            Field(name: "badge", type: .integer),
            Field(name: "body", type: .string),
            Field(name: "click_action", type: .string),
            Field(name: "data", type: .object),
            Field(name: "mode", type: mode),
            Field(name: "service", type: service),
            Field(name: "tag", type: .string),
            Field(name: "title", type: .string),
            Field(name: "topic", type: .string),
        ],
        required: ["service", "body", "title"]
    )

    /// A visible notification.
    static let visible = NotificationShape(
        name: "Request.SendNotification.Deep.AlertNotification",
        fields: [alertField] + common,
        required: ["service", "alert"]
    )

    /// Data alone.
    static let silent = NotificationShape(
        name: "Request.SendNotification.Deep.SilentNotification",
        fields: [dataField] + common,
        required: ["service", "data"]
    )

    /// A visible notification with data.
    static let mixed = NotificationShape(
        name: "Request.SendNotification.Deep.MixedNotification",
        fields: [alertField, dataField] + common,
        required: ["service", "alert", "data"]
    )

    /// The value of `alert`.
    static let alert = NotificationShape(
        name: "Request.SendNotification.Deep.Common.Alert",
        fields: [
            Field(name: "badge", type: .integer),
            Field(name: "body", type: .string),
            Field(name: "click_action", type: .string),
            Field(name: "sound", type: .string),
            Field(name: "tag", type: .string),
            Field(name: "title", type: .string),
        ],
        required: ["body", "title"]
    )

    /// The shape of versions 2 and 3, decided by which of the two keys are there, whatever their values.
    static func deep(hasAlert: Bool, hasData: Bool) -> NotificationShape {
        hasAlert && hasData ? mixed : hasData ? silent : visible
    }

    private static let service = ValueType.choice(["fcm", "apns"])
    private static let mode = ValueType.choice(["prod", "dev"])
    private static let alertField = Field(name: "alert", type: .alert)
    private static let dataField = Field(name: "data", type: .object)
    private static let common = [
        Field(name: "mode", type: mode),
        Field(name: "mutable_content", type: .boolean),
        Field(name: "priority", type: .choice(["normal", "high"])),
        Field(name: "service", type: service),
        Field(name: "tags", type: .strings),
        Field(name: "time_to_live", type: .integer),
        Field(name: "topic", type: .string),
    ]
}
