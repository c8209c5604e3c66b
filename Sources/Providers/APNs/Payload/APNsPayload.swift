import Bytes
import JSONText
import PushModel

/// A payload for Apple devices: what its `aps` dictionary asks for and which data of the app's own stands beside it.
///
/// The body of an APNs request and `apns.payload` of an FCM message are both one of these. Reading never fails: what has
/// the wrong type is left out and makes a finding. ``verdict(for:)`` and ``findings(for:)`` say what becomes of it.
///
/// Source: https://developer.apple.com/documentation/usernotifications/generating-a-remote-notification
struct APNsPayload: Sendable {
    /// What stands at `aps`.
    enum Presence: Sendable, Equatable {
        case dictionary
        case missing
        case wrongType(JSONValue.Kind)
    }

    /// How `aps.alert` was written.
    enum AlertForm: Sendable {
        case absent
        case text
        case dictionary
    }

    /// What stands at `aps`.
    let presence: Presence
    /// The object itself; nil for one that FCM makes.
    let object: JSONValue?
    /// Where the payload stands; `aps` is a member of it.
    let pointer: JSONPointer
    /// The `aps` dictionary; without keys when there is none.
    let aps: PayloadDictionary<APSKey>
    /// How `aps.alert` was written.
    let alertForm: AlertForm
    /// What is to be shown or played. FCM fills in the text of its own notification where `aps.alert` has none.
    var alert: Alert
    /// `content-available`: the app is to be woken.
    let isContentAvailable: Bool
    /// `mutable-content`: the app's service extension may change the alert.
    let hasMutableContent: Bool
    /// True when a sound stands inside `alert`, as a Live Activity has it.
    let hasSoundInAlert: Bool
    /// Every key beside `aps`.
    let customData: CustomData
    /// True when the app is handed data of its own. FCM adds its `data`.
    var hasCustomData: Bool
    /// What reading found, independent of headers.
    let readingFindings: [Finding]

    /// A payload with an empty `aps`, as FCM makes one from a message without an `apns` block.
    init(at pointer: JSONPointer) {
        object = nil
        self.pointer = pointer
        presence = .dictionary
        aps = PayloadDictionary(at: pointer.member("aps"))
        alertForm = .absent
        alert = Alert()
        isContentAvailable = false
        hasMutableContent = false
        hasSoundInAlert = false
        customData = CustomData()
        hasCustomData = false
        readingFindings = []
    }

    /// Reads a payload object.
    ///
    /// - Parameter payload: the object that has `aps` in it; any other kind of value reads as an object without keys.
    /// - Parameter pointer: where the payload stands in the request body: empty for APNs, `/message/apns/payload` for FCM.
    init(_ payload: JSONValue, at pointer: JSONPointer) {
        object = payload
        self.pointer = pointer
        let apsPointer = pointer.member("aps")
        var aps: PayloadDictionary<APSKey>
        if let value = payload.last("aps"), !value.isNull {
            presence = value.kind == .object ? .dictionary : .wrongType(value.kind)
            aps = PayloadDictionary(value, at: apsPointer)
        } else {
            presence = .missing
            aps = PayloadDictionary(at: apsPointer)
        }
        var reader = AlertReader()
        alertForm = reader.readAlert(&aps)
        reader.readRest(&aps)
        alert = reader.alert
        hasSoundInAlert = reader.hasSoundInAlert
        isContentAvailable = aps.flag(.contentAvailable)
        hasMutableContent = aps.flag(.mutableContent)
        self.aps = aps
        customData = CustomData(of: payload, except: "aps")
        hasCustomData = !customData.keys.isEmpty
        readingFindings = aps.findings
    }

    /// True when `aps.alert` is there and has no text that can be seen.
    var isAlertEmpty: Bool { alertForm != .absent && !alert.hasText }
}
