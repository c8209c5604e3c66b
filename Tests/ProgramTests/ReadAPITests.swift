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

    @Test(arguments: [("bash", "curl.sh", ""), ("python3", "test_push.py", "passed\n")])
    func `the examples of the README work`(program: String, file: String, output: String) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await run(recorder, program, ["\(fixtures)/readme/\(file)"])
        #expect(result.status == 0, "\(result.errorText)")
        if !output.isEmpty { #expect(result.outputText == output) }
        await recorder.stop()
    }

    @Test func `nobody who waits or watches misses a push`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await run(
            recorder, "python3", ["\(fixtures)/watchers.py", "127.0.0.1:\(recorder.port)", recorder.api, "200", "1000"])
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

    @Test func `the document is true to the answers`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).apns(#"{"aps":{"alert":{"title":"a","body":"b"}},"k":[1]}"#)
        _ = try await Curl(port: recorder.port).fcm(#"{"message":{"topic":"t","data":{"k":"v"}}}"#)
        // A wait that is made up may be minutes long.
        _ = try folder.write(Array("[parameters]\n\"query.wait\" = \"1ms\"\n".utf8), to: "schemathesis.toml")
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
