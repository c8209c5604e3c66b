import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// What section 6 of the design's first issue demands, with curl against the built programs.
@Suite struct RecordingTests {
    static let token = Curl.token

    /// The command as it is documented, with the port put in.
    private func shell(_ command: String, port: Int) async throws -> String {
        let result = try await RunningProgram.run(
            "/bin/sh", ["-c", command.replacing("localhost:8822", with: "localhost:\(port)")]
        )
        #expect(result.status == 0, "\(result.errorText)")
        return result.outputText
    }

    @Test func `the documented commands are answered and recorded`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let fcm = try await shell(
            """
            curl -s -X POST http://localhost:8822/v1/projects/my-project/messages:send \
            -H 'Authorization: Bearer any' -H 'Content-Type: application/json' \
              -d '{"message":{"topic":"weather","notification":{"title":"Storm warning","body":"Batten down the hatches"}}}'
            """, port: recorder.port
        )
        let name = try JSONText(parsing: Array(fcm.utf8)).root.text("name")
        #expect(name?.description.hasPrefix("projects/my-project/messages/") == true)
        let apns = try await shell(
            """
            curl -s -i --http2-prior-knowledge -X POST \
            http://localhost:8822/3/device/00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0 \
              -H 'apns-topic: com.example.MyApp' -H 'apns-push-type: alert' \
            -d '{"aps":{"alert":{"title":"Game Request","body":"Bob wants to play poker"}}}'
            """, port: recorder.port
        )
        #expect(apns.hasPrefix("HTTP/2 200"))
        #expect(apns.contains("apns-id: "))

