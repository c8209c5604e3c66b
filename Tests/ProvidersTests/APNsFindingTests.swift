import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

/// A push with a mistake: what is found, how bad it is and where.
struct Mistake: CustomTestStringConvertible, Sendable {
    let name: String
    let reading: PushReading
    let code: Text
    let severity: Finding.Severity
    let place: Finding.Place

    /// A mistake in the payload, sent with a type and a priority.
    init(
        _ name: String,
        type: Text = "alert",
        priority: Text = "",
        topic: Text = "com.example.MyApp",
        _ body: Text,
        _ code: Text,
        _ severity: Finding.Severity,
        _ place: Finding.Place
    ) {
        let headers: KeyValuePairs<StaticString, Text> = [
            "apns-topic": topic, "apns-push-type": type, "apns-priority": priority,
        ]
        self.init(name, headers: headers, body, code, severity, place)
    }

    /// A mistake in the headers.
    init(
        _ name: String,
        headers: KeyValuePairs<StaticString, Text>,
        target: Text = deviceTarget,
        _ body: Text,
        _ code: Text,
        _ severity: Finding.Severity,
        _ place: Finding.Place
    ) {
        self.name = name
        reading = readAPNs(body, headers: headers, target: target)
        self.code = code
        self.severity = severity
        self.place = place
    }

    var testDescription: String { "\(name) \(code)" }
}

private let hello: Text = #"{"aps":{"alert":"Hello"}}"#

