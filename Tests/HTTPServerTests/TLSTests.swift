import Bytes
import HTTPMessage
import HTTPServer
import TestSupport
import Testing

@Suite struct TLSTests {
    private let folder: TemporaryFolder
    private let server: TestServer

    init() async throws {
        folder = try TemporaryFolder()
        try await makeCertificate("server", subject: "/CN=localhost", in: folder)
        let certificate = ServerConfiguration.Certificate(
            chainPath: folder.file("server.pem"),
            keyPath: folder.file("server.key")
        )
        server = try TestServer { $0.certificate = certificate }
    }

    @Test(arguments: [
        (["http"], ["--http1.1"], "1.1"),
        (["http"], ["--http2"], "1.1"),
        (["http"], ["--http2-prior-knowledge"], "2"),
        (["https"], [], "2"),
        (["https"], ["--http1.1"], "1.1"),
        (["https"], ["--no-alpn", "--http1.1"], "1.1"),
        (["https"], ["--tls-max", "1.2"], "2"),
        (["https"], ["--tlsv1.3"], "2"),
    ])
    func `curl is served on one port`(scheme: [String], options: [String], version: String) async throws {
        let result = try await RunningProgram.run(
            "curl",
            ["-sS", "-k", "-d", "hello", "-w", "%{http_version} %{http_code}"] + options
                + ["\(scheme[0])://127.0.0.1:\(server.port)/3/device/ab"]
        )
        #expect(result.errorText.isEmpty)
        #expect(result.outputText == "\(version) 200")
        #expect(server.state.requests.map(\.body) == [Array("hello".utf8)])
        #expect(server.state.facts.map(\.isSecure) == [scheme == ["https"]])
        #expect(server.state.facts.map(\.clientCertificate) == [nil])
    }

    @Test(arguments: [
        ("h2", "h2"), ("h2,http/1.1", "h2"), ("http/1.1,h2", "h2"), ("http/1.1", "http/1.1"),
        ("h2,h2-16,h2-15,h2-14,http/1.1", "h2"),
    ])
    func `the server's preference decides over the protocol`(offer: String, chosen: String) async throws {
        let result = try await openssl(["-alpn", offer])
        #expect(result.outputText.contains("ALPN protocol: \(chosen)\n"))
    }

    @Test func `an offer without a known protocol is refused with an alert`() async throws {
        let result = try await openssl(["-alpn", "spdy/3"])
        #expect(result.errorText.contains("no application protocol"))
    }

    @Test(arguments: [[], ["-tls1_2"], ["-alpn", "http/1.1"]])
    func `HTTP 2 is served whatever was negotiated`(options: [String]) async throws {
        let result = try await openssl(
            options + ["-quiet"],
            input: HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/sniffed"), stream: 1)
                + HTTP2Frames.frame(type: 7, payload: [0, 0, 0, 0, 0, 0, 0, 0])
        )
        let reader = HTTP2AnswerReader()
        reader.read(result.output)
        #expect(reader.answers[1]?.statuses == ["200"])
        #expect(server.state.targets == ["/sniffed"])
    }

    @Test func `a client certificate of any issuer is taken and its subject recorded`() async throws {
        try await makeCertificate("client", subject: "/CN=Apple Push Services: com.example.MyApp/O=Bücher", in: folder)
        let result = try await RunningProgram.run(
            "curl",
            [
                "-sS", "-k", "--cert", folder.file("client.pem"), "--key", folder.file("client.key"), "-d", "x",
                "https://127.0.0.1:\(server.port)/",
            ]
        )
        #expect(result.errorText.isEmpty)
        #expect(server.state.facts.map(\.clientCertificate) == ["O=Bücher,CN=Apple Push Services: com.example.MyApp"])
    }

    @Test func `an upload of 8 MB over TLS gets its 413`() async throws {
        let big = try folder.write([UInt8](repeating: 0x61, count: 8 << 20), to: "big")
        for option in ["--http1.1", "--http2"] {
            let result = try await RunningProgram.run(
                "curl",
                [
                    "-sS", "-k", option, "-H", "Expect:", "--data-binary", "@\(big)",
                    "https://127.0.0.1:\(server.port)/", "-w", " %{http_code}",
                ]
            )
            #expect(result.outputText == "cut 413")
            #expect(result.errorText.isEmpty)
        }
    }

    private func openssl(_ options: [String], input: [UInt8] = []) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            "openssl", ["s_client", "-connect", "127.0.0.1:\(server.port)"] + options, input: input)
    }
}

@Suite struct CertificateFileTests {
    private let folder: TemporaryFolder

    init() async throws {
        folder = try TemporaryFolder()
        try await makeCertificate("a", subject: "/CN=a", in: folder)
        try await makeCertificate("b", subject: "/CN=b", in: folder)
        try folder.write(Array("no PEM\n".utf8), to: "text")
    }

    @Test func `a file that is not there is an error that names it`() {
        #expect(throws: HTTPServerError.fileUnreadable(path: folder.file("none"), errno: 2)) {
            try server(chain: "none", key: "a.key")
        }
        #expect(throws: HTTPServerError.fileUnreadable(path: folder.file("none"), errno: 2)) {
            try server(chain: "a.pem", key: "none")
        }
    }

    @Test func `a file that holds something else is an error that names it`() throws {
        let chainError = try #require(throws: HTTPServerError.self) { try server(chain: "text", key: "a.key") }
        #expect(chainError.description.hasPrefix("\(folder.file("text")) holds no certificate"))
        let keyError = try #require(throws: HTTPServerError.self) { try server(chain: "a.pem", key: "a.pem") }
        #expect(keyError.description.hasPrefix("\(folder.file("a.pem")) holds no unencrypted private key"))
    }

    @Test func `a key of another certificate is an error that names both`() {
        let (chain, key) = (folder.file("a.pem"), folder.file("b.key"))
        #expect(throws: HTTPServerError.keyMismatch(certificate: chain, key: key)) {
            try server(chain: "a.pem", key: "b.key")
        }
    }

    private func server(chain: String, key: String) throws -> TestServer {
        try TestServer {
            $0.certificate = .init(chainPath: folder.file(chain), keyPath: folder.file(key))
        }
    }
}

/// Writes `name.pem` and `name.key`.
private func makeCertificate(_ name: String, subject: String, in folder: TemporaryFolder) async throws {
    let result = try await RunningProgram.run(
        "openssl",
        [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-utf8",
            "-subj", subject, "-out", folder.file("\(name).pem"), "-keyout", folder.file("\(name).key"),
        ]
    )
    try #require(result.status == 0, "\(result.errorText)")
}
