import Bytes
import CaptureLog
import HTTPMessage
import HTTPServer
import JSONText
import Providers
import TestSupport
import Testing

@testable import Recorder

/// What a recorder answers to a client that takes it for a proxy.
@Suite struct ProxyRequestTests {
    private let direct = ConnectionFacts(listener: 0, isSecure: false, clientCertificate: nil)

    private func connect(_ target: String, _ version: HTTPRequest.Version = .http11) -> HTTPRequest {
        HTTPRequest(method: Array("CONNECT".utf8), target: Array(target.utf8), version: version)
    }

    private func refusal(
        _ request: HTTPRequest, on connection: ConnectionFacts? = nil, opensTunnels: Bool = true
    ) throws -> ProxyRequest.Refusal {
        guard case .refused(let refusal) = ProxyRequest(request, on: connection ?? direct, opensTunnels: opensTunnels)
        else {
            throw NotRefused()
        }
        return refusal
    }

    private struct NotRefused: Error {}

    @Test(arguments: [
        ("fcm.googleapis.com:443", "fcm.googleapis.com"), ("FCM.GoogleAPIs.com:443", "fcm.googleapis.com"),
        ("api.push.apple.com.:2197", "api.push.apple.com"), ("oauth2.googleapis.com:443", "oauth2.googleapis.com"),
        ("api-manage-broadcast.sandbox.push.apple.com:2195", "api-manage-broadcast.sandbox.push.apple.com"),
    ])
    func `a vendor's host is stood in for, however its name is spelled`(target: String, host: String) throws {
        for version in [HTTPRequest.Version.http10, .http11] {
            guard case .tunnel(let tunnel) = ProxyRequest(connect(target, version), on: direct, opensTunnels: true)
            else {
                Issue.record("\(target) is refused")
                continue
            }
            #expect(tunnel == Tunnel(target: Text(target), host: Text(host)))
        }
    }

    @Test(arguments: [
        ("10.0.0.1:443", 403, "opens no tunnel to 10.0.0.1:443"), ("192.168.1.1:22", 403, "connects to nothing"),
        ("127.0.0.1:443", 403, "NO_PROXY"), ("[::1]:443", 403, "NO_PROXY"), ("localhost:443", 403, "NO_PROXY"),
        ("169.254.169.254:80", 403, "connects to nothing"), ("142.250.1.95:443", 403, "connects to nothing"),
        ("fcm.googleapis.com.evil.example:443", 403, "fcm.googleapis.com.evil.example:443"),
        ("evil-fcm.googleapis.com:443", 403, "connects to nothing"), ("googleapis.com:443", 403, "connects to nothing"),
        ("fcm.googleapis.com..:443", 403, "connects to nothing"),
        ("fcm.googleapis.com\0:443", 403, "connects to nothing"),
        ("fcm.googleapis.com:80", 403, "on the ports 443, not on 80"),
        ("api.push.apple.com:2195", 403, "on the ports 443, 2197, not on 2195"),
        ("fcm.googleapis.com", 400, "HOST:PORT"), ("fcm.googleapis.com:", 400, "HOST:PORT"), ("", 400, "HOST:PORT"),
        ("user:secret@fcm.googleapis.com:443", 400, "without user information"),
        ("user:secret@evil.example:443", 400, "without user information"), ("/3/device/ab", 400, "HOST:PORT"),
        ("https://fcm.googleapis.com:443", 400, "HOST:PORT"),
    ])
    func `every other tunnel is refused and explained`(target: String, status: Int, reason: String) throws {
        let refusal = try refusal(connect(target))
        #expect(refusal.status == status)
        #expect(refusal.sentence.contains(reason), "\(refusal.sentence)")
        #expect(!refusal.sentence.contains("secret"))
    }

