import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Providers
import PushModel
import ScriptedAnswers
import TestSupport
import Testing

/// What a script makes of the answers of every provider.
@Suite struct AnswerScriptTests {
    static let time = Instant(microseconds: 1_795_953_600_000_000)
    static let context = AnswerContext(
        eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", rules: AnswerRules(),
        time: time
    )

    static let apns = HTTPRequest.fixture(
        "POST", "/3/device/00fc13ad", headers: ["apns-topic": "com.example.MyApp"],
        body: #"{"aps":{"alert":{"title":"Order shipped","body":"b"}}}"#
    )
    static let fcm = HTTPRequest.fixture(
        "POST", "/v1/projects/p/messages:send", headers: ["content-type": "application/json"],
        body: #"{"message":{"token":"t","notification":{"title":"Order shipped"}}}"#
    )

    static func gateway(_ service: String, version: String = "v3") -> HTTPRequest {
        let notification =
            version == "v1" ? #""title":"T","body":"B""# : #""alert":{"title":"T","body":"B"}"#
        return .fixture(
            "POST", Text("/\(version)/notification/TOK"), headers: ["content-type": "application/json"],
            body: Text(#"{"service":"\#(service)",\#(notification)}"#)
        )
    }

    static func play(_ script: inout AnswerScript, _ request: HTTPRequest) -> AnswerScript.Scene? {
        guard let provider = Providers.owner(of: request) else { return nil }
        let answer = provider.answer(to: request, in: context)
        var annotations = Annotations()
        annotations.others = answer.notes
        return script.play(request, answered: answer, by: provider, in: context, noting: annotations)
    }

    static func play(_ rule: String, _ request: HTTPRequest) throws -> AnswerScript.Scene? {
        var script = AnswerScript(try AnswerFile.read(Array(#"{"answers":[\#(rule)]}"#.utf8)))
        return play(&script, request)
    }

    // MARK: Which pushes a rule is for

    struct Match: Sendable, CustomTestStringConvertible {
        let conditions: String
        let isForAPNs: Bool
        let isForFCM: Bool

        var testDescription: String { conditions }
    }

    @Test(arguments: [
        Match(conditions: "", isForAPNs: true, isForFCM: true),
        Match(conditions: #""provider":"apns","#, isForAPNs: true, isForFCM: false),
        Match(conditions: #""target":"t","#, isForAPNs: false, isForFCM: true),
        Match(conditions: #""target":"00fc13ad","#, isForAPNs: true, isForFCM: false),
        Match(conditions: #""target":"00fc","#, isForAPNs: false, isForFCM: false),
        Match(conditions: #""app":"p","#, isForAPNs: false, isForFCM: true),
        Match(conditions: #""filter":"title:\"Order shipped\"","#, isForAPNs: true, isForFCM: true),
        Match(conditions: #""filter":"push_type:voip","#, isForAPNs: false, isForFCM: false),
        Match(conditions: #""provider":"fcm","app":"q","#, isForAPNs: false, isForFCM: false),
    ])
    func `a rule is for the pushes that have all it asks for`(match: Match) throws {
        let rule = #"{\#(match.conditions)"answer":{"drop":true}}"#
        #expect(try (Self.play(rule, Self.apns) != nil) == match.isForAPNs)
        #expect(try (Self.play(rule, Self.fcm) != nil) == match.isForFCM)
    }

    @Test func `a push that is refused anyway gets the provider's own answer`() throws {
        let request = HTTPRequest.fixture("POST", "/3/device/00fc13ad", body: #"{"aps":{}}"#)
        #expect(try Self.play(#"{"answer":{"reason":"Shutdown"}}"#, request) == nil)
        #expect(try Self.play(#"{"answer":{"drop":true}}"#, .fixture("GET", "/healthcheck")) == nil)
    }

    @Test func `the first rule that is not used up decides`() throws {
        var script = AnswerScript(
            try AnswerFile.read(
                Array(
                    #"""
                    {"answers":[{"provider":"apns","times":2,"answer":{"reason":"TooManyRequests"}},
                    {"times":1,"answer":{"delay":"1s"}},{"provider":"fcm","answer":{"error":"INTERNAL"}}]}
                    """#.utf8)
            )
        )
        let requests = [Self.apns, Self.fcm, Self.apns, Self.apns, Self.fcm]
        let scenes = requests.map { Self.play(&script, $0) }
        #expect(scenes.map { $0?.answer.response.status } == [429, 200, 429, nil, 500])
        #expect(
            scenes.map { $0?.note } == [
                "rule 1: TooManyRequests", "rule 2: after 1s", "rule 1: TooManyRequests", nil, "rule 3: INTERNAL",
            ]
        )
    }

    // MARK: What the vendors would say

    @Test(arguments: [
        ("BadDeviceToken", 400), ("ExpiredProviderToken", 403), ("TooManyRequests", 429), ("InternalServerError", 500),
        ("ServiceUnavailable", 503),
    ])
    func `APNs refuses with its reason`(reason: String, status: Int) throws {
        let scene = try #require(try Self.play(#"{"answer":{"reason":"\#(reason)"}}"#, Self.apns))
        #expect(scene.answer.response.status == status)
        #expect(scene.answer.response.body == Array(#"{"reason":"\#(reason)"}"#.utf8))
        #expect(scene.answer.response.headers.first("apns-id") != nil)
    }

    @Test(arguments: [("", 1_795_953_600_000), (#","timestamp":7"#, 7)])
    func `a device that is gone is gone since a moment`(timestamp: String, since: Int64) throws {
        let scene = try #require(try Self.play(#"{"answer":{"reason":"Unregistered"\#(timestamp)}}"#, Self.apns))
        #expect(scene.answer.response.status == 410)
        #expect(scene.answer.response.body == Array(#"{"reason":"Unregistered","timestamp":\#(since)}"#.utf8))
    }

    @Test(arguments: [
        ("UNREGISTERED", 404, "NOT_FOUND"), ("SENDER_ID_MISMATCH", 403, "PERMISSION_DENIED"),
        ("QUOTA_EXCEEDED", 429, "RESOURCE_EXHAUSTED"), ("UNAVAILABLE", 503, "UNAVAILABLE"),
        ("INTERNAL", 500, "INTERNAL"), ("THIRD_PARTY_AUTH_ERROR", 401, "UNAUTHENTICATED"),
        ("INVALID_ARGUMENT", 400, "INVALID_ARGUMENT"),
    ])
    func `FCM refuses with its code`(code: String, status: Int, canonical: String) throws {
        let scene = try #require(try Self.play(#"{"answer":{"error":"\#(code)","retry_after":30}}"#, Self.fcm))
        let response = scene.answer.response
        #expect(response.status == status)
        #expect(response.headers.first("retry-after").map { Text(repairing: $0) } == "30")
        let error = try JSONText(parsing: response.body).root.last("error")
        #expect(error?.last("status")?.text == Text(canonical))
        let details = error?.last("details")?.elements.map { $0.last("errorCode")?.text }
        #expect(details == [Text(code)])
    }

    @Test func `a vendor does not speak the words of another`() throws {
        #expect(try Self.play(#"{"answer":{"reason":"Shutdown"}}"#, Self.fcm) == nil)
        #expect(try Self.play(#"{"answer":{"error":"INTERNAL"}}"#, Self.apns) == nil)
        #expect(try Self.play(#"{"answer":{"result":["generic","x"]}}"#, Self.apns) == nil)
        #expect(try Self.play(#"{"answer":{"error":"INTERNAL"}}"#, Self.gateway("apns")) == nil)
    }

    // MARK: What MongoosePush makes of it

    struct Result: Sendable, CustomTestStringConvertible {
        let category: String
        let reason: String
        let v3: Int
        let word: String
        var v2 = 500
        var details: String?

        var testDescription: String { "\(category), \(reason)" }
    }

    @Test(arguments: [
        Result(category: "invalid_request", reason: "BadCollapseId", v3: 400, word: "invalid_request"),
        Result(category: "unregistered", reason: "Unregistered", v3: 410, word: "unregistered"),
        Result(category: "payload_too_large", reason: "PayloadTooLarge", v3: 413, word: "payload_too_large"),
        Result(category: "too_many_requests", reason: "TooManyRequests", v3: 429, word: "too_many_requests"),
        Result(category: "service_internal", reason: "ServiceUnavailable", v3: 503, word: "service_internal"),
        Result(category: "auth", reason: "BadCertificate", v3: 503, word: "service_internal"),
        Result(category: "internal_config", reason: "DuplicateHeaders", v3: 503, word: "internal_config"),
        Result(category: "unspecified", reason: "Unspecified", v3: 520, word: "unspecified"),
        Result(category: "generic", reason: "no_matching_pool", v3: 400, word: "no_matching_pool"),
        Result(category: "generic", reason: "invalid_notification", v3: 400, word: "invalid_notification"),
        Result(category: "generic", reason: "connection_lost", v3: 503, word: "connection_lost"),
        Result(
            category: "generic", reason: "unable_to_connect", v3: 503, word: "unable_to_connect", v2: 503,
            details: "Please try again later"
        ),
        Result(category: "generic", reason: "unspecified", v3: 500, word: "unspecified"),
        Result(category: "generic", reason: "ExpiredToken", v3: 500, word: "ExpiredToken"),
        Result(category: "unknown", reason: "Unknown", v3: 500, word: ""),
    ])
    func `a result is told in the words of each version`(result: Result) throws {
        let rule = #"{"answer":{"result":["\#(result.category)","\#(result.reason)"]}}"#
        let third = try #require(try Self.play(rule, Self.gateway("apns"))).answer
        #expect(third.response.status == result.v3)
        #expect(third.response.body == Array((result.word.isEmpty ? "" : #"{"reason":"\#(result.word)"}"#).utf8))
        #expect(third.outcome?.category == Text(result.category))
        for version in ["v1", "v2"] {
            let answer = try #require(try Self.play(rule, Self.gateway("fcm", version: version))).answer
            #expect(answer.response.status == result.v2)
            #expect(answer.response.body == Array(#"{"details":"\#(result.details ?? result.reason)"}"#.utf8))
        }
    }

    @Test(arguments: [
        ("BadDeviceToken", 400, "invalid_request"), ("BadCertificate", 503, "service_internal"),
        ("BadPath", 503, "internal_config"), ("MethodNotAllowed", 503, "internal_config"),
        ("Unregistered", 410, "unregistered"), ("PayloadTooLarge", 413, "payload_too_large"),
        ("InternalServerError", 503, "service_internal"), ("TooManyRequests", 429, "too_many_requests"),
        ("ServiceUnavailable", 503, "service_internal"), ("DeviceTokenNotForTopic", 400, "invalid_request"),
        ("ExpiredToken", 500, "ExpiredToken"), ("InvalidPushType", 500, "InvalidPushType"),
    ])
    func `a reason of APNs is told in its category`(reason: String, status: Int, word: String) throws {
        let rule = #"{"answer":{"reason":"\#(reason)"}}"#
        let third = try #require(try Self.play(rule, Self.gateway("apns"))).answer
        #expect(third.response.status == status)
        #expect(third.response.body == Array(#"{"reason":"\#(word)"}"#.utf8))
        let second = try #require(try Self.play(rule, Self.gateway("apns", version: "v2"))).answer
        #expect(second.response.status == 500)
        #expect(second.response.body == Array(#"{"details":"\#(reason)"}"#.utf8))
    }

    @Test(arguments: [
        ("SENDER_ID_MISMATCH", 503, "service_internal"), ("UNREGISTERED", 410, "unregistered"),
        ("QUOTA_EXCEEDED", 429, "too_many_requests"), ("INTERNAL", 503, "service_internal"),
        ("THIRD_PARTY_AUTH_ERROR", 503, "service_internal"), ("UNAVAILABLE", 503, "service_internal"),
        ("INVALID_ARGUMENT", 400, "invalid_request"), ("UNSPECIFIED_ERROR", 500, "UNSPECIFIED_ERROR"),
    ])
    func `a code of FCM is told in its category`(code: String, status: Int, word: String) throws {
        let scene = try #require(try Self.play(#"{"answer":{"error":"\#(code)"}}"#, Self.gateway("fcm")))
        #expect(scene.answer.response.status == status)
        #expect(scene.answer.response.body == Array(#"{"reason":"\#(word)"}"#.utf8))
    }

    // MARK: What is said of it

    @Test func `the meaning says that the answer was scripted`() throws {
        let request = Self.gateway("apns")
        let scene = try #require(try Self.play(#"{"answer":{"reason":"Unregistered"}}"#, request))
        var annotations = Annotations()
        annotations.others = scene.answer.notes
        annotations.scripted = scene.note
        let exchange = Exchange(
            provider: "mongoosepush", request: request, response: scene.answer.response, annotations: annotations
        )
        let reading = try #require(exchange.reading(at: Self.time))
        #expect(reading.findings.map(\.code).contains("scripted-answer"))
        #expect(reading.findings.map(\.code).contains("mongoosepush-refused"))
        #expect(reading.verdicts.ios?.outcome == .refused)
        #expect(reading.verdicts.ios?.reason == "unregistered")
        #expect(reading.message.gateway?.outgoing?.path == "/3/device/TOK")
    }

    @Test func `a dropped connection has a status of its own in the log`() throws {
        let scene = try #require(try Self.play(#"{"answer":{"drop":true,"delay":"5ms"}}"#, Self.apns))
        #expect(scene.isDropped)
        #expect(scene.delay == TimeSpan(microseconds: 5000))
        #expect(scene.answer.response.status == 444)
        #expect(scene.answer.response.headers.isEmpty)
        #expect(scene.note == "rule 1: connection dropped after 5ms")
    }
}
