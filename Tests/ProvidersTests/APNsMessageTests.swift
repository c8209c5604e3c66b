import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

@Suite struct APNsMessageTests {
    private let alertBody: Text = """
        {"aps":{"alert":{"title":"Game Request","subtitle":"Five Card Draw","body":"Bob wants to play poker"},\
        "badge":3,"sound":"bingbong.aiff","category":"GAME_INVITATION","thread-id":"poker-night",\
        "interruption-level":"time-sensitive"},"gameID":"12345678","seats":[1,2,3]}
        """

    @Test func `an alert push is read whole`() throws {
        let reading = readAPNs(
            alertBody,
            headers: [
                "apns-topic": "com.example.MyApp", "apns-push-type": "alert", "apns-priority": "10",
                "apns-collapse-id": "poker",
            ]
        )
        let message = reading.message
        #expect(message.kind == .notification)
        #expect(message.pushType == "alert")
        #expect(message.app == "com.example.MyApp")
        #expect(message.target == Target(kind: .device, value: deviceToken, source: "path"))
        #expect(!message.target.isFanOut)
        let alert = try #require(message.alert)
        #expect(alert.title == "Game Request")
        #expect(alert.subtitle == "Five Card Draw")
        #expect(alert.body == "Bob wants to play poker")
        #expect(alert.badge == 3)
        #expect(alert.sound == "bingbong.aiff")
        #expect(alert.category == "GAME_INVITATION")
        #expect(alert.thread == "poker-night")
        #expect(alert.interruptionLevel == "time-sensitive")
        #expect(!alert.isCritical)
        #expect(message.delivery.priority == .high)
        #expect(message.delivery.priorityRaw == "10")
        #expect(message.delivery.collapseKey == "poker")
        #expect(message.delivery.expiry == nil)
        #expect(message.data == #"{"gameID":"12345678","seats":[1,2,3]}"#)
        #expect(message.dataKeys == ["gameID", "seats"])
        #expect(message.payloads.map(\.format) == [.apns])
        #expect(message.payloads.first?.data == alertBody)
        #expect(reading.findings.map(\.code) == ["apns-replaces", "apns-no-provider-token"])
        #expect(reading.title == "Game Request")
        #expect(reading.preview == "Five Card Draw – Bob wants to play poker")
    }

    @Test func `a bare content-available is silent`() {
        let reading = readAPNs(
            #"{"aps":{"content-available":1}}"#,
            headers: ["apns-topic": "a.b", "apns-push-type": "background", "apns-priority": "5"]
        )
        #expect(reading.message.kind == .silent)
        #expect(reading.message.alert == nil)
        #expect(reading.message.data == nil)
        #expect(reading.message.dataKeys.isEmpty)
        #expect(reading.message.delivery.priority == .normal)
        #expect(reading.message.pushType == "background")
        #expect(reading.title == "(silent push)")
        #expect(reading.explain.description.contains("displays nothing"))
    }

    @Test func `a silent push may carry data`() {
        let reading = readAPNs(
            #"{"aps":{"content-available":1},"refresh":"inbox","since":1756800000}"#,
            headers: ["apns-topic": "a.b", "apns-push-type": "background", "apns-priority": "5"]
        )
        #expect(reading.message.kind == .silent)
        #expect(reading.message.dataKeys == ["refresh", "since"])
        #expect(reading.preview == "data: refresh, since")
    }

