import Bytes
import HTTPMessage
import HTTPServer
import HTTPWire
import TestSupport
import Testing

@Suite struct ServingTests {
    @Test func `one port takes both versions`() throws {
        let server = try TestServer()
        let first = try server.connect()
        first.send("POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok")
        #expect(first.receive { _ in first.text.contains("\r\n\r\n") })
        let second = try server.connect()
        second.send(HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/2"), stream: 1))
        #expect(second.receive { _ in second.answers.answers[1]?.hasEnded == true })
        #expect(server.state.requests.map(\.version) == [.http11, .http2])
        #expect(second.answers.answers[1]?.field("apns-id") == "a-B")
    }

    @Test func `nothing is sent before the client has shown its version`() throws {
        let server = try TestServer()
        let client = try server.connect()
        client.send(Array(HTTP2Frames.magic.prefix(23)))
        client.finishSending()
        #expect(client.receiveToEnd())
        #expect(client.received.isEmpty)
    }

    @Test func `requests that come byte by byte are taken whole`() throws {
        let server = try TestServer()
        let client = try server.connect()
        for byte in HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/slow"), stream: 1) {
            client.send([byte])
        }
        #expect(client.receive { _ in client.answers.answers[1]?.hasEnded == true })
        #expect(server.state.targets == ["/slow"])
    }

    @Test func `requests that come together are committed together, before any answer`() throws {
        let server = try TestServer()
        let client = try server.connect()
        let requests = (0..<50).flatMap { HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 2 * $0 + 1) }
        client.send(HTTP2Frames.preface + requests)
        #expect(client.receive { _ in client.answers.answers.count == 50 })
        #expect(server.state.commits.reduce(0, +) == 50)
        #expect(server.state.commits.count < 50)
    }

    @Test func `pipelined requests are all answered, in order`() throws {
        let server = try TestServer()
        let client = try server.connect()
        client.send((0..<20).map { "GET /\($0) HTTP/1.1\r\nHost: x\r\n\r\n" }.joined())
        client.finishSending()
        #expect(client.receiveToEnd())
        #expect(client.text.occurrences(of: "HTTP/1.1 200 OK") == 20)
        #expect(server.state.targets == (0..<20).map { "/\($0)" })
    }

    @Test func `what cannot be kept is answered as unavailable, and serving goes on`() throws {
        let server = try TestServer()
        server.change { $0.canCommit = false }
        let client = try server.connect()
        client.send("GET /lost HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receive { _ in client.text.hasSuffix("/lost") })
        #expect(client.text.hasPrefix("HTTP/1.1 503 "))
        server.change { $0.canCommit = true }
        client.send("GET /kept HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(client.receiveToEnd())
        #expect(client.text.occurrences(of: "HTTP/1.1 200 OK") == 1)
    }

    @Test func `an answer is held back for the least latency`() throws {
        let server = try TestServer { $0.minimumLatency = .milliseconds(30) }
        let client = try server.connect()
        let start = ContinuousClock.now
        client.send(HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1))
        #expect(client.receive { _ in client.answers.answers[1]?.hasEnded == true })
        #expect(ContinuousClock.now - start >= .milliseconds(30))
    }

    @Test func `a client that sends nothing more still gets its held answer`() throws {
        let server = try TestServer { $0.minimumLatency = .milliseconds(30) }
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        #expect(client.receiveToEnd())
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `a request is recorded although its client has gone`() throws {
        let server = try TestServer()
        for index in 0..<20 {
            let client = try server.connect()
            client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        let last = try server.connect()
        last.send("GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(last.receiveToEnd())
        #expect(Set(server.state.targets) == Set((0..<20).map { "/\($0)" } + ["/last"]))
    }

    @Test func `a large answer arrives whole at a slow reader with a small buffer`() throws {
        let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let server = try TestServer()
        server.change { $0.answer = HTTPResponse(status: 200, body: body) }
        let client = try RawClient(server.addresses[0], receiveBuffer: 4096)
        client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(client.receiveToEnd())
        #expect(client.received.suffix(body.count) == body[...])
    }
}

extension String {
    /// How often a text stands in it.
    func occurrences(of text: String) -> Int {
        var count = 0
        var rest = utf8[...]
        while let first = rest.first {
            if first == text.utf8.first, rest.starts(with: text.utf8) { count += 1 }
            rest.removeFirst()
        }
        return count
    }
}
