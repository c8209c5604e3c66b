import Bytes
import CaptureLog
import Export
import HTTPMessage
import JSONText
import Report
import TestSupport
import Testing

/// `.apns` files: the bytes that were posted, and the app in front of them.
@Suite struct SimulatorPayloadTests {
    struct Case: Sendable {
        let body: String
        var topic: Text = "com.example.MyApp"
        let file: String
        var problems = 0
    }

    static let cases = [
        Case(
            body: #"{ "aps" : {"alert":"caf\u00e9 ü","n":1.10,"n":2e400} }"#,
            file:
                #"{"Simulator Target Bundle":"com.example.MyApp", "aps" : {"alert":"caf\u00e9 ü","n":1.10,"n":2e400} }"#
        ),
        Case(body: " {\"aps\":{}}\n", file: #"{"Simulator Target Bundle":"com.example.MyApp","aps":{}}"#),
        Case(
            body: #"{"Simulator Target Bundle":"x","aps":{}}"#, file: #"{"Simulator Target Bundle":"x","aps":{}}"#),
        Case(body: "{}", file: #"{"Simulator Target Bundle":"com.example.MyApp"}"#, problems: 1),
        Case(
            body: #"{"aps":{}}"#, topic: "com.example.MyApp.voip",
            file: #"{"Simulator Target Bundle":"com.example.MyApp","aps":{}}"#
        ),
        Case(body: #"{"aps":{}}"#, topic: "", file: #"{"aps":{}}"#, problems: 1),
        Case(body: #"{"aps":{}}"#, topic: "a\"b", file: #"{"Simulator Target Bundle":"a\"b","aps":{}}"#),
    ]

    @Test(arguments: cases) func `the payload stays as it was posted`(of fixture: Case) throws {
        let payload = try #require(SimulatorPayload(.apns(fixture.body, topic: fixture.topic)))
        #expect(String(decoding: payload.bytes, as: UTF8.self) == fixture.file)
        #expect(payload.problems.count == fixture.problems)
    }

    @Test(arguments: ["", "no json", "[1]"]) func `what is no object is passed over`(body: String) {
        #expect(SimulatorPayload(.apns(body)) == nil)
    }

    @Test func `of FCM it is the payload of the apns block`() throws {
        let body = #"{"message":{"token":"t","apns":{"headers":{"apns-topic":"a.b"},"payload":{"aps":{"badge":1}}}}}"#
        let payload = try #require(SimulatorPayload(.fcm(body)))
        #expect(
            String(decoding: payload.bytes, as: UTF8.self) == #"{"Simulator Target Bundle":"a.b","aps":{"badge":1}}"#)
        #expect(SimulatorPayload(.fcm(#"{"message":{"token":"t","notification":{"title":"x"}}}"#)) == nil)
    }

    @Test(arguments: [0, 1]) func `4096 bytes are enough and one more is a problem`(more: Int) throws {
        let empty = #"{"Simulator Target Bundle":"com.example.MyApp","aps":{"alert":""}}"#.utf8.count
        let text = String(repeating: "x", count: SimulatorPayload.maximumBytes - empty + more)
        let payload = try #require(SimulatorPayload(.apns(#"{"aps":{"alert":"\#(text)"}}"#)))
        #expect(payload.bytes.count == 4096 + more)
        #expect(payload.problems.count == more)
    }
}

extension CapturedPush {
    /// A push to APNs.
    static func apns(_ body: String, topic: Text = "com.example.MyApp") -> CapturedPush {
        let headers: KeyValuePairs<StaticString, Text> = topic.isEmpty ? [:] : ["apns-topic": topic]
        let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
        return CapturedPush(
            .fixture(provider: "apns", .fixture("POST", Text("/3/device/\(token)"), headers: headers, body: Text(body)))
        )
    }

    /// A push to FCM.
    static func fcm(_ body: String) -> CapturedPush {
        CapturedPush(
            .fixture(
                provider: "fcm",
                .fixture("POST", "/v1/projects/p/messages:send?a=b&c", body: Text(body), version: .http11)
            ))
    }

    init(_ exchange: Exchange, position: Int = 0, id: Text = "01JDX0Q6W5T5V0ZK7M3N8R2B4C") {
        let time = Instant(microseconds: 1_796_169_599_123_456)
        self.init(
            position: position, id: id, time: time, mark: nil, exchange: exchange,
            reading: .init(of: exchange, at: time)
        )
    }
}
