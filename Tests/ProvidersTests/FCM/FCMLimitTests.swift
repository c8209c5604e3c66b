import Bytes
import CaptureLog
import HTTPMessage
import PushModel
import TestSupport
import Testing

@testable import Providers

/// Each limit, at it and one past it.
@Suite struct FCMLimitTests {
    private static func status(_ body: String) -> Int { FCMFixture.answer(body).status }

    @Test(arguments: [(900, 200), (901, 400)]) func `A topic has at most 900 bytes`(count: Int, status: Int) {
        #expect(Self.status(#"{"message":{"topic":"\#(String(repeating: "t", count: count))"}}"#) == status)
    }

    @Test(arguments: [(5, 200), (6, 400)]) func `A condition names at most 5 topics`(count: Int, status: Int) {
        let condition = Array(repeating: "'t' in topics", count: count).joined(separator: " || ")
        #expect(Self.status(#"{"message":{"condition":"\#(condition)"}}"#) == status)
    }

    @Test(arguments: [(64, 200), (65, 400)]) func `Parentheses nest to 64 levels`(count: Int, status: Int) {
        let condition =
            String(repeating: "(", count: count) + "'t' in topics" + String(repeating: ")", count: count)
        #expect(Self.status(#"{"message":{"condition":"\#(condition)"}}"#) == status)
    }

    @Test(arguments: [(64, 200), (65, 400)]) func `Negations nest to 64 levels`(count: Int, status: Int) {
        let condition = String(repeating: "!", count: count) + "'t' in topics"
        #expect(Self.status(#"{"message":{"condition":"\#(condition)"}}"#) == status)
    }

    @Test(arguments: [
        ("2419200s", 200), ("2419201s", 400), ("2419200.000000001s", 400), ("0s", 200), ("-1s", 400),
        ("-0.000000001s", 400),
    ]) func `A ttl is up to four weeks`(ttl: String, status: Int) {
        for block in ["android", "android_v2"] {
            #expect(Self.status(#"{"message":{"token":"t","\#(block)":{"ttl":"\#(ttl)"}}}"#) == status)
        }
    }

