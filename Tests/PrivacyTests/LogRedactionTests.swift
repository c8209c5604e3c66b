import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Privacy
import Providers
import PushModel
import TestSupport
import Testing

/// What is hidden is gone, and what is read of a push stays.
@Suite struct LogRedactionTests {
    @Test(arguments: Capture.all) func `verdicts and findings stay`(of capture: Capture) {
        for hidden in [[.targets], [.payloads], [.targets, .payloads]] as [Hidden] {
            let before = capture.reading(of: capture.exchange)
            let after = capture.reading(of: capture.exchange(hiding: hidden))
            #expect(Told(after) == Told(before), "\(hidden)")
        }
    }

    @Test(arguments: Capture.all) func `hiding twice is hiding once, and the line comes back`(of capture: Capture) {
        let once = capture.exchange(hiding: [.targets, .payloads])
        var again = once
        again.annotations.hidden = []
        let twice = Capture(name: "", exchange: again).exchange(hiding: [.payloads])
        #expect(twice.request.body == once.request.body)
        let line = EventLines.line(once)
        guard case .push(let read)? = EventReader.event(line)?.content else {
            Issue.record("the line is damaged")
            return
        }
        #expect(read.annotations.hidden == [.targets, .payloads])
        #expect(EventLines.line(read) == line)
    }

    @Test(arguments: Capture.all) func `a hidden body has the length of the body`(of capture: Capture) {
        #expect(capture.exchange(hiding: [.payloads]).request.body.count == capture.exchange.request.body.count)
    }