        let result = await recorder.stop()
        #expect(result.status == 0, "\(result.errorText)")
        let lines = try CapturedLines(of: recorder.log)
        #expect(lines.all.map { $0.text("kind") } == ["run", "push", "push", "end"])
        #expect(lines.pushes.map { $0.text("provider") } == ["fcm", "apns"])
        #expect(lines.pushes.map { $0.text("request", "http") } == ["1.1", "2"])
        #expect(
            lines.pushes.map { $0.text("request", "body", "text") } == [
                #"{"message":{"topic":"weather","notification":{"title":"Storm warning","body":"Batten down the hatches"}}}"#,
                #"{"aps":{"alert":{"title":"Game Request","body":"Bob wants to play poker"}}}"#,
            ]
        )
        #expect(!String(decoding: try TemporaryFolder.contents(of: recorder.log), as: UTF8.self).contains("Bearer any"))
    }

    @Test func `APNs over HTTP/1.1 is recorded and flagged`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let answer = try await Curl(port: recorder.port).send(
            "http://localhost:\(recorder.port)/3/device/\(Self.token)",
            ["--http2", "-H", "apns-topic: com.example.MyApp", "-H", "apns-push-type: alert"]
                + ["-d", #"{"aps":{"alert":"hello"}}"#]
        )
        #expect(answer.status == 200)
        #expect(answer.version == "1.1")
        #expect(answer.head.lowercased().contains("pushrecorder-warning: "))
        await recorder.stop()
        let push = try #require(try CapturedLines(of: recorder.log).pushes.first)
        #expect(push.text("request", "http") == "1.1")
        #expect(push.text("annotations", "warning") != nil)
    }

    @Test(arguments: ["--http2", "--http1.1"])
    func `TLS takes both versions on the same port`(version: String) async throws {
        let folder = try TemporaryFolder()
        let certificate = try await Certificate(in: folder)
        let recorder = try await StartedRecorder(in: folder, certificate.options)
        let curl = Curl(port: recorder.port)
        let answer = try await curl.send(
            "https://localhost:\(recorder.port)/3/device/\(Self.token)",
            [version, "--cacert", certificate.certificate, "-H", "apns-topic: com.example.MyApp"]
                + ["-d", #"{"aps":{"alert":"hello"}}"#]
        )
        #expect(answer.status == 200)
        #expect("--http\(answer.version)" == version)
        #expect(try await curl.apns(#"{"aps":{"alert":"in the clear"}}"#).status == 200)
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.last("annotations")?.last("tls")?.bool } == [true, nil])
    }

    @Test func `the ready file names the place, the log and the process`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, ["--ingress", "[::1]:0"])
        let ready = recorder.ready.root
        #expect(ready.text("ingress")?.description == "127.0.0.1:\(recorder.port)")
        #expect(ready.text("log")?.description == recorder.log)
        #expect(ready.integer("pid") == Int64(recorder.program.identifier))
        let listeners = try #require(ready.last("listeners")?.elements.compactMap { $0.text?.description })
        #expect(listeners.count == 2)
        #expect(listeners.last?.hasPrefix("[::1]:") == true)
        let result = await recorder.stop()
        #expect(result.status == 0)
        for listener in listeners { #expect(result.outputText.contains(listener)) }
        #expect(try !folder.names().contains("ready.json"))
    }

    @Test func `a request to nobody's route is recorded as one`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        #expect(try await Curl(port: recorder.port).send("http://localhost:\(recorder.port)/nothing", []).status == 404)
        await recorder.stop()
        let lines = try CapturedLines(of: recorder.log)
        #expect(lines.all.map { $0.text("kind") } == ["run", "request", "end"])
    }

    struct Pin: Sendable, CustomTestStringConvertible {
        let options: [String]
        let accepts: Int

        var testDescription: String { options.joined(separator: " ") }
    }

    @Test(arguments: [
        Pin(options: [], accepts: 200),
        Pin(options: ["--fcm-bearer-token", "any"], accepts: 200),
        Pin(options: ["--fcm-bearer-token", "another"], accepts: 401),
    ])
    func `a pinned bearer token is the only one accepted`(pin: Pin) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, pin.options)
        #expect(try await Curl(port: recorder.port).fcm(#"{"message":{"topic":"a"}}"#).status == pin.accepts)
        await recorder.stop()
    }

    @Test(arguments: [(["--apns-topic", "com.example.MyApp"], 200), (["--apns-topic", "com.example.Other"], 400)])
    func `a pinned topic is the only one accepted`(options: [String], status: Int) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, options)
        #expect(try await Curl(port: recorder.port).apns(#"{"aps":{"alert":"a"}}"#).status == status)
        await recorder.stop()
    }

    @Test func `lenient accepts what the vendor refuses`() async throws {
        let unknownField = #"{"message":{"topic":"a","colour":"red"}}"#
        for (options, status) in [([], 400), (["--lenient"], 200)] {
            let folder = try TemporaryFolder()
            let recorder = try await StartedRecorder(in: folder, options)
            #expect(try await Curl(port: recorder.port).fcm(unknownField).status == status)
            await recorder.stop()
        }
    }

    @Test func `a body above the limit is refused and said to be cut`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, ["--max-body", "1KiB"])
        let curl = Curl(port: recorder.port)
        let rest = 1024 - #"{"aps":{"alert":""}}"#.utf8.count
        for (length, status) in [(rest, 200), (rest + 1, 413)] {
            let alert = String(repeating: "x", count: length)
            #expect(try await curl.apns(#"{"aps":{"alert":"\#(alert)"}}"#).status == status)
        }
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.text("annotations", "limit") != nil } == [false, true])
    }

    @Test func `what breaks the protocol is recorded without the secret, or counted`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let url = "http://localhost:\(recorder.port)/3/device/\(Self.token)"
        let curl = Curl(port: recorder.port)
        let folded = try await curl.send(url, ["-H", "Authorization : Bearer hunter2", "-d", "{}"])
        #expect(folded.status == 400)
        let script = #"exec 3<>"$0"; printf 'FETCH hunter2\r\n\r\n' >&3; cat <&3"#
        let unread = try await RunningProgram.run("bash", ["-c", script, "/dev/tcp/127.0.0.1/\(recorder.port)"])
        #expect(unread.outputText.hasPrefix("HTTP/1.1 400 "))
        let result = await recorder.stop()
        #expect(result.errorText.contains("1 never became a request"))
        let lines = try CapturedLines(of: recorder.log)
        #expect(lines.all.map { $0.text("kind") } == ["run", "request", "end"])
        #expect(lines.all[1].text("annotations", "limit") == "protocol: a header name is not a token")
        #expect(lines.all[1].integer("response", "status") == 400)
        #expect(lines.all[2].integer("counts", "malformed") == 1)
        #expect(!String(decoding: try TemporaryFolder.contents(of: recorder.log), as: UTF8.self).contains("hunter2"))
    }

    @Test func `a client that takes it for its proxy is answered by path`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let answer = try await Curl(port: recorder.port).send(
            "http://me:hunter2@fcm.googleapis.com/v1/projects/p/messages:send",
            ["-x", "http://127.0.0.1:\(recorder.port)", "-d", #"{"message":{"topic":"a"}}"#]
        )
        #expect(answer.status == 200)
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.text("provider") } == ["fcm"])
        #expect(!String(decoding: try TemporaryFolder.contents(of: recorder.log), as: UTF8.self).contains("hunter2"))
    }
}
