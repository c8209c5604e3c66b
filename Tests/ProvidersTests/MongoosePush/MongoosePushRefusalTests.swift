import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

/// Pushes that the gateway sends on and that their service surely refuses, and those that a script stops on their way.
@Suite struct MongoosePushRefusalTests {
    /// A notification, what its service would say, and what the gateway makes of that.
    struct Refused: Sendable, CustomTestStringConvertible {
        let body: String
        var device = "00fc13ad"
        let reason: Text
        let finding: Text
        let place: Finding.Place
        let status: Int
        let word: String
        /// The reason of the service, as the older versions tell it.
        let details: String

        var testDescription: String { "\(details) for \(device) \(body.prefix(60))" }
    }

    static let refused = [
        Refused(
            body:
                #"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"\#(String(repeating: "b", count: 4096))"}}"#,
            reason: "payload_too_large", finding: "apns-payload-too-large", place: .body(pointer: ""), status: 413,
            word: "payload_too_large", details: "PayloadTooLarge"
        ),
        Refused(
            body: #"{"service":"apns","mode":"dev","alert":{"title":"T","body":"B"}}"#, reason: "missing_topic",
            finding: "apns-missing-topic", place: .header(name: "apns-topic"), status: 503, word: "internal_config",
            details: "MissingTopic"
        ),
        Refused(
            body: #"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"B"}}"#, device: "a%2Fb%3Fc",
            reason: "bad_path", finding: "apns-bad-path", place: .target, status: 503, word: "internal_config",
            details: "BadPath"
        ),
        Refused(
            body: #"{"service":"fcm","time_to_live":-1,"alert":{"title":"T","body":"B"}}"#, reason: "invalid_argument",
            finding: "fcm-ttl-range", place: .body(pointer: "/message/android/ttl"), status: 400,
            word: "invalid_request",
            details: "INVALID_ARGUMENT"
        ),
        Refused(
            body: #"{"service":"fcm","data":{"from":"x"}}"#, reason: "invalid_argument", finding: "fcm-refused",
            place: .request, status: 400, word: "invalid_request", details: "INVALID_ARGUMENT"
        ),
        Refused(
            body: #"{"service":"fcm","data":{"k":"v"}}"#, device: "a%20b", reason: "invalid_argument",
            finding: "fcm-malformed-token", place: .body(pointer: "/message/token"), status: 400,
            word: "invalid_request", details: "INVALID_ARGUMENT"
        ),
    ]