private let payloadMistakes: [Mistake] = [
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","mutable_content":1}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/mutable_content")
    ),
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","content_available":1}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/content_available")
    ),
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","threadId":"t"}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/threadId")
    ),
    Mistake(
        "L8 in alert",
        #"{"aps":{"alert":{"title_loc_key":"K","body":"B"}}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/alert/title_loc_key")
    ),
    Mistake(
        "custom key in aps",
        #"{"aps":{"alert":"x","a/b":1}}"#,
        "apns-unknown-key",
        .note,
        .body(pointer: "/aps/a~1b")
    ),
    Mistake(
        "L9",
        #"{"aps":{"content-available":1},"alert":{"title":"T"}}"#,
        "apns-key-outside-aps",
        .error,
        .body(pointer: "/alert")
    ),
    Mistake("L9", #"{"alert":"x"}"#, "apns-key-outside-aps", .error, .body(pointer: "/alert")),
    Mistake(
        "L9",
        #"{"aps":{"alert":"x"},"sound":"default"}"#,
        "apns-key-outside-aps",
        .warning,
        .body(pointer: "/sound")
    ),
    Mistake(
        "L9",
        #"{"aps":{"alert":"x"},"interruption-level":"passive"}"#,
        "apns-key-outside-aps",
        .warning,
        .body(pointer: "/interruption-level")
    ),
    Mistake(
        "L11",
        #"{"aps":{"alert":"x"},"headers":{"apns-priority":"5"}}"#,
        "apns-headers-in-payload",
        .warning,
        .body(pointer: "/headers")
    ),
    Mistake(
        "L11",
        #"{"aps":{"alert":"x"},"apns-priority":"5"}"#,
        "apns-headers-in-payload",
        .warning,
        .body(pointer: "/apns-priority")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","content-available":"1"}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/content-available")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","content-available":true}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/content-available")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","mutable-content":2}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/mutable-content")
    ),
    Mistake(
        "L13",
        type: "",
        #"{"aps":{"content-available":1}}"#,
        "apns-missing-push-type",
        .warning,
        .header(name: "apns-push-type")
    ),
    Mistake("L13", type: "", hello, "apns-missing-push-type", .note, .header(name: "apns-push-type")),
    Mistake(
        "L13",
        #"{"aps":{"content-available":1}}"#,
        "apns-wrong-push-type",
        .warning,
        .header(name: "apns-push-type")
    ),
    Mistake(
        "L14",
        type: "background",
        priority: "5",
        #"{"aps":{"content-available":1,"alert":"x"}}"#,
        "apns-background-with-alert",
        .error,
        .body(pointer: "/aps")
    ),
    Mistake(
        "L14",
        type: "background",
        priority: "10",
        #"{"aps":{"content-available":1}}"#,
        "apns-background-priority",
        .error,
        .header(name: "apns-priority")
    ),
    Mistake(
        "L14",
        type: "background",
        #"{"aps":{"content-available":1}}"#,
        "apns-background-priority",
        .error,
        .header(name: "apns-priority")
    ),
    Mistake(
        "background",
        type: "background",
        priority: "5",
        #"{"aps":{}}"#,
        "apns-background-without-content-available",
        .warning,
        .body(pointer: "/aps")
    ),
    Mistake("L16", #"{"aps":{"badge":"1"}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":"+1"}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":-1}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":1.5}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":1e400}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake(
        "L18",
        type: "voip",
        "{}",
        "apns-topic-suffix",
        .error,
        .header(name: "apns-topic")
    ),
    Mistake(
        "L18 twice",
        type: "voip",
        topic: "a.b.voip.voip",
        "{}",
        "apns-topic-suffix",
        .error,
        .header(name: "apns-topic")
    ),
    Mistake("L18", topic: "a.b.voip", hello, "apns-topic-suffix", .warning, .header(name: "apns-topic")),
    Mistake("L18", type: "", topic: "a.b.voip", hello, "apns-topic-suffix", .warning, .header(name: "apns-topic")),
    Mistake(
        "L25",
        #"{"aps":{"alert":"x","interruption-level":"timeSensitive"}}"#,
        "apns-unknown-interruption-level",
        .warning,
        .body(pointer: "/aps/interruption-level")
    ),
    Mistake(
        "L25",
        #"{"aps":{"alert":"x","interruption-level":"time-senstive"}}"#,
        "apns-unknown-interruption-level",
        .warning,
        .body(pointer: "/aps/interruption-level")
    ),
    Mistake("P4", #"{"aps":{"alert":{}}}"#, "apns-empty-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake("P4", #"{"aps":{"alert":" "}}"#, "apns-blank-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake(
        "P13",
        #"{"aps":{"mutable-content":1,"sound":"a"}}"#,
        "apns-mutable-content-without-alert",
        .warning,
        .body(pointer: "/aps/mutable-content")
    ),
    Mistake("P20", "{}", "apns-no-aps", .warning, .body(pointer: "")),
    Mistake("P20", #"{"aps":"x"}"#, "apns-wrong-type", .warning, .body(pointer: "/aps")),
    Mistake("not JSON", "{", "apns-not-json", .error, .body(pointer: "")),
    Mistake("not an object", "17", "apns-not-an-object", .error, .body(pointer: "")),
    Mistake("nothing", #"{"aps":{},"k":1}"#, "apns-nothing-to-show", .warning, .body(pointer: "/aps")),
    Mistake(
        "arguments alone",
        #"{"aps":{"alert":{"body":"B","loc-args":["a"]}}}"#,
        "apns-arguments-without-key",
        .warning,
        .body(pointer: "/aps/alert/loc-args")
    ),
    Mistake(
        "repeated key",
        #"{"aps":{"alert":"x","alert":"y"}}"#,
        "apns-repeated-key",
        .warning,
        .body(pointer: "/aps/alert")
    ),
    Mistake(
        "sound in alert",
        #"{"aps":{"alert":{"body":"B","sound":"a"}}}"#,
        "apns-sound-in-alert",
        .warning,
        .body(pointer: "/aps/alert/sound")
    ),
    Mistake(
        "relevance",
        #"{"aps":{"alert":"x","relevance-score":1.5}}"#,
        "apns-relevance-score-range",
        .warning,
        .body(pointer: "/aps/relevance-score")
    ),
    Mistake(
        "volume",
        #"{"aps":{"sound":{"name":"a","critical":1,"volume":1.01}}}"#,
        "apns-volume-range",
        .warning,
        .body(pointer: "/aps/sound/volume")
    ),
    Mistake("mdm", type: "mdm", "{}", "apns-system-payload", .warning, .body(pointer: "")),
    Mistake("fileprovider", type: "fileprovider", "{}", "apns-system-payload", .warning, .body(pointer: "")),
    Mistake(
        "widgets",
        type: "widgets",
        #"{"aps":{"content-changed":1}}"#,
        "apns-system-payload",
        .warning,
        .body(pointer: "/aps/content-changed")
    ),
    Mistake(
        "controls",
        type: "controls",
        #"{"aps":{}}"#,
        "apns-system-payload",
        .warning,
        .body(pointer: "/aps/content-changed")
    ),
]

private let headerMistakes: [Mistake] = [
    Mistake(
        "L17",
        headers: ["apns-topic": "a.b", "apns-collapse-id": .filler(65)],
        hello,
        "apns-bad-collapse-id",
        .error,
        .header(name: "apns-collapse-id")
    ),
    Mistake(
        "P17",
        headers: ["apns-topic": "a.b", "apns-collapse-id": "poker"],
        hello,
        "apns-replaces",
        .note,
        .header(name: "apns-collapse-id")
    ),
    Mistake(
        "L20",
        headers: ["apns-topic": "a.b", "apns-expiration": "300"],
        hello,
        "apns-expiration-past",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "past",
        headers: ["apns-topic": "a.b", "apns-expiration": "1795953600"],
        hello,
        "apns-expiration-past",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "milliseconds",
        headers: ["apns-topic": "a.b", "apns-expiration": "1795957200000"],
        hello,
        "apns-milliseconds",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "negative",
        headers: ["apns-topic": "a.b", "apns-expiration": "-1"],
        hello,
        "apns-expiration-negative",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "L22", headers: ["apns-topic": "a.b"], target: "/3/device/abc", hello, "apns-device-token", .warning, .target),
    Mistake(
        "L22", headers: ["apns-topic": "a.b"], target: "/3/device/x:y", hello, "apns-device-token", .warning, .target),
    Mistake(
        "L22",
        headers: ["apns-topic": "a.b", "host": "api.sandbox.push.apple.com:443"],
        hello,
        "apns-sandbox",
        .note,
        .request
    ),
    Mistake("L23", headers: ["apns-topic": "a.b"], .filler(4097), "apns-payload-too-large", .error, .body(pointer: "")),
    Mistake("L23", headers: ["apns-topic": "a.b"], .filler(3687), "apns-payload-near-limit", .note, .body(pointer: "")),
    Mistake(
        "no token", headers: ["apns-topic": "a.b"], hello, "apns-no-provider-token", .note,
        .header(name: "authorization")),
    Mistake(
        "unknown header",
        headers: ["apns-topic": "a.b", "apns-pushtype": "alert"],
        hello,
        "apns-unknown-header",
        .note,
        .header(name: "apns-pushtype")
    ),
    Mistake(
        "channel",
        headers: ["apns-channel-id": "not base64", "apns-push-type": "liveactivity"],
        target: broadcastTarget,
        hello,
        "apns-channel-id",
        .warning,
        .header(name: "apns-channel-id")
    ),
]

private let liveTopic: Text = "a.b.push-type.liveactivity"

private let liveActivityMistakes: [Mistake] = [
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes":{},"content-state":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/attributes-type")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","content-state":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/attributes")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","attributes":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/content-state")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","attributes":{},"content-state":{}}}"#,
        "apns-live-activity-start-without-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake(
        "update", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update","content-state":{}}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/timestamp")),
    Mistake(
        "update", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update","timestamp":1}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/content-state")),
    Mistake(
        "end", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"end","timestamp":1}}"#,
        "apns-live-activity-incomplete", .warning, .body(pointer: "/aps/content-state")),
    Mistake(
        "event", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"stop"}}"#,
        "apns-live-activity-event", .warning, .body(pointer: "/aps/event")),
    Mistake(
        "time", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"update","content-state":{},"timestamp":1795953600000}}"#,
        "apns-milliseconds", .warning, .body(pointer: "/aps/timestamp")),
    Mistake(
        "time", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"update","content-state":{},"timestamp":1,"stale-date":"soon"}}"#,
        "apns-wrong-type", .warning, .body(pointer: "/aps/stale-date")),
    Mistake(
        "priority", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update"}}"#,
        "apns-live-activity-priority", .note, .header(name: "apns-priority")),
    Mistake(
        "priority", type: "liveactivity", priority: "1", topic: liveTopic, #"{"aps":{"event":"update"}}"#,
        "apns-live-activity-priority", .warning, .header(name: "apns-priority")),
    Mistake(
        "topic", type: "liveactivity", #"{"aps":{"event":"update"}}"#, "apns-topic-suffix", .error,
        .header(name: "apns-topic")),
    Mistake(
        "type", #"{"aps":{"alert":"x","event":"update","content-state":{}}}"#, "apns-live-activity-push-type", .warning,
        .body(pointer: "/aps/event")),
]

@Suite struct APNsFindingTests {
    @Test(arguments: payloadMistakes + headerMistakes + liveActivityMistakes)
    func `a mistake is found where it is`(mistake: Mistake) throws {
        let found = mistake.reading.findings.filter { $0.code == mistake.code && $0.place == mistake.place }
        #expect(found.count == 1)
        let finding = try #require(found.first)
        #expect(finding.severity == mistake.severity)
        #expect(finding.message.description.hasSuffix("."))
        #expect(!finding.help.isEmpty)
    }

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
                ["apns-topic": liveTopic, "apns-push-type": "liveactivity", "apns-priority": "5"],
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
}
