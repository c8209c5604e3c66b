import Foundation
import TestSupport
import Testing

/// `pushrecorder env` and `pushrecorder doctor`.
@Suite struct EnvironmentCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pushrecorder(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushrecorder"), arguments, environment: environment, folder: folder.path)
    }

    private func makeAuthority(_ name: String) async throws -> [String] {
        let options = ["--ca-dir", folder.file(name)]
        #expect(try await pushrecorder(["ca", "init"] + options).status == 0)
        return options
    }

    /// A name that a shell would take for more than a name.
    private static let oddName = "it's $(touch x) `y` \\ \"z\" #!"

    private func expected(_ name: String) -> String {
        "http://127.0.0.1:9888 localhost,127.0.0.1,::1 \(folder.file(name))/bundle.pem \(folder.file(name))/ca.pem\n"
    }

    @Test(arguments: ["ca", oddName]) func `a shell gets the variables as they are`(name: String) async throws {
        let options = try await makeAuthority(name)
        let script = try await pushrecorder(["env", "--proxy", "http://127.0.0.1:9888"] + options)
        #expect(script.status == 0, "\(script.errorText)")
        let result = try await RunningProgram.run(
            "sh",
            [
                "-c",
                "\(script.outputText)\necho \"$HTTPS_PROXY $no_proxy $SSL_CERT_FILE\" | tr -d '\\n'; printf ' %s\\n' \"$NODE_EXTRA_CA_CERTS\"",
            ],
            folder: folder.path
        )
        #expect(result.outputText == expected(name), "\(script.outputText)\(result.errorText)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("x")))
        for hint in ["# Java: ", "# PHP: ", "GCE_METADATA_HOST=127.0.0.1:9888"] {
            #expect(script.outputText.contains(hint))
        }
    }

    @Test func `files of variables have no quotes, and a value that would need them is refused`() async throws {
        let options = try await makeAuthority("ca")
        for form in ["github", "dotenv"] {
            let result = try await pushrecorder(["env", "--shell", form] + options)
            #expect(result.outputText.contains("\nHTTPS_PROXY=http://127.0.0.1:8822\n"))
            #expect(result.outputText.contains("\nSSL_CERT_FILE=\(folder.file("ca"))/bundle.pem\n"))
            #expect(result.outputText.contains("# Java") == (form == "dotenv"))
        }
        let odd = try await makeAuthority("a\nHTTPS_PROXY=x")
        for form in ["github", "dotenv"] {
            let result = try await pushrecorder(["env", "--shell", form] + odd)
            #expect(result.status == 2)
            #expect(result.output.isEmpty)
        }
    }

    @Test func `fish has words of its own`() async throws {
        let options = try await makeAuthority("it's")
        let result = try await pushrecorder(["env", "--shell", "fish"] + options)
        #expect(result.outputText.contains("set -gx HTTPS_PROXY 'http://127.0.0.1:8822'\n"))
        #expect(result.outputText.contains(#"set -gx SSL_CERT_FILE '\#(folder.path)/it\'s/bundle.pem'"#))
    }

    @Test func `a hosts file leads every vendor's name to this machine`() async throws {
        let result = try await pushrecorder(["env", "--hosts", "--ca-dir", folder.file("none")])
        let lines = result.outputText.split(separator: "\n")
        #expect(lines.first?.hasPrefix("# ") == true)
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("127.0.0.1 ") })
        for port in [80, 443, 2195, 2196, 2197] {
            #expect(lines.first?.contains(" --ingress 127.0.0.1:\(port)") == true)
        }
        for host in ["fcm.googleapis.com", "api.sandbox.push.apple.com", "oauth2.googleapis.com"] {
            #expect(lines.contains("127.0.0.1 \(host)"))
        }
    }

    @Test func `the ready file of a recorder tells it all`() async throws {
        let recorder = try await StartedRecorder(in: folder, ["--tls", "auto", "--ca-dir", folder.file("ca")])
        let result = try await pushrecorder(["env", "--ready-file", folder.file("ready.json")])
        #expect(result.outputText.contains("export https_proxy='http://127.0.0.1:\(recorder.port)'\n"))
        #expect(result.outputText.contains("export PUSHRECORDER_API='http://\(recorder.api)'\n"))
        #expect(result.outputText.contains("='\(folder.file("ca"))/ca.pem'\n"))
        await recorder.stop()
    }

    @Test(arguments: [
        ("", "is no ready file"), ("not json", "is no ready file"), ("{}", "is no ready file"),
        (#"{"ingress":"nowhere"}"#, "is no ready file"), (#"{"ingress":["127.0.0.1:1"]}"#, "is no ready file"),
        (#"{"ingress":"127.0.0.1:1"}"# + String(repeating: "\n", count: 65_511), "there is no"),
        (#"{"ingress":"127.0.0.1:1"}"# + String(repeating: "\n", count: 65_512), "larger than 65536 bytes"),
    ])
    func `a file that is no ready file is refused`(text: String, reason: String) async throws {
        let path = try folder.write(Array(text.utf8), to: "ready.json")
        let result = try await pushrecorder(["env", "--ready-file", path, "--ca-dir", folder.file("none")])
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errorText.contains(reason), "\(result.errorText)")
    }

    @Test func `an authority is made where a recorder that starts at the same time has none yet`() async throws {
        let result = try await pushrecorder(["env", "--ca-dir", folder.file("new")])
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.outputText.contains("='\(folder.file("new"))/ca.pem'\n"))
        let shown = try await pushrecorder(["ca", "show", "--ca-dir", folder.file("new")])
        #expect(shown.status == 0, "\(shown.errorText)")
    }

    @Test(arguments: [
        ("", "localhost,127.0.0.1,::1"),
        ("db.corp, .example.com,10.0.0.0/8", "localhost,127.0.0.1,::1,db.corp,.example.com,10.0.0.0/8"),
        ("*", "localhost,127.0.0.1,::1"), ("push.apple.com,a", "localhost,127.0.0.1,::1,a"),
        ("*.GOOGLEAPIS.com:443 b", "localhost,127.0.0.1,::1,b"),
        ("x.fcm.googleapis.com", "localhost,127.0.0.1,::1,x.fcm.googleapis.com"),
        ("com", "localhost,127.0.0.1,::1"), ("le.com,localhost", "localhost,127.0.0.1,::1,le.com"),
    ])
    func `hosts without a proxy stay so, but for the vendors'`(set: String, expected: String) async throws {
        let options = try await makeAuthority("ca")
        for name in ["NO_PROXY", "no_proxy"] {
            let result = try await pushrecorder(["env"] + options, environment: [name: set])
            #expect(result.outputText.contains("\nexport NO_PROXY='\(expected)'\n"), "\(result.outputText)")
            #expect(result.outputText.contains("\nexport no_proxy='\(expected)'\n"))
        }
    }

    private var recording: [String] {
        ["--tls", "auto", "--ca-dir", folder.file("ca"), "--ingress", "127.0.0.1:0", "--api", "127.0.0.1:0"]
            + ["--log", folder.file("run.ndjson")]
    }

    @Test func `a command's senders are led to the recorder, whatever was set before`() async throws {
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"),
            recording + ["--", "curl", "-sS", "-d", #"{"message":{"topic":"t","notification":{"title":"x"}}}"#]
                + ["https://fcm.googleapis.com/v1/projects/p/messages:send"],
            environment: [
                "HTTPS_PROXY": "http://127.0.0.1:9", "SSL_CERT_FILE": "/nowhere", "CURL_CA_BUNDLE": "/nowhere",
            ]
        )
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.outputText.contains("projects/p/messages/"))
        #expect(try CapturedLines(of: folder.file("run.ndjson")).pushes.count == 1)
    }

    @Test func `the doctor finds all well in a recorder's command`() async throws {
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"),
            recording + ["--", Places.program("pushrecorder"), "doctor", "--ca-dir", folder.file("ca")]
        )
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.split(separator: "\n").allSatisfy { $0.hasPrefix("good: ") }, "\(result.outputText)")
        #expect(result.outputText.contains("by CONNECT, TLS and HTTP/2 was answered and recorded"))
    }

    @Test func `the doctor says what is amiss`() async throws {
        let none = try await pushrecorder([
            "doctor", "--ca-dir", folder.file("none"), "--ingress", "127.0.0.1:0", "--no-api",
        ])
        #expect(none.status == 1)
        #expect(none.outputText.contains("amiss:  there is no \(folder.file("none"))/authority.pem"))
        let options = try await makeAuthority("ca")
        let bare = try await pushrecorder(["doctor", "--ingress", "127.0.0.1:0", "--no-api"] + options)
        #expect(bare.status == 1)
        #expect(bare.outputText.contains("amiss:  the variables do not lead senders to http://127.0.0.1:0"))
        #expect(
            bare.outputText.contains("good:   a push to api.sandbox.push.apple.com by CONNECT"), "\(bare.outputText)")
        let hosts = try await pushrecorder(["doctor", "--ingress", "127.0.0.1:443", "--no-api"] + options)
        #expect(hosts.outputText.contains("amiss:  the variables do not make senders trust the recorder"))
        #expect(!hosts.outputText.contains("HTTPS_PROXY"))
        #expect(hosts.outputText.contains("/etc/hosts does not lead fcm.googleapis.com, "))
        let recorder = try await StartedRecorder(in: folder)
        let taken = try await pushrecorder(["doctor", "--ingress", "127.0.0.1:\(recorder.port)", "--no-api"] + options)
        #expect(taken.outputText.contains("amiss:  127.0.0.1:\(recorder.port) is in use by another program"))
        await recorder.stop()
    }

    @Test(arguments: [
        (
            ["curl", "-sS", "https://fcm.googleapis.com/"],
            "that asked for fcm.googleapis.com:443 did not trust the certificate (unknown_ca)"
        ),
        (["openssl", "s_client", "-alpn", "spdy/1", "-connect"], "offers neither h2 nor http/1.1 (ALPN)"),
        (["openssl", "s_client", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0", "-connect"], "offers no TLS 1.2 or later"),
    ])
    func `a handshake that fails is explained once`(command: [String], words: String) async throws {
        let recorder = try await StartedRecorder(in: folder, ["--tls", "auto", "--ca-dir", folder.file("ca")])
        let address = "127.0.0.1:\(recorder.port)"
        let arguments = command.dropFirst() + (command.last == "-connect" ? [address] : ["-x", "http://\(address)"])
        for _ in 0..<3 { _ = try await RunningProgram.run(command[0], Array(arguments)) }
        let result = await recorder.stop()
        #expect(result.errorText.split(separator: "\n").count { $0.contains(words) } == 1, "\(result.errorText)")
        #expect(result.errorText.contains("3 TLS handshakes failed"))
        let end = try #require(try CapturedLines(of: recorder.log).of(kind: "end").first)
        #expect(end.integer("counts", "failed_handshakes") == 3)
    }

    @Test func `TLS to a recorder without a certificate is explained`() async throws {
        let recorder = try await StartedRecorder(in: folder)
        _ = try await RunningProgram.run("curl", ["-sS", "-k", "https://127.0.0.1:\(recorder.port)/"])
        #expect(await recorder.stop().errorText.contains("start it with --tls auto"))
    }
}
