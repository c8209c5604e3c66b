import Glibc
import HTTPMessage
import HTTPServer
import HTTPWire
import Synchronization
import TestSupport
import Testing

@Suite struct DrainTests {
    @Test func `a server without connections ends at once`() throws {
        let server = try TestServer { $0.noticeTime = .seconds(3600) }
        server.stop()
        #expect(server.waitForEnd())
    }

    @Test func `a half-done upload is finished, a late request answered, and two GOAWAYs are sent`() throws {
        let server = try TestServer { $0.noticeTime = .milliseconds(200) }
        let upload = try server.connect()
        upload.send("POST /upload HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
        let client = try server.connect()
        client.send(HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/half"), stream: 1, endsStream: false))
        #expect(client.receive { _ in client.answers.frameTypes.contains(4) })
        server.stop()
        #expect(client.receive { _ in client.answers.farewells.count == 1 })
        client.send(HTTP2Frames.headers(HTTP2Frames.post("/late"), stream: 3))
        #expect(client.receive { _ in client.answers.farewells.count == 2 })
        #expect(client.answers.farewells.map(\.lastStream) == [0x7FFF_FFFF, 3])
        upload.send("def")
        #expect(upload.receiveToEnd())
        #expect(upload.text.contains("\r\nconnection: close\r\n"))
        client.send(HTTP2Frames.data([1], stream: 1))
        #expect(client.receiveToEnd())
        #expect(client.answers.answers.values.map(\.statuses) == [["200"], ["200"]])
        #expect(server.waitForEnd())
        #expect(Set(server.state.targets) == ["/upload", "/half", "/late"])
    }

    @Test func `idle connections are closed, and new ones refused`() throws {
        let server = try TestServer()
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receive { _ in client.text.hasSuffix("\r\n\r\n") })
        server.stop()
        #expect(client.receiveToEnd())
        #expect(server.waitForEnd())
        #expect(throws: RawClient.Failure.self) { try server.connect() }
    }

    @Test func `connections that wait to be accepted are served`() throws {
        let server = try TestServer { $0.noticeTime = .milliseconds(200) }
        let client = try server.connect()
        server.stop()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receiveToEnd())
        #expect(client.text.hasPrefix("HTTP/1.1 200 OK"))
    }

    @Test func `what does not end in time is dropped`() throws {
        let server = try TestServer { $0.drainTime = .milliseconds(60) }
        let client = try server.connect()
        client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
        server.stop()
        #expect(server.waitForEnd())
        #expect(server.state.requests.isEmpty)
    }

    @Test func `a request that is half there and stays silent is cut, and the server ends`() throws {
        let server = try TestServer {
            $0.limits.quietTime = .milliseconds(40)
            $0.drainTime = .seconds(3600)
        }
        let clients = [try server.connect(), try server.connect()]
        clients[0].send("POST /half HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
        clients[1].send(
            HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/half"), stream: 1, endsStream: false))
        #expect(clients[1].receive { _ in clients[1].answers.frameTypes.contains(4) })
        server.stop()
        #expect(clients[0].receiveToEnd())
        #expect(clients[0].text.hasPrefix("HTTP/1.1 408 "))
        #expect(clients[1].receiveToEnd())
        #expect(clients[1].answers.answers[1]?.statuses == ["408"])
        #expect(server.waitForEnd())
        #expect(server.state.cuts == [.requestTime(limit: .milliseconds(40)), .requestTime(limit: .milliseconds(40))])
    }

    @Test func `a second stop ends the server at once`() throws {
        let server = try TestServer {
            $0.noticeTime = .seconds(3600)
            $0.drainTime = .seconds(3600)
        }
        let client = try server.connect()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(client.receive { _ in client.text.hasSuffix("\r\n\r\n") })
        server.stop()
        server.stop()
        #expect(server.waitForEnd())
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal drains the server`(signal: Int32) async {
        await #expect(processExitsWith: .success) { [signal] in
            let server = try Server(ServerConfiguration(listeners: [ServerAddress(host: "127.0.0.1", port: 0)]))
            // To this thread: the others of a test process do not block it.
            pthread_kill(pthread_self(), signal)
            server.run(IdleHandler())
        }
    }
}

private final class IdleHandler: RequestHandler {
    func received(_ request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> HTTPResponse {
        HTTPResponse(status: 200)
    }

    func commit() -> Bool { true }

    func unavailable(for request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(status: 503)
    }
}
