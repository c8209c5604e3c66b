import HTTPServer
import HTTPWire
import TestSupport
import Testing

@Suite struct SetupTests {
    @Test func `each listener has a port of its own, and a request says by which it came`() throws {
        let server = try TestServer {
            $0.listeners = [ServerAddress(host: "127.0.0.1", port: 0), ServerAddress(host: "localhost", port: 0)]
        }
        #expect(Set(server.addresses.map(\.port)).count == 2)
        #expect(!server.addresses.map(\.port).contains(0))
        let client = try RawClient(server.addresses[1])
        client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(client.receiveToEnd())
        #expect(server.state.facts.map(\.listener) == [1])
        #expect(server.state.facts.map(\.isSecure) == [false])
    }

    @Test func `an IPv6 listener serves`() throws {
        let server = try TestServer { $0.listeners = [ServerAddress(host: "::1", port: 0)] }
        #expect(server.addresses[0].host == "::1")
        let client = try server.connect()
        client.send(HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/6"), stream: 1))
        #expect(client.receive { _ in client.answers.answers[1]?.hasEnded == true })
        #expect(server.state.targets == ["/6"])
    }

    @Test func `a port in use is an error that names it`() throws {
        let server = try TestServer()
        let error = try #require(throws: HTTPServerError.self) {
            try Server(configuration(listeningOn: server.addresses[0]))
        }
        #expect(error == .addressInUse(server.addresses[0]))
        #expect(error.description.contains("\(server.port) is in use"))
    }

    @Test func `an address of another machine is an error that names it`() throws {
        let address = ServerAddress(host: "192.0.2.1", port: 0)
        let error = #expect(throws: HTTPServerError.self) { try Server(configuration(listeningOn: address)) }
        #expect(error == .addressNotLocal(address))
    }

    @Test func `a host that is no name is an error that names it`() throws {
        let address = ServerAddress(host: "not a host", port: 0)
        let error = #expect(throws: HTTPServerError.self) { try Server(configuration(listeningOn: address)) }
        guard case .hostUnknown("not a host", _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    private func configuration(listeningOn address: ServerAddress) -> ServerConfiguration {
        var configuration = ServerConfiguration(listeners: [address])
        configuration.drainsOnSignals = false
        return configuration
    }
}
