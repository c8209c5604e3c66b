package import Bytes

/// A push in neutral terms: what it is, where it goes, what it displays, what it carries, how it is delivered.
///
/// Every field names the wire field that it comes from on each side; the payload is never part of the model, since it
/// is kept as it was posted.
package struct Message: Sendable {
    /// The effect, derived from the platform verdicts; see ``Kind``.
    package var kind: Kind = .empty
    /// What the sender declared: `apns-push-type`. FCM has no such field of its own.
    package var pushType: Text?
    /// The app: the bundle identifier in `apns-topic` (with its suffix), or the project in the FCM path.
    package var app: Text?
    /// Which world of APNs it was for, by the host that the request names: `:authority`, or `host` where there is none.
    /// Nil when the host says nothing, and for FCM, which has one world.
    package var environment: Environment?
    /// Where it goes.
    package var target = Target()
    /// What the push asks to show or play, on the platform that stands for the whole push, whether or not it is shown:
    /// a refused push keeps it. Nil when it asks for nothing. What a platform shows is ``Verdict/alert``.
    package var alert: Alert?
    /// The caller's own data: FCM's `data` after precedence, or every top-level APNs key except `aps`. The raw JSON of
    /// one object: keys and values as sent; nil when there is none.
    package var data: Text?
    /// The keys of ``data`` in the order sent, without repetition.
    package var dataKeys: [Text] = []
    /// Priority, expiry and collapse key.
    package var delivery = Delivery()
    /// The blocks of the request that a reader may want apart, in order.
    package var payloads: [Payload] = []
    /// What a gateway made of it; nil when it was sent to the service itself.
    package var gateway: Gateway?

    /// A message with nothing in it.
    package init() {}
}

/// What a push does, whatever its sender called it.
package enum Kind: String, Sendable, CaseIterable {
    /// A user notices it on at least one platform: a card, a badge, a sound, a Live Activity.
    case notification
    /// Nobody notices it; an app is woken or given data somewhere.
    case silent
    /// Nothing is shown and nothing is delivered; almost always a mistake. A refused push is one of these.
    case empty
}

/// A named block of a request, as it was posted.
package struct Payload: Sendable {
    /// What the block is.
    package enum Format: String, Sendable, CaseIterable {
        /// A whole body of MongoosePush's notification endpoint.
        case mongoosePush = "mongoosepush.notification"
        /// A whole APNs request body.
        case apns = "apns.payload"
        /// The value of `message` of an FCM request.
        case fcmMessage = "fcm.v1.message"
        /// The `android` block of an FCM message.
        case fcmAndroid = "fcm.v1.android"
        /// The `androidV2` block of an FCM message.
        case fcmAndroidV2 = "fcm.v1.android_v2"
        /// The `apns` block of an FCM message.
        case fcmAPNs = "fcm.v1.apns"
        /// The `webpush` block of an FCM message.
        case fcmWebpush = "fcm.v1.webpush"
    }

    /// What the block is.
    package let format: Format
    /// Its bytes as posted.
    package let data: Text

    /// A block.
    package init(format: Format, data: Text) {
        self.format = format
        self.data = data
    }
}