    @Test func `a tunnel needs TLS, HTTP/1, and a connection that is none already`() throws {
        let request = connect("fcm.googleapis.com:443")
        let tunnelled = ConnectionFacts(
            listener: 0, isSecure: false, clientCertificate: nil,
            tunnel: Tunnel(target: "api.push.apple.com:443", host: "api.push.apple.com")
        )
        let secure = ConnectionFacts(listener: 0, isSecure: true, clientCertificate: nil)
        #expect(try refusal(request, opensTunnels: false).sentence.contains("--tls auto"))
        for refusal in [
            try refusal(request, opensTunnels: false), try refusal(request, on: tunnelled),
            try refusal(request, on: secure), try refusal(connect("fcm.googleapis.com:443", .http2)),
        ] { #expect(refusal.status == 501) }
    }

    @Test(arguments: [
        "http://fcm.googleapis.com/v1/projects/p/messages:send", "http://OAUTH2.googleapis.com:80/token",
        "http://metadata.google.internal/computeMetadata/v1/", "http://localhost:8822/token", "http://127.0.0.1/x",
        "http://[::1]:1/x", "/v1/projects/p/messages:send", "*",
    ])
    func `the absolute form is taken for the hosts that are stood in for`(target: String) {
        let request = HTTPRequest(method: Array("POST".utf8), target: Array(target.utf8))
        #expect(ProxyRequest(request, on: direct, opensTunnels: true) == nil)
    }

    @Test(arguments: ["ftp://fcm.googleapis.com/v1/projects/p/messages:send", "ws://localhost/x", "://localhost/x"])
    func `the absolute form is refused with every scheme but the web's`(target: String) throws {
        let request = HTTPRequest(method: Array("POST".utf8), target: Array(target.utf8))
        let refusal = try refusal(request)
        #expect(refusal.status == 400)
        #expect(refusal.sentence.contains("takes http and https"))
    }

    @Test(arguments: [
        "http://evil.example/v1/projects/p/messages:send", "http://10.0.0.1/token", "http://127.0.0.1.evil.example/",
        "http://fcm.googleapis.com.evil.example/v1/projects/p/messages:send", "http://user:secret@10.0.0.1/",
        "http:///token",
    ])
    func `the absolute form is refused for every other host, and recorded`(target: String) throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")), rules: AnswerRules(),
            now: { Instant(microseconds: 0) }, notify: { _ in }
        )
        let request = HTTPRequest(method: Array("POST".utf8), target: Array(target.utf8))
        #expect(recorder.reply(to: request, on: direct, cut: nil).map { _ in true } == nil)
        let response = recorder.received(request, on: direct, cut: nil)
        #expect(response.status == 403)
        #expect(recorder.commit())
        let line = try JSONText(parsing: folder.read("captures.ndjson")).root
        #expect(line.last("kind")?.text == "request")
        #expect(line.last("response")?.last("status")?.integer == 403)
        let body = String(decoding: response.body, as: UTF8.self)
        #expect(body.contains("NO_PROXY"))
        #expect(!body.contains("secret"))
    }

    @Test func `a push through a tunnel says which host was meant`() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")), rules: AnswerRules(),
            now: { Instant(microseconds: 0) }, notify: { _ in }
        )
        recorder.openTunnels()
        guard
            case .tunnel(let tunnel) = recorder.reply(
                to: connect("api.sandbox.push.apple.com:2197"), on: direct, cut: nil)
        else {
            Issue.record("refused")
            return
        }
        let connection = ConnectionFacts(listener: 0, isSecure: true, clientCertificate: nil, tunnel: tunnel)
        let request = HTTPRequest(method: Array("POST".utf8), target: Array("/3/device/00fc13ad".utf8), version: .http2)
        _ = recorder.received(request, on: connection, cut: nil)
        recorder.handshakeFailed(HandshakeFailure(cause: .closed))
        try recorder.finish()
        let lines = try folder.read("captures.ndjson").split(separator: UInt8(ascii: "\n"))
            .map { try JSONText(parsing: Array($0)).root }
        #expect(lines.count == 2)
        #expect(lines[0].last("annotations")?.last("tunnel")?.text == "api.sandbox.push.apple.com:2197")
        #expect(lines[1].last("counts")?.last("tunnels")?.integer == 1)
        #expect(lines[1].last("counts")?.last("failed_handshakes")?.integer == 1)
    }
}
