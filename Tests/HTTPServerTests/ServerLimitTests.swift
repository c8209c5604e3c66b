import Bytes
import HTTPMessage
import HTTPServer
import HTTPWire
import TestSupport
import Testing

@Suite struct ServerLimitTests {
    @Test(arguments: [[], Array("PRI * HTT".utf8), [0x16, 0x03, 0x01]] as [[UInt8]])
    func `a connection that does not show its protocol in time is closed`(bytes: [UInt8]) throws {
        let server = try TestServer { $0.openingTime = .milliseconds(40) }
        let client = try server.connect()
        if bytes.first != 0x16 {
            client.send(bytes)
            #expect(client.receiveToEnd())
            #expect(client.received.isEmpty)
        } else {
            // Without a certificate a TLS handshake is a malformed request.
            client.send(bytes)
            #expect(client.receiveToEnd())
            #expect(client.text.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test func `half a head is answered 408 in time`() throws {
        let server = try TestServer { $0.limits.requestTime = .milliseconds(40) }
        let client = try server.connect()
        client.send("POST / HTTP/1.1\r\nHos")
        #expect(client.receiveToEnd())
        #expect(client.text.hasPrefix("HTTP/1.1 408 "))
        #expect(server.state.cuts == [.requestTime(limit: .milliseconds(40))])
    }

    @Test func `an upload of 8 MB gets its 413 while it is still being sent`() throws {
        let server = try TestServer()
        let client = try server.connect()
        client.send("POST /big HTTP/1.1\r\nHost: x\r\nContent-Length: 8388608\r\n\r\n")
        #expect(client.send([UInt8](repeating: 0, count: 8 << 20)))
        client.finishSending()
        #expect(client.receiveToEnd())
        #expect(!client.wasReset)
        #expect(client.text.hasPrefix("HTTP/1.1 413 "))
        #expect(client.text.hasSuffix("\r\n\r\ncut"))
        #expect(server.state.cuts == [.bodyBytes(limit: 8_000_000)])
    }

    @Test func `an upload without end is read no longer than the linger time`() throws {
        let server = try TestServer { $0.lingerTime = .milliseconds(40) }
        let client = try server.connect()
        client.send("POST /big HTTP/1.1\r\nHost: x\r\nContent-Length: 8388608\r\n\r\n")
        #expect(client.receive { _ in client.text.hasSuffix("cut") })
        #expect(client.receiveToEnd())
        let chunk = [UInt8](repeating: 0, count: 1000)
        var sent = 0
        while sent < 1_000_000, client.send(chunk) { sent += 1 }
        #expect(sent < 1_000_000)
    }

    @Test func `an upload without end is read no further than the discarded bytes`() throws {
        let server = try TestServer {
            $0.limits.discardedBytes = 100_000
            $0.lingerTime = .seconds(3600)
        }
        let client = try server.connect()
        client.send("POST /big HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n")
        let chunk = [UInt8](repeating: 0, count: 10_000)
        var sent = 0
        while sent < 1000, client.send(chunk) { sent += 1 }
        #expect(sent < 1000)
    }

    @Test func `a peer that takes nothing of its answer is dropped`() throws {
        let server = try TestServer { $0.limits.stallTime = .milliseconds(60) }
        server.change { $0.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 8 << 20)) }
        let client = try RawClient(server.addresses[0], receiveBuffer: 4096)
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        server.stop()
        #expect(server.waitForEnd())
        #expect(client.receiveToEnd())
        #expect(client.received.count < 8 << 20)
    }

    @Test func `no more is read from a peer that reads nothing`() throws {
        let server = try TestServer {
            $0.limits.outputBytes = 10_000
            $0.limits.stallTime = .seconds(3600)
            $0.drainTime = .milliseconds(100)
        }
        server.change { $0.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 100_000)) }
        let client = try RawClient(server.addresses[0], receiveBuffer: 4096)
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        client.send((0..<1000).flatMap { _ in request })
        server.stop()
        #expect(server.waitForEnd())
        #expect((1..<1000).contains(server.state.requests.count))
    }

    @Test func `connections beyond the limit wait until one ends`() throws {
        let server = try TestServer { $0.connections = 2 }
        var clients = [try server.connect(), try server.connect()]
        for client in clients {
            client.send("GET /early HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(client.receive { _ in client.text.hasSuffix("\r\n\r\n") })
        }
        let third = try server.connect()
        third.send("GET /late HTTP/1.1\r\nHost: x\r\n\r\n")
        let first = clients.removeFirst()
        first.send("GET /again HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(first.receiveToEnd())
        first.finishSending()
        #expect(third.receive { _ in third.text.hasSuffix("\r\n\r\n") })
        #expect(server.state.targets == ["/early", "/early", "/again", "/late"])
    }
}
