package import Bytes
package import CaptureLog
package import HTTPMessage
package import PushModel

/// A push service that the recorder stands in for: one folder with two pure functions.
///
/// ``answer(to:in:)`` says what the vendor would reply, from the request alone. ``reading(of:at:)`` says what the request
/// means, from the captured exchange alone. Neither keeps state, reads a clock or touches a file. To add a provider,
/// write its folder and name it in ``Providers/all``.
package protocol Provider: Sendable {
    /// The name in the log, in filters and in the report.
    var name: Text { get }

    /// What its clients call around their sends.
    var endpoints: [any Endpoint] { get }

    /// True when the request is for one of this provider's routes, decided by the path and never by content type,
    /// version, port or authority.
    func owns(_ request: HTTPRequest) -> Bool

    /// What the vendor would answer.
    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer

    /// What the vendor would answer if it refused a request that it would accept, as the user scripted.
    ///
    /// - Returns: nil when the refusal is not one of this provider's, or the request is for no push.
    func answer(_ failure: ScriptedFailure, to request: HTTPRequest, in context: AnswerContext) -> Answer?

    /// The vendor's own answer for "try again later", when the log cannot be written.
    func unavailable(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse

    /// The vendor's own answer for a body larger than the server takes at all.
    func tooLarge(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse

    /// What the captured exchange means.
    ///
    /// - Parameter time: when it was captured.
    func reading(of exchange: Exchange, at time: Instant) -> PushReading
}

extension Provider {
    /// Most services are called for sends alone.
    package var endpoints: [any Endpoint] { [] }
}

/// An answer, and what the log should say beside it.
package struct Answer: Sendable {
    /// The answer.
    package var response: HTTPResponse
    /// A warning to record with the exchange.
    package var warning: Text?
    /// False for a request that sends nothing and means to send nothing, such as one for a page: it is recorded, and is
    /// no push.
    package var isPush = true
    /// What the meaning of the exchange depends on besides the exchange itself, to be recorded with it; the provider
    /// reads it back from ``Annotations/others``.
    package var notes: [Annotations.Member] = []
    /// How a gateway got on with the push, for its counters; nil when there was none.
    package var outcome: SendOutcome?

    /// An answer.
    package init(_ response: HTTPResponse, warning: Text? = nil) {
        self.response = response
        self.warning = warning
    }
}

/// What an answer may depend on besides the request.
package struct AnswerContext: Sendable {
    /// The identifier of the event that will record the exchange: 26 characters of a ULID.
    package let eventID: Text
    /// A fresh UUID, lower case, for an answer that needs one.
    package let uuid: Text
    /// How strict to be and what to insist on.
    package let rules: AnswerRules
    /// When the request came.
    package let time: Instant
    /// How often each of ``Answer/outcome`` was there before.
    package let outcomes: [SendOutcome: Int]

    /// A context.
    package init(
        eventID: Text, uuid: Text, rules: AnswerRules, time: Instant = Instant(microseconds: 0),
        outcomes: [SendOutcome: Int] = [:]
    ) {
        self.eventID = eventID
        self.uuid = uuid
        self.rules = rules
        self.time = time
        self.outcomes = outcomes
    }
}

/// How a gateway got on with a push.
package struct SendOutcome: Sendable, Hashable, Comparable {
    /// Who was to deliver it.
    package let service: Text
    /// The category of the failure; nil when there was none.
    package let category: Text?
    /// The reason of the failure; nil when there was none.
    package let reason: Text?

    /// A success, or a failure with both of its words.
    package init(service: Text, category: Text? = nil, reason: Text? = nil) {
        self.service = service
        self.category = category
        self.reason = reason
    }

    package static func < (left: SendOutcome, right: SendOutcome) -> Bool {
        (left.service, left.category ?? "", left.reason ?? "") < (
            right.service, right.category ?? "", right.reason ?? ""
        )
    }
}

/// What the user asked the recorder to insist on.
package struct AnswerRules: Sendable, Equatable {
    /// `--lenient`: accept whatever can be understood instead of what the vendor would accept.
    package var isLenient = false
    /// `--fcm-bearer-token`: the only bearer token FCM accepts; nil accepts any and none.
    package var fcmBearerToken: Text?
    /// `--apns-topic`: the only topic APNs accepts; nil accepts any.
    package var apnsTopic: Text?
    /// `--apns-key-id`: the only `kid` APNs accepts; nil accepts any.
    package var apnsKeyID: Text?
    /// How the MongoosePush gateway is set up.
    package var mongoosePush = MongoosePush.Settings()

    /// The vendor's strictness, no pins, and a gateway as nobody has set it up.
    package init() {}
}
