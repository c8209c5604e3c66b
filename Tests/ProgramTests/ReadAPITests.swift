import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// The read API as clients that nobody here wrote see it.
@Suite struct ReadAPITests {
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    private func run(
        _ recorder: StartedRecorder, _ program: String, _ arguments: [String]
    ) async throws
        -> RunningProgram.Result
    {
        try await RunningProgram.run(
            program, arguments,
            environment: [
                "PUSHRECORDER_API": "http://\(recorder.api)",
                "PUSHRECORDER_INGRESS": "http://127.0.0.1:\(recorder.port)",
            ]
        )
    }

    private func python() throws -> String {
        try #require(
            FileManager.default.isExecutableFile(atPath: Places.python) ? Places.python : nil,
            "build/venv is missing; scripts/test makes it"
        )
    }

    @Test(arguments: [("bash", "sh", "curl.sh", ""), ("python3", "python", "test_push.py", "passed\n")])
    func `the examples of the README work`(
        program: String, language: String, file: String, output: String
    ) async throws {
        let readme = try String(contentsOfFile: "\(Places.package)/README.md", encoding: .utf8)
        let example = try String(contentsOfFile: "\(fixtures)/readme/\(file)", encoding: .utf8)
        #expect(readme.contains("\n```\(language)\n\(example)```\n"), "the README shows another \(file)")
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await run(recorder, program, ["\(fixtures)/readme/\(file)"])
        #expect(result.status == 0, "\(result.errorText)")
        if !output.isEmpty { #expect(result.outputText == output) }
        await recorder.stop()
    }

    @Test func `of 200 clients that wait or watch while 5,000 pushes a second come nobody misses one`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await run(
            recorder, "python3",
            ["\(fixtures)/watchers.py", "127.0.0.1:\(recorder.port)", recorder.api, "192", "8", "10000", "5000"])
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(await recorder.stop().status == 0)
    }

    @Test func `both versions of HTTP carry a stream`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).apns(#"{"aps":{"alert":"hello"}}"#)
        for version in ["--http1.1", "--http2-prior-knowledge"] {
            let stream = try RunningProgram(
                "curl", ["-sN", version, "http://\(recorder.api)/api/v1/events/stream?since=1h"])
            let text = await stream.output { String(decoding: $0, as: UTF8.self).contains("event: push.message\n") }
            #expect(text != nil)
            stream.signal(SIGKILL)
            _ = await stream.result()
        }
        #expect(await recorder.stop().status == 0)
    }

    @Test func `a push takes no more than a hundred bytes of memory`() async throws {
        let folder = try TemporaryFolder()
        let pushes = 100_000
        var log = WrittenLog()
        for _ in 0..<pushes { log.fcm(#"{"message":{"topic":"t","data":{"k":"v"}}}"#) }
        let empty = try await memory(startedIn: folder, expecting: 0)
        try folder.write(log.bytes, to: "captures.ndjson")
        let full = try await memory(startedIn: folder, expecting: pushes)
        // Beside the index there are the pieces that the log is read in.
        #expect(full - empty < 100 * pushes + 32_000_000, "\(empty) grew to \(full)")
    }

    /// The largest size in bytes that a recorder on the log of the folder has had, after it has answered once.
    private func memory(startedIn folder: TemporaryFolder, expecting pushes: Int) async throws -> Int {
        let recorder = try await StartedRecorder(in: folder)
        let health = try await RunningProgram.run("curl", ["-s", "http://\(recorder.api)/api/v1/health"])
        #expect(try JSONText(parsing: health.output).root.last("events")?.integer == Int64(pushes))
        let status = try String(contentsOfFile: "/proc/\(recorder.program.identifier)/status", encoding: .utf8)
        await recorder.stop()
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first) * 1024
    }

    @Test(arguments: [("events/stream", 300), ("push/messages?wait=250s&count=9", 1500)])
    func `clients that have left take no place`(route: String, clients: Int) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let script = """
            import socket, sys
            host, port = sys.argv[1].split(":")
            request = f"GET /api/v1/{sys.argv[2]} HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n".encode()
            for _ in range(int(sys.argv[3])):
                with socket.create_connection((host, port)) as client: client.sendall(request)
            """
        let result = try await RunningProgram.run("python3", ["-c", script, recorder.api, route, "\(clients)"])
        #expect(result.status == 0, "\(result.errorText)")
        let curl = ["-s", "-o", folder.file("answer"), "-w", "%{http_code}", "--max-time", "20"]
        let last = try await RunningProgram.run(
            "curl", curl + ["http://\(recorder.api)/api/v1/\(route.replacing("250s", with: "1ms"))"])
        #expect(last.outputText == "200")
        await recorder.stop()
    }

    @Test func `the end of the recorder ends waits and streams`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let stream = try RunningProgram("curl", ["-sN", "http://\(recorder.api)/api/v1/events/stream"])
        let wait = try RunningProgram("curl", ["-s", "http://\(recorder.api)/api/v1/push/messages?wait=60s"])
        #expect(await stream.output { !$0.isEmpty } != nil)
        #expect(await recorder.stop().status == 0)
        #expect(await stream.result().status == 0)
        // The wait may not have arrived yet when the recorder stopped.
        let answer = await wait.result()
        #expect(answer.status != 0 || answer.outputText == "[]\n")
    }

    @Test func `one port can take pushes and answer tests`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let port = recorder.port
        await recorder.stop()
        let shared = try await StartedRecorder(
            in: folder, ["--ingress", "127.0.0.1:\(port)", "--api", "127.0.0.1:\(port)"])
        #expect(try await Curl(port: port).apns(#"{"aps":{"alert":"hello"}}"#).status == 200)
        let list = try await RunningProgram.run("curl", ["-s", "http://127.0.0.1:\(port)/api/v1/push/messages"])
        #expect(try JSONText(parsing: list.output).root.count == 1)
        await shared.stop()
    }

    @Test func `the document is valid OpenAPI`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let path = folder.file("openapi.json")
        let fetched = try await RunningProgram.run(
            "curl", ["-fsS", "-o", path, "http://\(recorder.api)/api/v1/push/openapi.json"])
        #expect(fetched.status == 0, "\(fetched.errorText)")
        let result = try await RunningProgram.run(
            try python(), ["-m", "openapi_spec_validator", "--schema", "3.1", path])
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        await recorder.stop()
    }

    @Test func `the document is true to the answers`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).apns(#"{"aps":{"alert":{"title":"a","body":"b"}},"k":[1]}"#)
        _ = try await Curl(port: recorder.port).fcm(#"{"message":{"topic":"t","data":{"k":"v"}}}"#)
        // A wait that is made up may be minutes long.
        let configuration = """
            [parameters]
            "query.wait" = "1ms"
            "query.settle" = "1ms"
            """
        try folder.write(Array(configuration.utf8), to: "schemathesis.toml")
        let result = try await RunningProgram.run(
            URL(fileURLWithPath: try python()).deletingLastPathComponent().path + "/schemathesis",
            ["run", "http://\(recorder.api)/api/v1/push/openapi.json", "--exclude-path", "/api/v1/events/stream"]
                + ["--max-examples", "10", "--phases", "examples,coverage,fuzzing", "--seed", "1"]
                + ["--exclude-checks", "positive_data_acceptance,unsupported_method", "--no-color"],
            folder: folder.path
        )
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(await recorder.stop().status == 0)
    }
}
