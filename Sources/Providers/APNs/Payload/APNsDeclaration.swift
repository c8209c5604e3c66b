import Bytes
import PushModel

/// What a sender declares beside a payload: the delivery headers that change what the payload means.
struct APNsDeclaration: Sendable {
    /// Where the headers stand in the request.
    enum Carrier: Sendable {
        /// Header fields of a request to APNs.
        case apns
        /// Members of the `headers` object at this place in an FCM message.
        case fcm(JSONPointer)
    }

    /// Where the headers stand.
    var carrier: Carrier
    /// `apns-push-type`, as sent. For FCM without the header: the type that FCM sets by itself, or nil.
    var pushType: Text?
    /// `apns-priority`, as sent.
    var priority: Text?
    /// `apns-expiration`, as sent.
    var expiration: Text?
    /// `apns-topic`, as sent.
    var topic: Text?
    /// `apns-collapse-id`, as sent.
    var collapseID: Text?
    /// True for a push to a broadcast channel.
    var isBroadcast = false

    /// Nothing declared.
    init(by carrier: Carrier) {
        self.carrier = carrier
    }

    /// The place of a header for a finding.
    func place(of header: Text) -> Finding.Place {
        switch carrier {
        case .apns: .header(name: header)
        case .fcm(let headers): headers.member(header).place
        }
    }

    /// The push type as one that Apple defines; nil when absent or unknown.
    var knownPushType: APNsPushType? { pushType.flatMap(APNsPushType.init) }
}
