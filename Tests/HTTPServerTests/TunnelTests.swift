import Bytes
import HTTPServer
import Testing

/// What a server does once its handler has said that a connection is a tunnel.
@Suite struct TunnelTests {
    private let server: TestServer

    init() throws {
        server = try TestServer { $0.openingTime = .milliseconds(300) }
        server.change { $0.opensTunnels = true }
    }

    private let established = "HTTP/1.1 200 Connection established\r\n\r\n"
    private let push = "POST /3/device/ab HTTP/1.1\r\nHost: api.push.apple.com\r\nContent-Length: 2\r\n\r\n{}"

    @Test(arguments: [
        "HTTP/1.0\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1\r\nHost: 127.0.0.1:9888\r\nConnection: close\r\n\r\n",
    ])
    func `the answer is the line that clients look for, and nothing else`(rest: String) throws {
        let client = try server.connect()
        client.send("CONNECT api.push.apple.com:443 \(rest)")
        #expect(client.receive { $0.count >= established.utf8.count })
        #expect(client.text == established)
        client.send(push)
        #expect(client.receive { $0.count > established.utf8.count })
        #expect(client.text.hasPrefix("\(established)HTTP/1.1 200 OK\r\n"))
        #expect(server.state.targets == ["/3/device/ab"])
        #expect(server.state.facts.map(\.tunnel?.target) == ["api.push.apple.com:443"])
    }

    @Test func `what comes right behind the CONNECT is not lost`() throws {
        let client = try server.connect()
        client.send("CONNECT api.push.apple.com:443 HTTP/1.1\r\n\r\n\(push)\(push)")
        #expect(client.receive { String(decoding: $0, as: UTF8.self).components("HTTP/1.1 200 OK") == 2 })
        #expect(server.state.targets == ["/3/device/ab", "/3/device/ab"])
    }

    @Test func `a tunnel in which nothing comes is closed`() throws {
        let client = try server.connect()
        client.send("CONNECT api.push.apple.com:443 HTTP/1.1\r\n\r\n")
        #expect(client.receiveToEnd())
        #expect(client.text == established)
    }

    @Test func `a CONNECT in the body of another request opens nothing`() throws {
        let client = try server.connect()
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 27\r\n\r\nCONNECT a:443 HTTP/1.1\r\n\r\n!")
        #expect(client.receive { $0.count > 20 })
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
}

extension String {
    fileprivate func components(_ part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