    @Test(arguments: refused) func `a push that its service would refuse is refused, whatever was answered`(
        refused: Refused
    ) throws {
        let reading = MongoosePushFixture.reading(Text(refused.body), to: Text("/v3/notification/\(refused.device)"))
        #expect(!reading.verdicts.all.isEmpty)
        #expect(reading.isRefused(answered: 200))
        for (_, verdict) in reading.verdicts.all {
            #expect(verdict.outcome == .refused)
            #expect(verdict.reason == refused.reason)
        }
        let finding = try #require(reading.finding(refused.finding))
        #expect(finding.place == .outgoing(refused.place))
        #expect(finding.severity == .error)
        let sentences =
            reading.findings.map(\.message.description) + reading.verdicts.all.map(\.verdict.explain.description)
        #expect(sentences.contains { $0.contains("would answer") || $0.contains("would refuse") })
        #expect(
            !sentences.contains {
                $0.contains("Accepted here") || $0.contains("APNs answered") || $0.contains("FCM answered")
            })
    }

    @Test(arguments: refused, ["v2", "v3"])
    func `the gateway answers as after a refusal when asked to`(refused: Refused, version: String) throws {
        let request = MongoosePushFixture.request(
            Text(refused.body), to: Text("/\(version)/notification/\(refused.device)"))
        #expect(MongoosePushFixture.answer(to: request).response.status == 200)
        var rules = MongoosePushFixture.rules
        rules.mongoosePush.hasServiceRefusals = true
        let answer = MongoosePushFixture.answer(to: request, rules)
        #expect(answer.response.status == (version == "v3" ? refused.status : 500))
        let body = version == "v3" ? #"{"reason":"\#(refused.word)"}"# : #"{"details":"\#(refused.details)"}"#
        #expect(String(decoding: answer.response.body, as: UTF8.self) == body)
        #expect(answer.outcome?.reason == Text(refused.details))
        let reading = MongoosePushFixture.reading(of: request, rules)
        #expect(reading.verdicts.all.allSatisfy { $0.verdict.outcome == .refused })
        #expect(reading.finding("mongoosepush-refused") != nil)
        #expect(reading.message.gateway?.outgoing != nil)
    }

    @Test(arguments: [
        #"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"B"}}"#,
        #"{"service":"fcm","data":{"k":"v"}}"#,
    ])
    func `a push that its service takes is answered all the same`(body: String) {
        var rules = MongoosePushFixture.rules
        rules.mongoosePush.hasServiceRefusals = true
        let answer = MongoosePushFixture.answer(to: MongoosePushFixture.request(Text(body)), rules)
        #expect(answer.response.status == 200)
        #expect(answer.outcome?.reason == nil)
    }

    // MARK: What no request can carry

    @Test(arguments: [
        (
            #"{"service":"apns","topic":"com.x\r\nx: y","alert":{"title":"T","body":"B"}}"#, "TOK",
            Finding.Place.header(name: "apns-topic")
        ),
        (#"{"service":"apns","topic":" com.x","alert":{"title":"T","body":"B"}}"#, "TOK", .header(name: "apns-topic")),
        (#"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"B"}}"#, "a%0d%0ab", .target),
        (#"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"B"}}"#, "a%20b", .target),
    ])
    func `what no HTTP 2 request can carry is refused`(body: String, device: String, place: Finding.Place) {
        let reading = MongoosePushFixture.reading(Text(body), to: Text("/v3/notification/\(device)"))
        #expect(reading.finding("mongoosepush-malformed-request")?.place == .outgoing(place))
        #expect(reading.verdicts.ios?.outcome == .refused)
        #expect(reading.verdicts.ios?.reason == "malformed_request")
        var rules = MongoosePushFixture.rules
        rules.mongoosePush.hasServiceRefusals = true
        let request = MongoosePushFixture.request(Text(body), to: Text("/v3/notification/\(device)"))
        let answer = MongoosePushFixture.answer(to: request, rules)
        #expect(answer.response.status == 500)
        #expect(String(decoding: answer.response.body, as: UTF8.self) == "null")
        #expect(answer.outcome?.reason == "stream_error")
    }

    // MARK: What stops before the service

    @Test(
        arguments: ["v1", "v2", "v3"],
        [
            ("no_matching_pool", 400), ("invalid_notification", 400), ("unable_to_connect", 503),
        ])
    func `a scripted result from before the service sends nothing on`(
        version: String, result: (word: Text, status: Int)
    ) {
        let body: Text =
            version == "v1"
            ? #"{"service":"apns","title":"T","body":"B"}"# : #"{"service":"apns","alert":{"title":"T","body":"B"}}"#
        let exchange = Self.scripted(
            .mongoosePush(category: "generic", reason: result.word),
            MongoosePushFixture.request(body, to: Text("/\(version)/notification/TOK")))
        let isTryAgain = result.word == "unable_to_connect"
        #expect(exchange.response.status == (version == "v3" ? result.status : isTryAgain ? 503 : 500))
        let reading = MongoosePush().reading(of: exchange, at: captureTime)
        #expect(reading.message.gateway?.outgoing == nil)
        #expect(reading.message.gateway?.pool == (result.word == "no_matching_pool" ? nil : "apns_prod"))
        #expect(reading.verdicts.ios?.reason == result.word)
        #expect(reading.message.alert?.title == "T")
        #expect(reading.codes == ["mongoosepush-refused"])
    }

    @Test(arguments: [
        ("v2", ScriptedFailure.apns(reason: "BadDeviceToken", timestamp: nil), "bad_device_token"),
        ("v3", .apns(reason: "BadDeviceToken", timestamp: nil), "invalid_request"),
        ("v3", .apns(reason: "ExpiredToken", timestamp: nil), "expired_token"),
        ("v2", .mongoosePush(category: "generic", reason: "connection_lost"), "connection_lost"),
    ])
    func `a scripted refusal of the service is the reason`(version: String, failure: ScriptedFailure, reason: Text) {
        let request = MongoosePushFixture.request(
            #"{"service":"apns","topic":"com.x","alert":{"title":"T","body":"B"}}"#,
            to: Text("/\(version)/notification/00fc13ad"))
        let reading = MongoosePush().reading(of: Self.scripted(failure, request), at: captureTime)
        #expect(reading.verdicts.ios?.reason == reason)
        #expect(reading.message.gateway?.outgoing != nil)
        #expect(reading.findings.filter { $0.severity == .error }.map(\.code) == ["mongoosepush-refused"])
    }

    private static func scripted(_ failure: ScriptedFailure, _ request: HTTPRequest) -> Exchange {
        let context = AnswerContext(eventID: "", uuid: "", rules: MongoosePushFixture.rules, time: captureTime)
        var annotations = Annotations()
        annotations.scripted = "rule 1"
        guard let answer = MongoosePush().answer(failure, to: request, in: context) else {
            return Exchange(
                provider: "mongoosepush", request: request, response: HTTPResponse(status: 0), annotations: annotations)
        }
        annotations.others = answer.notes
        return Exchange(
            provider: "mongoosepush", request: request, response: answer.response, annotations: annotations)
    }

    // MARK: What the log does not say

    @Test(arguments: ["7", #"{"name":"x"}"#, #"{"name":"x","service":"fcm","project_id":"a/b"}"#, "{"])
    func `a pool that cannot be read is told, and none is missing`(pool: String) {
        var exchange = MongoosePushFixture.exchange(MongoosePushFixture.request(#"{"service":"fcm","data":{}}"#))
        exchange.annotations.others = [Annotations.Member(key: "pool", value: Array(pool.utf8))]
        let reading = MongoosePush().reading(of: exchange, at: captureTime)
        #expect(reading.codes == ["mongoosepush-unknown-pool"])
        #expect(reading.verdicts.android?.outcome == .notShown)
        #expect(reading.verdicts.android?.reason == "unknown_pool")
        exchange.annotations.others = []
        #expect(MongoosePush().reading(of: exchange, at: captureTime).codes == ["mongoosepush-unknown-pool"])
    }

    @Test(arguments: [#""9.9""#, "2.1", "null"])
    func `a release that is not known is told`(profile: String) {
        var exchange = MongoosePushFixture.exchange(MongoosePushFixture.request(#"{"service":"fcm","data":{"k":"v"}}"#))
        let pool = exchange.annotations.others.filter { $0.key == "pool" }
        exchange.annotations.others = [Annotations.Member(key: "profile", value: Array(profile.utf8))] + pool
        let reading = MongoosePush().reading(of: exchange, at: captureTime)
        #expect(reading.codes.first == "mongoosepush-unknown-release")
        #expect(reading.message.gateway?.outgoing != nil)
    }
}