    @Test func `a token is named wherever it stands`() throws {
        let token = "00FC13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
        let escaped = "\\u0030" + token.dropFirst()
        var exchange = Capture.apns(
            #"{"aps":{"alert":"to \#(token), or \#(escaped)"},"\#(token)":["x\#(token)y"]}"#, token: token)
        exchange.request.headers.append("x-device", Array(token.lowercased().utf8)[...])
        exchange.response.body = Array("no such \(token)".utf8)
        exchange.annotations.warning = Text("about \(token)")
        let hidden = Capture(name: "", exchange: exchange).exchange(hiding: [.targets])
        let line = String(decoding: EventLines.line(hidden), as: UTF8.self).lowercased()
        #expect(!line.contains(token.lowercased()))
        #expect(!line.contains(token.dropFirst().lowercased()))
        let name = String(decoding: DeviceTokenIndex.name(of: Array(token.utf8)[...]), as: UTF8.self)
        #expect(name.count == 22)
        #expect(line.split(separator: name, omittingEmptySubsequences: false).count == 9)
    }

    @Test(arguments: [
        "fGh1abc:APA91bHPRgkF3JUikC4ENAHE", "fGh1abc%3AAPA91bHPRgkF3JUikC4ENAHE", "fGh1abc%3aAPA91bHPRgkF3JUikC4ENAHE",
    ])
    func `a token has one name, however an address spells it`(spelling: String) throws {
        let token = Array("fGh1abc:APA91bHPRgkF3JUikC4ENAHE".utf8)
        var index = DeviceTokenIndex()
        index.insert(token)
        let named = index.naming(Array("https://shop.example/open?device=\(spelling)&x".utf8))
        let name = String(decoding: DeviceTokenIndex.name(of: token[...]), as: UTF8.self)
        #expect(named == Array("https://shop.example/open?device=\(name)&x".utf8))
    }

    @Test func `of a push to MongoosePush the token and the texts go, and the words of the gateway stay`() throws {
        let body =
            #"{"service":"fcm","mode":"dev","alert":{"title":"secret","body":"b"},"data":{"type":"jmi","k":"hush"}}"#
        let exchange = Exchange(
            provider: "mongoosepush",
            request: HTTPRequest(
                method: Array("POST".utf8), target: Array("/v3/notification/a-registration-token?x=1".utf8),
                headers: HeaderList(["content-type": "application/json"]), body: Array(body.utf8)
            ),
            response: HTTPResponse(status: 200)
        )
        let hidden = Capture(name: "", exchange: exchange).exchange(hiding: [.targets, .payloads]).request
        #expect(String(decoding: hidden.target, as: UTF8.self).hasPrefix("/v3/notification/registration-"))
        let root = try JSONText(parsing: hidden.body).root
        #expect(root.last("service")?.text == "fcm")
        #expect(root.last("mode")?.text == "dev")
        #expect(root.last("data")?.last("type")?.text == "jmi")
        let text = String(decoding: hidden.body, as: UTF8.self)
        for word in ["secret", "hush"] { #expect(!text.contains(word)) }
    }

    @Test func `a token in a batch is named too`() {
        let part = "--b\r\n\r\nPOST /v1/x\r\n\r\n{\"message\":{\"token\" : \"a-registration-token\"}}\r\n--b--"
        let hidden = Capture(name: "", exchange: Capture.fcm(part)).exchange(hiding: [.targets])
        let text = String(decoding: hidden.request.body, as: UTF8.self)
        #expect(!text.contains("a-registration-token"))
        #expect(text.contains("registration-"))
    }

    @Test(
        arguments: [
            ("00fc13adff785122b4ad28809a342098", "token-"), ("00FC", "token-"), ("00f", "registration-"),
            ("c8:APA91b_-x", "registration-"), ("a b", "odd token-"), ("é", "odd·token-"), ("é\u{1}", "odd token-"),
        ]
    ) func `the name keeps what findings say of a token`(token: String, prefix: String) {
        let name = DeviceTokenIndex.name(of: Array(token.utf8)[...])
        #expect(String(decoding: name.dropLast(16), as: UTF8.self) == prefix)
        #expect(name == DeviceTokenIndex.name(of: Array(token.utf8)[...]))
    }

    @Test func `both spellings of hexadecimal digits are one token`() {
        let small = DeviceTokenIndex.name(of: Array("00fcab".utf8)[...])
        #expect(small == DeviceTokenIndex.name(of: Array("00FCAB".utf8)[...]))
        #expect(
            DeviceTokenIndex.name(of: Array("tOken!".utf8)[...]) != DeviceTokenIndex.name(of: Array("token!".utf8)[...])
        )
    }

    @Test(
        arguments: [
            ("0123456789abcde", false), ("0123456789abcdef", true), ("fcm-token-of-a-phone", true),
        ]
    ) func `a token is sought in text from 16 bytes on`(token: String, isSought: Bool) {
        var index = DeviceTokenIndex()
        index.insert(Array(token.utf8))
        #expect((index.naming(Array("<\(token)>".utf8)) != nil) == isSought)
        #expect((index.naming(Array(token.utf8)) != nil) == isSought)
        #expect(index.naming(Array(token.utf8.dropLast())) == nil)
    }

    @Test func `the longest of tokens that begin alike is named`() {
        let short = Array("0123456789abcdef".utf8)
        let long = short + Array("!longer".utf8)
        var index = DeviceTokenIndex()
        index.insert(short)
        index.insert(long)
        #expect(index.naming(long) == DeviceTokenIndex.name(of: long[...]))
        #expect(index.naming(Array(long.dropLast())) == DeviceTokenIndex.name(of: short[...]) + Array("!longe".utf8))
        let name = DeviceTokenIndex.name(of: short[...])
        #expect(index.naming(short + short) == name + name)
    }

    @Test(
        arguments: [
            (
                #"{"aps":{"alert":{"title":"Ann","body":"B ü"},"badge":3,"sound":"x"},"n":-1.5e3,"b":false,"z":null}"#,
                #"{"aps":{"alert":{"title":"***","body":"****"},"badge":3,"sound":"*"},"n":-1.1e3,"b":false,"z":null}"#
            ),
            (#"{"aps":{"alert":" \n "},"u":"https://a.b/c"}"#, #"{"aps":{"alert":" \n "},"u":"https://*****"}"#),
            (
                #"{"aps":{"alert":"a\u0041\u00e9\u20ac\ud83d\ude00\"b"}}"#,
                #"{"aps":{"alert":"*\u002a\u00b7\u2022\ud83d\udd12\"*"}}"#
            ),
            (
                #"{"aps":{"interruption-level":"time-sensitive","event":"a sentence"}}"#,
                #"{"aps":{"interruption-level":"time-sensitive","event":"**********"}}"#
            ),
            (
                #"{"aps":{"interruption-level":"ann-smith","badge":4711,"relevance-score":0.25,"timestamp":1796169600}}"#,
                #"{"aps":{"interruption-level":"*********","badge":4711,"relevance-score":0.25,"timestamp":1796169600}}"#
            ),
            (
                #"{"aps":{"interruption-level":"\u0061ctive","badge":-20471,"relevance-score":0.123456}}"#,
                #"{"aps":{"interruption-level":"\u0061ctive","badge":-20000,"relevance-score":0.100000}}"#
            ),
            (#"{"aps":{"alert":"x"}"#, #"{"***":{"*****":"*"}"#), ("not json", "*** ****"),
        ]
    ) func `values are hidden and keys stay`(body: String, hidden: String) {
        let capture = Capture(name: "", exchange: Capture.apns(body))
        #expect(String(decoding: capture.exchange(hiding: [.payloads]).request.body, as: UTF8.self) == hidden)
    }

    @Test(
        arguments: [
            (##"{"priority":"HIGH","ttl":"3600s","notification":{"color":"#ff8800","visibility":"SECRET"}}"##, nil),
            (#"{"notification":{"event_time":"2026-11-29T23:59:59.123456789Z","vibrate_timings":["0.5s","1s"]}}"#, nil),
            (
                #"{"priority":"ann","ttl":"order-7","collapse_key":"high","notification":{"color":"ann","visibility":"bob"}}"#,
                #"{"priority":"***","ttl":"*******","collapse_key":"****","notification":{"color":"***","visibility":"***"}}"#
            ),
            (
                #"{"restricted_package_name":"com.ann","fcm_options":{"analytics_label":"ann"}}"#,
                #"{"restricted_package_name":"*******","fcm_options":{"analytics_label":"***"}}"#
            ),
        ] as [(String, String?)]
    ) func `of a block for Android what FCM defines stays`(block: String, hidden: String?) {
        let message = { (block: String) in #"{"message":{"token":"abc","android":\#(block)}}"# }
        let capture = Capture(name: "", exchange: Capture.fcm(message(block)))
        let body = String(decoding: capture.exchange(hiding: [.payloads]).request.body, as: UTF8.self)
        #expect(body == message(hidden ?? block))
    }

    @Test func `header fields in a payload are hidden like those of the request`() {
        let body =
            #"{"message":{"token":"t","webpush":{"headers":{"TTL":"60","Urgency":"high","Topic":"ann"}},"apns":{"headers":{"apns-collapse-id":"ann","apns-priority":"5","apns-expiration":"1796169600","apns-topic":"com.a"}}}}"#
        let hidden = Capture(name: "", exchange: Capture.fcm(body)).exchange(hiding: [.payloads]).request.body
        #expect(String(decoding: hidden, as: UTF8.self) == body.replacing("\"ann\"", with: "\"***\""))
        var exchange = Capture.apns(#"{"aps":{"alert":"x"}}"#)
        for name in ["apns-collapse-id", "X-Customer"] {
            exchange.request.headers.append(Text(name).bytes[...], [97, 98])
        }
        let fields = Capture(name: "", exchange: exchange).exchange(hiding: [.payloads]).request.headers
        #expect(
            (0..<fields.count).map { String(decoding: fields.value(at: $0), as: UTF8.self) }.suffix(3) == [
                "alert", "**", "**",
            ])
        #expect(fields.count == exchange.request.headers.count)
    }

    @Test(arguments: ["00fc13adff785122b4ad28809a342098", "fGh1abc:APA91bHPRgkF3JUikC4ENAHE", "a token of none"])
    func `a name is named by itself, also beside the push`(token: String) {
        let path = token.replacing(" ", with: "%20")
        let hidden = Capture(name: "", exchange: Capture.apns("{}", token: path)).exchange(hiding: [.targets])
        var tokens = DeviceTokenIndex()
        for token in DeviceTokens.all(in: hidden) { tokens.insert(token) }
        let name = DeviceTokenIndex.name(of: Array(token.utf8)[...])
        let label = Text(repairing: Array("to ".utf8) + name)
        #expect(LogRedaction(hiding: [.targets], tokens: tokens).redacted(label) == label)
        #expect(DeviceTokenIndex.name(of: name[...]) == name)
    }

    @Test func `a body that is no JSON for one byte does not become JSON`() {
        let body: [UInt8] = Array(#"{""#.utf8) + [0xFF] + Array(#"":{}}"#.utf8)
        var exchange = Capture.apns("")
        exchange.request.body = body
        let hidden = Capture(name: "", exchange: exchange).exchange(hiding: [.payloads]).request.body
        #expect((try? JSONText(parsing: hidden)) == nil)
    }

    @Test func `what FCM answers about a value is hidden too`() {
        let answer = #"{"error":{"code":400,"message":"Invalid value Ann","status":"INVALID_ARGUMENT"}}"#
        let exchange = Capture.fcm(#"{"message":{"token":"t","data":{"a":"Ann"}}}"#, status: 400, answer: answer)
        let line = EventLines.line(Capture(name: "", exchange: exchange).exchange(hiding: [.payloads]))
        let text = String(decoding: line, as: UTF8.self)
        #expect(!text.contains("Ann"))
        #expect(text.contains("INVALID_ARGUMENT"))
    }
}

/// What a reading says that may not change: everything but the words.
struct Told: Equatable {
    let kind: Kind
    let verdicts: [String]
    let findings: [String]
    let isAddressed: Bool

    init(_ reading: PushReading) {
        kind = reading.message.kind
        verdicts = reading.verdicts.all.map { platform, verdict in
            "\(platform) \(verdict.outcome) \(verdict.reason) \(verdict.wakesApp)"
        }
        findings = reading.findings.map { "\($0.severity) \($0.code) \($0.place)" }
        isAddressed = !reading.message.target.value.isEmpty
    }
}
