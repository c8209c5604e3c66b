import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import TestSupport
import Testing

@Suite struct RoundTripTests {
    static func restored(_ exchange: Exchange) throws -> Exchange {
        var writer = EventWriter()
        var line: [UInt8] = []
        writer.append(exchange, id: EventWriterTests.id, time: EventWriterTests.time, to: &line)
        #expect(line.count { $0 == UInt8(ascii: "\n") } == 1)
        let event = try #require(EventReader.event(line))
        #expect(event.id == EventWriterTests.id)
        #expect(event.time == EventWriterTests.time)
        switch event.content {
        case .push(let exchange), .request(let exchange): return exchange
        default: throw CaptureLogError.changed(name: "kind")
        }
    }

    static let bodies: [[UInt8]] = [
        [], [0], [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], Array("\r\n\n\r".utf8), Array(#"{"a":"\ud800"}"#.utf8),
        Array("\"\u{301}<\u{301}".utf8), Array("\u{2028}\u{202E}\u{FEFF}".utf8), Array("</script>]]>".utf8),
        Array(#"{"text":"x"}"#.utf8), Array(0...255), Array(repeating: 0x22, count: 100_000),
        Array("{\"bytes\":1}".utf8),
    ]

    @Test(arguments: bodies) func `any bytes come back from every place`(bytes: [UInt8]) throws {
        var headers = HeaderList()
        headers.append(bytes[...], bytes[...])
        headers.append("X-Twice", bytes[...])
        headers.append("x-twice", [])
        let exchange = Exchange(
            provider: Text(repairing: bytes),
            request: HTTPRequest(
                method: bytes,
                target: bytes,
                version: .http2,
                scheme: bytes,
                authority: bytes,
                headers: headers,
                body: bytes
            ),
            response: HTTPResponse(status: 503, headers: headers, body: bytes)
        )
        let restored = try Self.restored(exchange)
        #expect(restored.provider == exchange.provider)
        #expect(restored.request == exchange.request)
        #expect(restored.response == exchange.response)
        #expect(restored.redactions.isEmpty)
        #expect(restored.annotations.isEmpty)
    }

    @Test(arguments: [HTTPRequest.Version.http10, .http11, .http2]) func `the version comes back`(
        version: HTTPRequest.Version
    ) throws {
        let exchange = Exchange(
            provider: nil,
            request: HTTPRequest(version: version),
            response: HTTPResponse(status: 404)
        )
        #expect(try Self.restored(exchange).request == exchange.request)
        #expect(try Self.restored(exchange).provider == nil)
    }

    @Test func `random bytes come back`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var headers = HeaderList()
            for _ in 0..<Int.random(in: 0...5, using: &random) {
                headers.append(random.bytes(upTo: 30)[...], random.bytes(upTo: 60)[...])
            }
            let exchange = Exchange(
                provider: "fcm",
                request: HTTPRequest(
                    method: random.bytes(upTo: 8),
                    target: Array("/v1/".utf8) + random.bytes(upTo: 80),
                    version: .http2,
                    scheme: random.bytes(upTo: 5),
                    // An @ would have user information in front of it, which is hidden.
                    authority: random.bytes(upTo: 20).filter { $0 != UInt8(ascii: "@") },
                    headers: headers,
                    body: random.bytes(upTo: 600)
                ),
                response: HTTPResponse(status: 200, headers: headers, body: random.bytes(upTo: 40))
            )
            let restored = try Self.restored(exchange)
            #expect(restored.request == exchange.request)
            #expect(restored.response == exchange.response)
        }
    }

    @Test func `every annotation comes back`() throws {
        var annotations = Annotations()
        annotations.warning = "APNs is HTTP/2 only"
        annotations.jwtHeader = Array("{}".utf8)
        annotations.jwtClaims = [0xFF]
        annotations.jwtProblem = "odd"
        annotations.limit = "body_bytes 5"
        annotations.tunnel = "api.push.apple.com:443"
        annotations.isSecure = true
        annotations.clientCertificate = "CN=\"x\""
        annotations.others = [Annotations.Member(key: "k\n", value: Array(#"[1.10,{"a":1e400}]"#.utf8))]
        let exchange = Exchange(
            provider: "apns",
            request: HTTPRequest(),
            response: HTTPResponse(status: 200),
            annotations: annotations
        )
        #expect(try Self.restored(exchange).annotations == annotations)
    }

    @Test func `redactions come back in place and survive a second writing`() throws {
        var request = HTTPRequest(target: Array("/v1?a=1&key=AIza".utf8))
        request.headers.append("accept", Array("*/*".utf8)[...])
        request.headers.append("authorization", Array("Bearer secret".utf8)[...])
        let exchange = Exchange(provider: "fcm", request: request, response: HTTPResponse(status: 200))
        let first = try Self.restored(exchange)
        #expect(first.request.target == Array("/v1?a=1&key=(redacted)".utf8))
        #expect(first.request.headers.count == 2)
        #expect(first.request.headers.value(at: 1).isEmpty)
        #expect(first.redactions.count == 2)
        #expect(first.redactions.first?.place == .header(position: 1))
        #expect(first.redactions.first?.scheme == "Bearer")
        #expect(first.redactions.first?.sha256 == "bffde20413347b7a")
        #expect(first.redactions.first?.length == 13)
        #expect(first.redactions.last?.place == .parameter(name: "key"))
        #expect(first.redactions.last?.length == 4)
    }

    @Test func `mark, run and end come back`() throws {
        let writer = EventWriter()
        var line: [UInt8] = []
        writer.append(mark: "a \"b\"\n", id: "1", time: EventWriterTests.time, to: &line)
        guard case .mark(let label)? = EventReader.event(line)?.content else {
            Issue.record("no mark")
            return
        }
        #expect(label == "a \"b\"\n")
        line = []
        writer.append(
            runOf: "1.0", providers: ["x"], limits: ["a": 1], listeners: [], id: "1", time: EventWriterTests.time,
            to: &line
        )
        guard case .run(let run)? = EventReader.event(line)?.content else {
            Issue.record("no run")
            return
        }
        #expect(run.root.last("limits")?.last("a")?.integer == 1)
        line = []
        writer.append(endWith: ["push": 3], id: "1", time: EventWriterTests.time, to: &line)
        guard case .end(let end)? = EventReader.event(line)?.content else {
            Issue.record("no end")
            return
        }
        #expect(end.root.last("counts")?.last("push")?.integer == 3)
    }
}

extension SeededGenerator {
    /// Bytes that are now and then UTF-8, with many that need an escape.
    mutating func bytes(upTo limit: Int) -> [UInt8] {
        let interesting: [UInt8] = [0x22, 0x5C, 0x0A, 0x0D, 0x00, 0x1F, 0x7F, 0xC3, 0xA9, 0xED, 0xA0, 0x80, 0xF0]
        let count = Int.random(in: 0...limit, using: &self)
        let isText = Bool.random(using: &self)
        return (0..<count).map { _ in
            if !isText, UInt8.random(in: 0...3, using: &self) == 0 {
                interesting.randomElement(using: &self) ?? 0
            } else {
                UInt8.random(in: isText ? 0...0x7F : 0...255, using: &self)
            }
        }
    }
}