    @Test func `a badge alone is a notification without a banner`() {
        let reading = readAPNs(#"{"aps":{"badge":0,"sound":"default"}}"#, headers: ["apns-topic": "a.b"])
        #expect(reading.message.kind == .notification)
        #expect(reading.message.alert?.badge == 0)
        #expect(reading.message.alert?.hasText == false)
        #expect(reading.preview == "clears the badge, sound default")
        #expect(reading.title == "(no alert text)")
    }

    @Test func `an empty aps is an empty push`() {
        let reading = readAPNs(#"{"aps":{}}"#, headers: ["apns-topic": "a.b"])
        #expect(reading.message.kind == .empty)
        #expect(reading.message.alert == nil)
        #expect(reading.title == "(empty push)")
        #expect(reading.explain.description.contains("almost certainly a mistake"))
    }

    @Test func `keys of texts are read with their arguments`() {
        let body: Text = """
            {"aps":{"alert":{"title-loc-key":"GAME_TITLE","loc-key":"GAME_PLAY_REQUEST_FORMAT",\
            "loc-args":["Shelly","Rick"],"subtitle-loc-key":"SUB","subtitle-loc-args":["x"]}}}
            """
        let reading = readAPNs(body, headers: ["apns-topic": "a.b"])
        let localization = reading.message.alert?.localization
        #expect(localization?.title == LocalizedText(key: "GAME_TITLE", arguments: []))
        #expect(localization?.subtitle == LocalizedText(key: "SUB", arguments: ["x"]))
        #expect(localization?.body == LocalizedText(key: "GAME_PLAY_REQUEST_FORMAT", arguments: ["Shelly", "Rick"]))
        #expect(reading.title == "GAME_TITLE")
    }

    @Test func `a bare string is the body and a sound may be a dictionary`() {
        let body: Text = """
            {"aps":{"alert":"Pressure vessel over limit","sound":{"critical":1,"name":"klaxon.caf","volume":1.0}}}
            """
        let alert = readAPNs(body, headers: ["apns-topic": "a.b"]).message.alert
        #expect(alert?.body == "Pressure vessel over limit")
        #expect(alert?.title == nil)
        #expect(alert?.sound == "klaxon.caf")
        #expect(alert?.isCritical == true)
    }

    @Test func `data is kept as it was written`() {
        let body: Text = """
            { "z" : 12345678901234567890 , "a" : "\\u003c<" ,"aps":{"alert":"x"}, "z":1.10, "e\\u0301" : null,
             "o":{ "k" : [ 1 ] } }
            """
        let message = readAPNs(body, headers: ["apns-topic": "a.b"]).message
        let data: Text = #"{"z":12345678901234567890,"a":"\u003c<","z":1.10,"e\u0301":null,"o":{ "k" : [ 1 ] }}"#
        #expect(message.data == data)
        #expect(message.dataKeys == ["z", "a", "e\u{301}", "o"])
        #expect(message.payloads.first?.data == body)
    }

    @Test func `an aps by another spelling of its key is still aps`() {
        let message = readAPNs(#"{"\u0061ps":{"alert":"x"},"k":1}"#, headers: ["apns-topic": "a.b"]).message
        #expect(message.alert?.body == "x")
        #expect(message.dataKeys == ["k"])
    }

    @Test func `null is as if the key were not there`() {
        let body: Text = #"{"aps":{"alert":"x","badge":null,"sound":null,"thread-id":null}}"#
        let reading = readAPNs(
            body, headers: ["apns-topic": "a.b", "apns-push-type": "alert", "authorization": "bearer a.b.c"])
        #expect(reading.findings.isEmpty)
        #expect(reading.message.alert?.badge == nil)
    }

    @Test func `a category alone stays in the model and shows nothing`() {
        let reading = readAPNs(#"{"aps":{"category":"c"}}"#, headers: ["apns-topic": "a.b"])
        #expect(reading.message.alert?.category == "c")
        #expect(reading.message.kind == .empty)
    }

    @Test(
        arguments: [
            ("0", .immediate), ("1795957200", .at(Instant(microseconds: 1_795_957_200_000_000))), ("-5", .unusable),
        ] as [(Text, Expiry.Meaning)])
    func `an expiration is a moment as sent`(raw: Text, meaning: Expiry.Meaning) {
        let expiry = readAPNs("{}", headers: ["apns-expiration": raw]).message.delivery.expiry
        #expect(expiry == Expiry(meaning: meaning, raw: raw))
    }

    @Test func `a body that is not JSON stays a payload as posted`() {
        let body: Text = #"{"aps": {"alert": "unterminated"#
        let reading = readAPNs(body, headers: ["apns-topic": "a.b"])
        #expect(reading.message.payloads.first?.data == body)
        #expect(reading.findings.first?.code == "apns-not-json")
        #expect(reading.message.app == "a.b")
    }

    @Test func `a body that is not UTF-8 is a finding and no payload`() {
        var request = HTTPRequest.fixture("POST", deviceTarget, headers: ["apns-topic": "a.b"])
        request.body = [0x22, 0xFF, 0x22]
        let reading = readAPNs(.fixture(provider: "apns", request))
        #expect(reading.message.payloads.isEmpty)
        #expect(reading.findings.first?.code == "apns-not-json")
    }

    /// A wrong type, the key whose finding it makes, and the key that must survive it.
    @Test(
        arguments: [
            (#"{"aps":{"alert":17,"badge":3}}"#, "/aps/alert"),
            (#"{"aps":{"alert":{"title":17,"body":"B"},"badge":3}}"#, "/aps/alert/title"),
            (#"{"aps":{"alert":{"loc-key":"K","loc-args":[1]},"badge":3}}"#, "/aps/alert/loc-args/0"),
            (#"{"aps":{"alert":{"loc-key":"K","loc-args":"a"},"badge":3}}"#, "/aps/alert/loc-args"),
            (#"{"aps":{"sound":17,"badge":3}}"#, "/aps/sound"),
            (#"{"aps":{"sound":{"name":17,"critical":1},"badge":3}}"#, "/aps/sound/name"),
            (#"{"aps":{"sound":{"volume":"loud"},"badge":3}}"#, "/aps/sound/volume"),
            (#"{"aps":{"category":17,"badge":3}}"#, "/aps/category"),
            (#"{"aps":{"thread-id":17,"badge":3}}"#, "/aps/thread-id"),
            (#"{"aps":{"interruption-level":1,"badge":3}}"#, "/aps/interruption-level"),
            (#"{"aps":{"target-content-id":1,"badge":3}}"#, "/aps/target-content-id"),
            (#"{"aps":{"filter-criteria":1,"badge":3}}"#, "/aps/filter-criteria"),
            (#"{"aps":{"relevance-score":"1","badge":3}}"#, "/aps/relevance-score"),
            (#"{"aps":{"timestamp":"1","badge":3}}"#, ""),
        ] as [(Text, Text)])
    func `a value of the wrong type costs only itself`(body: Text, pointer: Text) {
        let reading = readAPNs(body, headers: ["apns-topic": "a.b", "apns-push-type": "alert"])
        #expect(reading.message.alert?.badge == 3)
        let wrong = reading.findings.filter { $0.code == "apns-wrong-type" }
        #expect(wrong.map(\.place) == (pointer.isEmpty ? [] : [.body(pointer: pointer)]))
        #expect(wrong.allSatisfy { $0.severity == .warning })
    }

    @Test(arguments: [("3", 3), ("3.0", 3), ("1e2", 100), ("9223372036854775807", Int64.max)] as [(String, Int64)])
    func `a badge is any whole number`(number: String, badge: Int64) {
        let reading = readAPNs(Text("{\"aps\":{\"badge\":\(number)}}"), headers: ["apns-topic": "a.b"])
        #expect(reading.message.alert?.badge == badge)
    }

    @Test func `any damage to a body leaves a reading`() {
        let body = alertBody.bytes
        let damage: [UInt8] = [0x00, 0x22, 0x5B, 0x7D, 0xFF]
        var request = HTTPRequest.fixture("POST", deviceTarget, headers: ["apns-topic": "a.b"])
        for position in body.indices {
            for byte in damage {
                request.body = body
                request.body[position] = byte
                #expect(readAPNs(.fixture(provider: "apns", request)).verdicts.ios != nil)
            }
            request.body = Array(body[..<position])
            #expect(readAPNs(.fixture(provider: "apns", request)).verdicts.ios?.outcome == .notShown)
        }
    }

    @Test(
        arguments: [
            ("api.sandbox.push.apple.com:443", .sandbox), ("API.push.apple.com:2197", .production), (nil, .production),
        ] as [(Text?, Environment)])
    func `a tunnel tells the environment before the host does`(tunnel: Text?, environment: Environment) {
        var annotations = Annotations()
        annotations.tunnel = tunnel
        let reading = readAPNs(
            #"{"aps":{"alert":"x"}}"#, headers: ["host": "api.push.apple.com"], annotations: annotations)
        #expect(reading.message.environment == environment)
    }
}
