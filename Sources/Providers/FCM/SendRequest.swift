import Bytes
import JSONText
import PushModel

/// The body of a send request, read by the definition: what fits, and where it does not.
final class SendRequest: Sendable {
    /// The whole body.
    let root: JSONValue
    /// `message`; nil when it is missing or no object.
    let message: TypedObject?
    /// True for a test send: FCM answers as if it had sent.
    let isValidateOnly: Bool
    /// True for a message to a topic or a condition.
    var isToTopic: Bool { message?["topic"] != nil || message?["condition"] != nil }
    /// What does not fit the definition, in document order.
    let violations: [SchemaViolation]
    /// `message.notification`.
    let notification: TypedObject?
    /// `message.android`.
    let android: TypedObject?
    /// `message.android_v2`.
    let androidV2: TypedObject?
    /// `message.apns`.
    let apns: TypedObject?
    /// `message.webpush`.
    let webpush: TypedObject?
    /// The card that the Android block describes.
    let androidNotification: TypedObject?

    /// Reads a body.
    init(parsing body: [UInt8]) throws(JSONTextError) {
        root = try JSONText(parsing: body).root
        var decoder = SchemaDecoder()
        let envelope = decoder.decode(root, as: .sendMessageRequest)
        message = envelope?.message("message")
        isValidateOnly = envelope?.isTrue("validate_only") ?? false
        violations = decoder.violations
        notification = message?.message("notification")
        android = message?.message("android")
        androidV2 = message?.message("android_v2")
        apns = message?.message("apns")
        webpush = message?.message("webpush")
        androidNotification =
            android?.message("notification") ?? androidV2?.message("remote_notification")?.message("notification")
    }

    /// Where a value stands, spelled as it was sent.
    func pointer(to value: JSONValue) -> JSONPointer {
        var pointer: JSONPointer = ""
        var current = root
        descent: while current.offset != value.offset {
            for member in current.members where member.value.covers(value) {
                pointer = pointer.member(member.key)
                current = member.value
                continue descent
            }
            for (index, element) in current.elements.enumerated() where element.covers(value) {
                pointer = pointer.element(index)
                current = element
                continue descent
            }
            break
        }
        return pointer
    }
}

extension JSONValue {
    fileprivate func covers(_ other: JSONValue) -> Bool {
        raw.startIndex <= other.offset && other.offset < raw.endIndex
    }
}
