import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// Clients that push to the vendors' own addresses, and reach the recorder all the same.
@Suite struct UnmodifiedSenderTests {
    private let folder: TemporaryFolder
    private let recorder: StartedRecorder
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    private static let device = "/3/device/\(Curl.token)"
    private static let node = "/usr/bin/node"

    init() async throws {
        folder = try TemporaryFolder()
        recorder = try await StartedRecorder(in: folder, ["--tls", "auto", "--ca-dir", folder.file("ca")])
    }

    private var proxy: String { "http://127.0.0.1:\(recorder.port)" }
    private var certificate: String { folder.file("ca/ca.pem") }

    private func python() throws -> String {
        try #require(
            FileManager.default.isExecutableFile(atPath: Places.python) ? Places.python : nil,
            "build/venv is missing; scripts/test makes it"
        )
    }

    /// Ends the recorder and returns its lines.
    private func lines() async throws -> CapturedLines {
        #expect(await recorder.stop().status == 0)
        return try CapturedLines(of: recorder.log)
    }

    struct Way: Sendable, CustomTestStringConvertible {
        let url: String
        var options: [String] = []
        let http: String
        var tunnel: Text?
        var isSecure = true

        var testDescription: String { (options + [url]).joined(separator: " ") }
    }

    @Test(arguments: [
        Way(url: "https://api.push.apple.com\(device)", http: "2", tunnel: "api.push.apple.com:443"),
        Way(
            url: "https://api.sandbox.push.apple.com:2197\(device)", http: "2",
            tunnel: "api.sandbox.push.apple.com:2197"),
        Way(
            url: "https://api.development.push.apple.com\(device)", options: ["--http1.1"], http: "1.1",
            tunnel: "api.development.push.apple.com:443"
        ),
        Way(
            url: "https://API.push.Apple.com\(device)", options: ["--no-alpn", "--http1.1"], http: "1.1",
            tunnel: "API.push.Apple.com:443"
        ),
        Way(
            url: "https://api.push.apple.com\(device)", options: ["--tls-max", "1.2"], http: "2",
            tunnel: "api.push.apple.com:443"
        ),
        Way(
            url: "http://api.push.apple.com:443\(device)", options: ["--proxytunnel", "--http2-prior-knowledge"],
            http: "2", tunnel: "api.push.apple.com:443", isSecure: false
        ),
        Way(
            url: "http://api.push.apple.com:2197\(device)", options: ["--proxytunnel"], http: "1.1",
            tunnel: "api.push.apple.com:2197", isSecure: false
        ),
        Way(url: "http://api.push.apple.com\(device)", http: "1.1", isSecure: false),
    ])
    func `curl pushes through the proxy`(way: Way) async throws {
        let result = try await RunningProgram.run(
            "curl",
            ["-sS", "-x", proxy, "--cacert", certificate, "-H", "apns-topic: a.b", "-w", "%{http_code}"]
                + ["-d", #"{"aps":{"alert":"x"}}"#] + way.options + [way.url]
        )
        #expect(result.outputText == "200", "\(result.errorText)")
        let pushes = try await lines().pushes
        #expect(pushes.count == 1)
        let push = try #require(pushes.first)
        #expect(push.text("request", "http")?.description == way.http)
        #expect(push.text("annotations", "tunnel") == way.tunnel)
        #expect(push.last("annotations")?.last("tls")?.bool == (way.isSecure ? true : nil))
    }

    @Test func `curl pushes to the vendor's name where a hosts file leads here`() async throws {
        for host in ["api.push.apple.com", "fcm.googleapis.com", "localhost", "127.0.0.1"] {
            let result = try await RunningProgram.run(
                "curl",
                ["-sS", "--cacert", certificate, "-w", "%{http_code}", "-d", #"{"aps":{"alert":"x"}}"#]
                    + ["-H", "apns-topic: a.b", "--connect-to", "::127.0.0.1:\(recorder.port)"]
                    + ["https://\(host)\(Self.device)"]
            )
            #expect(result.outputText == "200", "\(host): \(result.errorText)")
        }
        #expect(try await lines().pushes.count == 4)
    }

    @Test(arguments: [
        "https://example.com/", "https://10.0.0.1/", "https://127.0.0.1:1/", "https://fcm.googleapis.com:80/",
        "https://fcm.googleapis.com.evil.example/", "http://example.com/",
    ])
    func `curl gets no further than the recorder`(url: String) async throws {
        let result = try await RunningProgram.run(
            "curl", ["-sS", "-x", proxy, "--noproxy", "", "-k", "-w", "%{http_connect} %{http_code}", url])
        #expect(["403 000", "000 403"].contains { result.outputText.hasSuffix($0) }, "\(result.outputText)")
        let lines = try await lines()
        #expect(lines.pushes.isEmpty)
        let request = try #require(lines.of(kind: "request").first)
        #expect(request.integer("response", "status") == 403)
    }

    @Test func `the certificate in a tunnel is that of its target, whatever name the client gives`() async throws {
        for (name, options) in [
            ("api.push.apple.com", ["-servername", "http://127.0.0.1"]), ("api.push.apple.com", ["-noservername"]),
            ("oauth2.googleapis.com", ["-servername", "fcm.googleapis.com", "-alpn", "h2"]),
        ] {
            let result = try await RunningProgram.run(
                "openssl",
                ["s_client", "-proxy", "127.0.0.1:\(recorder.port)", "-connect", "\(name):443", "-CAfile", certificate]
                    + ["-verify_return_error", "-verify_hostname", name, "-x509_strict"] + options
            )
            #expect(result.outputText.contains("Verify return code: 0 (ok)"), "\(result.errorText)")
            let text = try await RunningProgram.run(
                "openssl", ["x509", "-noout", "-ext", "subjectAltName"], input: result.output)
            #expect(text.outputText.hasSuffix("DNS:\(name)\n"), "\(text.outputText)")
        }
        #expect(await recorder.stop().status == 0)
    }

    @Test(arguments: [
        ("api.push.apple.com", "DNS:api.push.apple.com\n"), ("FCM.googleapis.com", "DNS:fcm.googleapis.com\n"),
        ("example.com", "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1\n"),
    ])
    func `without a tunnel the certificate is that of the name`(name: String, ending: String) async throws {
        let result = try await RunningProgram.run(
            "openssl",
            ["s_client", "-connect", "127.0.0.1:\(recorder.port)", "-CAfile", certificate, "-verify_return_error"]
                + ["-servername", name]
        )
        let text = try await RunningProgram.run(
            "openssl", ["x509", "-noout", "-ext", "subjectAltName"], input: result.output)
        #expect(text.outputText.hasSuffix(ending), "\(text.outputText)\(result.errorText)")
        #expect(await recorder.stop().status == 0)
    }

    @Test func `five hundred sends lose nothing, through 25 tunnels at once and all through one`()
        async throws
    {
        let result = try await RunningProgram.run(
            python(), ["\(fixtures)/tunnel_clients.py", proxy, certificate, "500"])
        #expect(
            result.outputText == """
                HTTP/1.1: 500 answers, statuses {200}, 500 names
                HTTP/2: 500 answers, statuses {200}, 500 names

                """, "\(result.errorText)"
        )
        let lines = try await lines()
        #expect(lines.pushes.count == 1000)
        let places = lines.pushes.map { $0.text("request", "http")?.description ?? "" }
        #expect(places.count { $0 == "2" } == 500)
        #expect(lines.pushes.allSatisfy { $0.text("annotations", "tunnel")?.description == "fcm.googleapis.com:443" })
        let counts = try #require(lines.of(kind: "end").first?.last("counts"))
        #expect(try #require(counts.last("tunnels")?.integer) >= 26)
        #expect(counts.last("failed_handshakes")?.integer == 0)
    }

    @Test func `a handshake that comes in one piece with the CONNECT is not lost`() async throws {
        let result = try await RunningProgram.run(
            python(), ["\(fixtures)/pipelined_hello.py", "\(recorder.port)", certificate])
        #expect(result.status == 0, "\(result.errorText)")
        #expect(try await lines().pushes.count == 8)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: node)))
    func `Node trusts the authority`() async throws {
        let result = try await RunningProgram.run(
            Self.node, ["\(fixtures)/tunnel_client.js", "\(recorder.port)"],
            environment: ["NODE_EXTRA_CA_CERTS": certificate]
        )
        #expect(result.outputText == "200\n", "\(result.errorText)")
        #expect(try await lines().pushes.map { $0.text("request", "http")?.description } == ["2"])
    }

    @Test func `without a certificate a tunnel is refused with what to do`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await RunningProgram.run(
            "curl",
            ["-sS", "-v", "-x", "http://127.0.0.1:\(recorder.port)", "https://fcm.googleapis.com/"]
                + ["-w", "%{http_connect}"])
        #expect(result.outputText.hasSuffix("501"))
        await recorder.stop()
        let request = try #require(try CapturedLines(of: recorder.log).of(kind: "request").first)
        #expect(request.text("response", "body", "text")?.description.contains("--tls auto") == true)
        await self.recorder.stop()
    }

    @Test func `--tls auto and a certificate exclude each other`() async throws {
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"), ["--tls", "auto", "--tls-cert", certificate, "--tls-key", certificate],
            folder: folder.path
        )
        #expect(result.status == 64)
        await recorder.stop()
    }
}
