import Bytes
import JSONText
import PushModel

/// The rules that FCM applies to a request that fits the definition, in the order in which they are checked here; Google
/// documents none.
///
/// Only what the request alone shows is refused. Whether a token is registered, whether its app is the sender's, and
/// whether a quota is used up stay unknown. So every token of visible ASCII characters passes: a real one has letters,
/// digits, `-`, `_` and `:` alone and a length of its own, and tests use names instead.
struct RequestRules {
    /// The longest time to live in seconds: four weeks.
    static let maximumTTLSeconds: Int64 = 2_419_200
    /// How many reserved keys are told; each costs a walk to its place.
    static let maximumReservedKeys = 20

    /// The rules that the request breaks.
    private(set) var problems: [RequestProblem] = []
    private var reservedKeys = 0
    private let request: SendRequest

    /// Checks a request.
    init(checking request: SendRequest) {
        self.request = request
        guard let message = request.message else {
            addNoRecipient(at: request.pointer(to: request.root))
            return
        }
        checkTarget(of: message)
        checkAndroidBlocks()
        checkDataKeys(message["data"])
        for block in [request.android, request.androidV2, request.webpush] { checkDataKeys(block?["data"]) }
        checkTTL(request.android?["ttl"], field: "message.android.ttl")
        checkTTL(request.androidV2?["ttl"], field: "message.android_v2.ttl")
        checkWebTTL()
        checkApplePayload()
        checkCollapseID()
        checkSize()
    }

    private mutating func add(_ refusal: GoogleError, _ finding: Finding) {
        problems.append(RequestProblem(refusal: refusal, finding: finding))
    }

    // MARK: Target