    @Test(arguments: [(64, 200), (65, 400)]) func `A collapse identifier has at most 64 bytes`(count: Int, status: Int)
    {
        let value = String(repeating: "c", count: count)
        #expect(
            Self.status(#"{"message":{"token":"t","apns":{"headers":{"apns-collapse-id":"\#(value)"}}}}"#) == status)
    }

    @Test func `The collapse identifier is counted in bytes`() {
        let value = String(repeating: "é", count: 33)
        #expect(Self.status(#"{"message":{"token":"t","apns":{"headers":{"apns-collapse-id":"\#(value)"}}}}"#) == 400)
    }

    @Test(arguments: [(4505, 200), (4506, 400)]) func `Values of 4505 bytes were seen accepted`(count: Int, status: Int)
    {
        #expect(
            Self.status(#"{"message":{"topic":"x","data":{"k":"\#(String(repeating: "x", count: count))"}}}"#) == status
        )
    }

    @Test(arguments: [(4095, false), (4096, true)])
    func `Above 4096 bytes with the keys there is a warning`(count: Int, isWarned: Bool) {
        let reading = FCMFixture.message(#""data":{"k":"\#(String(repeating: "x", count: count))"}"#)
        #expect((reading.finding("fcm-large")?.severity == .warning) == isWarned)
    }

    @Test func `Data of the Android block counts instead of the message's`() {
        let long = String(repeating: "x", count: 3000)
        let body = #"{"message":{"token":"t","data":{"k":"\#(long)"},"android":{"data":{"k":"\#(long)"}}}}"#
        #expect(Self.status(body) == 200)
    }

    @Test(arguments: [(4096, false), (4097, true)])
    func `A payload for Apple devices over 4096 bytes is a warning`(count: Int, isWarned: Bool) {
        let frame = #"{"aps":{"alert":""}}"#.utf8.count
        let payload = #"{"aps":{"alert":"\#(String(repeating: "a", count: count - frame))"}}"#
        let reading = FCMFixture.message(#""apns":{"payload":\#(payload)}"#)
        #expect((reading.finding("fcm-large") != nil) == isWarned)
    }

    @Test(arguments: [
        "'a' in topics", "'a' in topics && 'b' in topics", "!('a' in topics)",
        "('a' in topics||'b' in topics)&&!'c' in topics",
        "'stock-GOOG' in topics || 'industry-tech' in topics", "  'a~b.%20' in topics  ",
    ]) func `A condition that FCM understands is taken`(condition: String) {
        #expect(Self.status(#"{"message":{"condition":"\#(condition)"}}"#) == 200)
    }

    @Test(arguments: [
        "a in topics", "'a'", "'a' in topic", "'a' in topics &&", "&& 'a' in topics", "('a' in topics",
        "'a' in topics)",
        "'a' in topics & 'b' in topics", "'a b' in topics", "'' in topics", "!", "()", "'a' in topics 'b' in topics",
        "'a",
    ]) func `A condition that FCM does not understand is refused`(condition: String) {
        let reading = FCMFixture.reading(#"{"message":{"condition":"\#(condition)"}}"#)
        #expect(reading.reasons == ["invalid_argument", "invalid_argument", "invalid_argument"])
        #expect(reading.finding("fcm-bad-condition")?.severity == .error)
    }

    @Test(arguments: [20, 21]) func `At most twenty reserved keys are told`(count: Int) {
        let data = (0..<count).map { "\"google.\($0)\":\"\"" }.joined(separator: ",")
        let reading = FCMFixture.message(#""data":{\#(data)}"#)
        #expect(reading.codes.count { $0 == "fcm-reserved-data-key" } == RequestRules.maximumReservedKeys)
        let dropped = FCMFixture.message(#""data":{\#(data)}"#.replacing("google.", with: "gcm."))
        #expect(dropped.codes.count { $0 == "fcm-dropped-data-key" } == RequestRules.maximumReservedKeys)
    }

    @Test(arguments: [1000, 1001]) func `A long key is printed up to its limit`(count: Int) {
        let key = String(repeating: "k", count: count)
        let reading = FCMFixture.message(#""\#(key)":1"#)
        let printed = String(repeating: "k", count: SchemaDecoder.maximumPrintedBytes)
        #expect(FCMFixture.answer(#"{"message":{"\#(key)":1}}"#).compactBody.contains(#"Unknown name \"\#(printed)\""#))
        #expect(reading.finding("fcm-unknown-field")?.message.description.hasPrefix(printed + " ") == true)
    }

    @Test(arguments: [400, 401]) func `A long sentence of a refusal is cut`(count: Int) {
        let answer = #"{"error":{"message":"\#(String(repeating: "a", count: count))"}}"#
        let exchange = Exchange.fixture(provider: "fcm", FCMFixture.request("{}"), status: 400, answer: Text(answer))
        let message = FCM().reading(of: exchange, at: FCMFixture.time).finding("fcm-refused")?.message.description
        #expect(message?.hasSuffix("…") == (count > Refusal.maximumMessageLength))
    }

    @Test(arguments: [10, 11]) func `At most ten fields of a refusal are named`(count: Int) {
        let fields = (0..<count).map { #"{"field":"f\#($0)"}"# }.joined(separator: ",")
        let answer = #"{"error":{"details":[{"fieldViolations":[\#(fields)]}]}}"#
        let exchange = Exchange.fixture(provider: "fcm", FCMFixture.request("{}"), status: 400, answer: Text(answer))
        let help = FCM().reading(of: exchange, at: FCMFixture.time).finding("fcm-refused")?.help.description
        #expect(help?.hasSuffix("f9.") == true)
    }
}
