import Bytes
import CaptureLog
import HTTPMessage
import Testing

@Suite struct EventWriterTests {
    static let time = Instant(microseconds: 1_795_996_799_123_456)
    static let id: Text = "01JDX0Q6W5T5V0ZK7M3N8R2B4C"

    static func line(of exchange: Exchange) -> String {
        var writer = EventWriter()
        var line: [UInt8] = []
        writer.append(exchange, id: id, time: time, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    static func exchange(_ request: HTTPRequest, provider: Text? = "fcm") -> Exchange {
        Exchange(provider: provider, request: request, response: HTTPResponse(status: 200))
    }

    @Test func `writes a push with its keys in the order of the format`() {
        let exchange = Exchange(
            provider: "apns",
            request: HTTPRequest(
                method: Array("POST".utf8),
                target: Array("/3/device/00fc".utf8),
                version: .http2,
                scheme: Array("https:".utf8),
                authority: Array("localhost:8822".utf8),
                headers: HeaderList(["apns-topic": "com.example.MyApp", "X-Odd": "", "x-odd": "2"]),
                body: Array(#"{"aps":{}}"#.utf8)
            ),
            response: HTTPResponse(status: 400, headers: HeaderList(["apns-id": "1"]), body: Array("{}".utf8))
        )
        #expect(
            Self.line(of: exchange) == """
                {"v":1,"kind":"push","id":"01JDX0Q6W5T5V0ZK7M3N8R2B4C","time":"2026-11-29T23:59:59.123456Z",\
                "provider":"apns","request":{"method":"POST","target":"/3/device/00fc","scheme":"https:",\
                "authority":"localhost:8822","http":"2",\
                "headers":[["apns-topic","com.example.MyApp"],["X-Odd",""],["x-odd","2"]],\
                "body":{"text":"{\\"aps\\":{}}"}},\
                "response":{"status":400,"headers":[["apns-id","1"]],"body":{"text":"{}"}},"annotations":{}}

                """
        )
    }

    @Test func `writes a request to nobody's route without a provider`() {
        let line = Self.line(of: Self.exchange(HTTPRequest(method: Array("GET".utf8)), provider: nil))
        #expect(line.hasPrefix(#"{"v":1,"kind":"request","id":"01JDX0Q6W5T5V0ZK7M3N8R2B4C","time":"2026-"#))
        #expect(
            line.contains(#"456Z","request":{"method":"GET","target":"","http":"1.1","headers":[],"body":{"text":""}}"#)
        )
    }

    @Test func `writes mark, run and end`() {
        let writer = EventWriter()
        var lines: [UInt8] = []
        writer.append(mark: "checkout \"places\"\nan order", id: Self.id, time: Self.time, to: &lines)
        writer.append(
            runOf: "1.0",
            providers: ["fcm", "apns"],
            limits: ["body_bytes": 4096],
            listeners: ["127.0.0.1:8822", "[::1]:0"],
            id: Self.id,
            time: Self.time,
            to: &lines
        )
        writer.append(endWith: ["push": 2, "mark": 1], id: Self.id, time: Self.time, to: &lines)
        let text = String(decoding: lines, as: UTF8.self).split(separator: "\n")
        #expect(text.count == 3)
        #expect(
            text[0].hasSuffix(
                #""kind":"mark","id":"01JDX0Q6W5T5V0ZK7M3N8R2B4C","time":"2026-11-29T23:59:59.123456Z","label":"checkout \"places\"\nan order"}"#
            ))
        #expect(
            text[1].contains(
                #","version":"1.0","providers":["fcm","apns"],"limits":{"body_bytes":4096},"redaction":{"headers":["*authorization","#
            ))
        #expect(text[1].contains(#"],"address_headers":["host","#))
        #expect(text[1].contains(#"],"parameters":["key","apikey","#))
        #expect(text[1].hasSuffix(#""]},"listeners":["127.0.0.1:8822","[::1]:0"]}"#))
        #expect(text[2].hasSuffix(#"Z","counts":{"push":2,"mark":1}}"#))
    }

    @Test func `writes what is not UTF-8 as base64`() {
        var request = HTTPRequest(method: [0xFF], target: [0x2F, 0xFE], body: [0x00, 0xC0, 0xAF])
        request.headers.append([0xE9][...], [0x80, 0x0A][...])
        let line = Self.line(of: Self.exchange(request))
        #expect(line.contains(#""method":{"bytes":"/w=="},"target":{"bytes":"L/4="}"#))
        #expect(line.contains(#""headers":[[{"bytes":"6Q=="},{"bytes":"gAo="}]],"body":{"bytes":"AMCv"}"#))
    }
}