    private mutating func checkTarget(of message: TypedObject) {
        if let token = message.nonEmptyText("token") {
            guard !token.bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return }
            add(
                GoogleError(
                    code: 400,
                    status: "INVALID_ARGUMENT",
                    message: RequestRules.malformedToken,
                    details: [
                        .fcmError("INVALID_ARGUMENT"),
                        .badRequest([.init(field: "message.token", description: RequestRules.malformedToken)]),
                    ]
                ),
                .error(
                    "fcm-malformed-token",
                    at: place(message["token"]),
                    "The token has characters that no registration token has.",
                    help: "Send the token exactly as the app's Firebase SDK reports it."
                )
            )
        } else if message.nonEmptyText("fid") != nil {
            return
        } else if let topic = message.nonEmptyText("topic") {
            checkTopic(topic, at: place(message["topic"]))
        } else if let condition = message.nonEmptyText("condition") {
            guard !TopicSyntax.isCondition(condition) else { return }
            add(
                .plainInvalidArgument,
                .error(
                    "fcm-bad-condition",
                    at: place(message["condition"]),
                    "The condition is not one that FCM understands.",
                    help: """
                        Join up to \(TopicSyntax.maximumTopics) of 'name' in topics by && and ||, with ! and \
                        parentheses where needed.
                        """
                )
            )
        } else {
            addNoRecipient(at: request.pointer(to: message.json))
        }
    }

    private static let malformedToken: Text = "The registration token is not a valid FCM registration token"

    private mutating func addNoRecipient(at pointer: JSONPointer) {
        add(
            .invalidArgument("Recipient of the message is not set.", field: "message"),
            .error(
                "fcm-no-target",
                at: pointer.place,
                "The message goes nowhere.",
                help: "Set exactly one of token, fid, topic and condition in message."
            )
        )
    }

    private mutating func checkTopic(_ topic: Text, at place: Finding.Place) {
        guard !TopicSyntax.isName(topic.bytes[...]) else { return }
        let refusal = GoogleError.invalidArgument("Topic name contains invalid characters.", field: "message")
        if ASCII.hasPrefix(topic.bytes[...], "/topics/") {
            add(
                refusal,
                .error(
                    "fcm-topic-prefix",
                    at: place,
                    "A topic of the v1 API is a bare name; /topics/ belongs to the removed API.",
                    help: "Send what follows /topics/."
                )
            )
        } else {
            add(
                refusal,
                .error(
                    "fcm-bad-topic",
                    at: place,
                    "A topic has 1 to \(TopicSyntax.maximumNameBytes) letters, digits and -_.~% characters.",
                    help: "Rename the topic, here and where apps subscribe."
                )
            )
        }
    }

    // MARK: Android

    private mutating func checkAndroidBlocks() {
        guard request.android != nil, let second = request.androidV2 else { return }
        add(
            .invalidArgument("message", "android and android_v2 are mutually exclusive."),
            .error(
                "fcm-two-android-blocks",
                at: request.pointer(to: second.json).place,
                "android and android_v2 exclude each other.",
                help: "Keep one of the two blocks."
            )
        )
    }

    private mutating func checkDataKeys(_ data: JSONValue?) {
        guard let data else { return }
        for member in data.members where RequestRules.isReserved(member.keyBytes) {
            reservedKeys += 1
            guard reservedKeys <= RequestRules.maximumReservedKeys else { return }
            let key = Text(repairing: member.key.bytes.prefix(SchemaDecoder.maximumPrintedBytes))
            add(
                .invalidArgument(Text("Invalid data payload key: \(key)"), field: "message.data"),
                .error(
                    "fcm-reserved-data-key",
                    at: place(member.value),
                    "The data key \(key) is reserved for FCM.",
                    help:
                        "Rename the key: from, message_type and all that begin with google. or gcm.notification. are FCM's."
                )
            )
        }
    }

    private static func isReserved(_ key: ArraySlice<UInt8>) -> Bool {
        ASCII.equal(key, "from") || ASCII.equal(key, "message_type") || ASCII.hasPrefix(key, "google.")
            || ASCII.hasPrefix(key, "gcm.notification.")
    }

    private mutating func checkTTL(_ value: JSONValue?, field: Text) {
        guard let value, let text = value.text, let ttl = try? ProtobufJSON.duration(text) else { return }
        let isNegative = ttl.seconds < 0 || ttl.nanoseconds < 0
        let isTooLong =
            ttl.seconds > RequestRules.maximumTTLSeconds
            || (ttl.seconds == RequestRules.maximumTTLSeconds && ttl.nanoseconds > 0)
        guard isNegative || isTooLong else { return }
        add(
            .invalidArgument(field, "The time to live must be from 0 to 2419200 seconds."),
            .error(
                "fcm-ttl-range",
                at: place(value),
                "The time to live \(text) is \(isNegative ? "negative" : "longer than four weeks").",
                help: "Send 0s to \(RequestRules.maximumTTLSeconds)s."
            )
        )
    }

    // MARK: Web

    private mutating func checkWebTTL() {
        guard let value = request.webpush?["headers"]?.header("TTL"), let text = value.text else { return }
        if let seconds = ASCII.integer(text.bytes[...]), seconds >= 0 { return }
        add(
            .invalidArgument("TTL must be a non-negative integer.", field: "message.webpush.headers.TTL"),
            .error(
                "fcm-web-ttl",
                at: place(value),
                "The header TTL of a web push is a number of seconds.",
                help: "Send digits only, such as \"3600\"."
            )
        )
    }

    // MARK: Apple

    private mutating func checkApplePayload() {
        guard let payload = request.apns?["payload"] else { return }
        guard let aps = payload.last("aps") else {
            add(
                .invalidArgument(
                    "Payload of Apple Push Notification Service must contain an [aps] key.",
                    field: "message.apns.payload"
                ),
                .error(
                    "fcm-apns-without-aps",
                    at: place(payload),
                    "apns.payload has no aps in it.",
                    help: "Put the alert, sound and badge into aps, or remove apns.payload."
                )
            )
            return
        }
        guard aps.kind != .object || aps.count == 0 else { return }
        add(
            .invalidArgument("Value of [aps] must be a non-empty dictionary.", field: "message.apns.payload.aps"),
            .error(
                "fcm-empty-aps",
                at: place(aps),
                "aps has nothing in it.",
                help: "Put an alert, a sound, a badge or content-available into aps, or remove apns.payload."
            )
        )
    }

    private mutating func checkCollapseID() {
        let limit = APNsRules.longestCollapseID
        guard let value = request.apns?["headers"]?.header("apns-collapse-id"), let count = value.text?.bytes.count,
            count > limit
        else { return }
        add(
            .invalidArgument(
                "The length of [apns-collapse-id] header must not exceed [64] bytes.",
                field: "message.apns.headers.apns-collapse-id"
            ),
            .error(
                "fcm-collapse-id-length",
                at: place(value),
                "apns-collapse-id has \(count) bytes; the limit is \(limit) bytes, not characters.",
                help: "Shorten it, or send a hash of it."
            )
        )
    }

    // MARK: Size

    private mutating func checkSize() {
        guard let size = MessageSize(of: request), size.valueBytes > MessageSize.maximumValueBytes else { return }
        add(
            .tooLarge,
            .error(
                "fcm-too-large",
                at: request.pointer(to: request.message?.json ?? request.root).place,
                "The message has \(size.bytes) bytes of data and text; FCM takes \(MessageSize.documentedBytes).",
                help: "Send less, or an identifier that the app fetches the rest by."
            )
        )
    }

    private func place(_ value: JSONValue?) -> Finding.Place {
        request.pointer(to: value ?? request.root).place
    }
}
