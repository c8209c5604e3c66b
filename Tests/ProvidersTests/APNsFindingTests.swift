import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

private let hello: Text = #"{"aps":{"alert":"Hello"}}"#

@Suite struct APNsFindingTests {
    @Test(
        arguments: [
            ("complication", ".complication"), ("controls", ".push-type.controls"),
            ("fileprovider", ".pushkit.fileprovider"), ("liveactivity", ".push-type.liveactivity"),
            ("location", ".location-query"), ("pushtotalk", ".voip-ptt"), ("voip", ".voip"),
            ("widgets", ".push-type.widgets"), ("alert", ""), ("background", ""), ("mdm", ""),
        ] as [(Text, Text)])
    func `a topic with the suffix of its type is right`(type: Text, suffix: Text) {
        let topic = Text("com.example.MyApp\(suffix)")
        let reading = readAPNs(hello, headers: ["apns-topic": topic, "apns-push-type": type])
        #expect(!reading.findings.contains { $0.code == "apns-topic-suffix" })
    }

    @Test(
        arguments: [
            (["apns-topic": "a.b", "apns-push-type": "alert"], hello),
            (["apns-topic": "a.b", "apns-push-type": "alert"], #"{"aps":{"alert":"x","content-available":0}}"#),
            (["apns-topic": "a.b", "apns-push-type": "alert", "apns-expiration": "0"], hello),
            (["apns-topic": "a.b", "apns-push-type": "alert", "apns-expiration": "1795953601"], hello),
            (["apns-topic": "a.b", "apns-push-type": "alert"], #"{"aps":{"alert":"x"},"headers":{"x":1}}"#),
            (["apns-topic": "a.b", "apns-push-type": "alert"], #"{"aps":{"alert":"x","relevance-score":1}}"#),
            (
                ["apns-topic": "a.b", "apns-push-type": "background", "apns-priority": "5"],
                #"{"aps":{"content-available":1}}"#
            ),
            (
                ["apns-topic": "a.b.push-type.liveactivity", "apns-push-type": "liveactivity", "apns-priority": "5"],
                #"{"aps":{"event":"update","timestamp":1795953600,"content-state":{},"relevance-score":75}}"#
            ),
            (
                ["apns-topic": "a.b.push-type.widgets", "apns-push-type": "widgets"],
                #"{"aps":{"content-changed":true}}"#
            ),
        ] as [([String: Text], Text)])
    func `a push without a mistake has no finding`(headers: [String: Text], body: Text) {
        var request = HTTPRequest.fixture("POST", deviceTarget, headers: ["authorization": ""], body: body)
        for (name, value) in headers { request.headers.append(Array(name.utf8)[...], value.bytes[...]) }
        #expect(readAPNs(.fixture(provider: "apns", request)).findings.isEmpty)
    }

    @Test func `a typo of an interruption level is named`() throws {
        let reading = readAPNs(#"{"aps":{"alert":"x","interruption-level":"time-senstive"}}"#)
        let finding = try #require(reading.findings.first { $0.code == "apns-unknown-interruption-level" })
        #expect(finding.help == "Spell it time-sensitive.")
    }

    @Test func `an expiration taken for a lifetime is mended with a moment`() throws {
        let reading = readAPNs(hello, headers: ["apns-expiration": "300"])
        let finding = try #require(reading.findings.first { $0.code == "apns-expiration-past" })
        #expect(finding.help.description.contains("1795953900"))
    }

    @Test func `a long collapse identifier is counted in bytes`() throws {
        let reading = recordAPNs(
            .fixture(
                "POST", deviceTarget, headers: ["apns-topic": "a.b", "apns-collapse-id": .filler(65)], body: hello))
        #expect(reading.verdicts.ios?.reason == "bad_collapse_id")
        let message = try #require(reading.findings.first?.message.description)
        #expect(message.contains("65 bytes") && message.contains("64 bytes"))
    }

    @Test func `a payload too large is counted in bytes`() throws {
        let request = HTTPRequest.fixture("POST", deviceTarget, headers: ["apns-topic": "a.b"], body: .filler(4097))
        let message = try #require(recordAPNs(request).findings.first?.message.description)
        #expect(message.contains("4097 bytes") && message.contains("4096 bytes"))
    }

    @Test func `a payload that the server cut says so`() throws {
        var annotations = Annotations()
        annotations.limit = "body longer than 1048576 bytes"
        let reading = readAPNs(
            "", headers: ["apns-topic": "a.b"], status: 413, answer: #"{"reason":"PayloadTooLarge"}"#,
            annotations: annotations)
        let finding = try #require(reading.findings.first)
        #expect(finding.message.description.contains("1048576"))
        #expect(!reading.findings.contains { $0.code == "apns-not-json" })
    }

    @Test func `HTTP/1.1 is a warning`() {
        let reading = readAPNs(hello, headers: ["apns-topic": "a.b"], version: .http11)
        #expect(reading.findings.contains { $0.code == "apns-http-version" && $0.severity == .warning })
        #expect(reading.verdicts.ios?.outcome == .shown)
    }

    @Test func `every finding of a bare push over HTTP/2 is a note`() {
        let reading = readAPNs(hello, headers: ["apns-topic": "a.b"])
        #expect(reading.findings.allSatisfy { $0.severity == .note })
    }

    @Test func `unknown keys are told one by one up to a limit, and the rest in one note`() {
        func found(_ count: Int) -> [Text] {
            let members = (0..<count).map { "\"k\($0)\":1" }.joined(separator: ",")
            let reading = readAPNs(Text("{\"aps\":{\(members)}}"), headers: ["apns-push-type": "alert"])
            return reading.findings.filter { $0.code == "apns-unknown-key" }.map(\.message)
        }
        #expect(found(20).count == 20)
        #expect(found(21).count == 21)
        #expect(found(21).last == "aps has 1 more keys that Apple does not define.")
        #expect(found(500).count == 21)
    }
}
