import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// The recorder around a command, and `mark`.
@Suite struct CommandTests {
    private func record(
        _ command: [String], in folder: TemporaryFolder, _ options: [String] = []
    ) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushrecorder"),
            ["--log", folder.file("run.ndjson"), "--ingress", "127.0.0.1:0", "--api", "127.0.0.1:0"] + options
                + ["--"] + command
        )
    }

    @Test(arguments: [("true", 0), ("exit 1", 1), ("exit 77", 77), ("kill -TERM $$", 143)])
    func `the status of the command is the status of the recorder`(script: String, status: Int32) async throws {
        let folder = try TemporaryFolder()
        let result = try await record(["sh", "-c", script], in: folder)
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.output.isEmpty)
        let kinds = try CapturedLines(of: folder.file("run.ndjson")).all.map { $0.text("kind") }
        #expect(kinds == ["run", "end"])
    }

    @Test func `a command that is announced and missing is status 64, and nothing waits for it`() async throws {
        let folder = try TemporaryFolder()
        let result = try await record([], in: folder)
        #expect(result.status == 64)
        #expect(result.errorText.contains("COMMAND is missing"))
        #expect(try folder.names().isEmpty)
    }

    @Test func `a command that cannot be run is status 2`() async throws {
        let folder = try TemporaryFolder()
        let result = try await record([folder.file("none")], in: folder)
        #expect(result.status == 2)
        #expect(result.errorText.contains("cannot run \(folder.file("none")): No such file or directory"))
    }

    @Test func `the command finds the recorder by its environment`() async throws {
        let folder = try TemporaryFolder()
        let script = """
            "$0" mark "step one" && curl -fsS -o answer.json "$PUSHRECORDER_INGRESS/v1/projects/p/messages:send" \
            -d '{"message":{"topic":"t","notification":{"title":"x"}}}' &&
            curl -fsS "$PUSHRECORDER_API/api/v1/push/messages?q=mark:one"
            """
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"),
            ["--log", folder.file("run.ndjson"), "--ingress", "127.0.0.1:0", "--api", "127.0.0.1:0", "--quiet", "--"]
                + ["sh", "-c", script, Places.program("pushrecorder")],
            folder: folder.path
        )
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.errors.isEmpty)
        #expect(try JSONText(parsing: result.output).root.count == 1)
        let kinds = try CapturedLines(of: folder.file("run.ndjson")).all.map { $0.text("kind") }
        #expect(kinds == ["run", "mark", "push", "end"])
    }

    @Test func `a signal goes to the command, whose end ends the recording`() async throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            Places.program("pushrecorder"),
            ["--log", folder.file("run.ndjson"), "--ingress", "127.0.0.1:0", "--no-api", "--", "sh", "-c"]
                + ["trap 'echo caught; exit 5' TERM; echo ready; while :; do sleep 0.05; done"]
        )
        #expect(await program.output { $0.contains(UInt8(ascii: "\n")) } != nil)
        program.signal(SIGTERM)
        let result = await program.result()
        #expect(result.status == 5)
        #expect(result.outputText == "ready\ncaught\n")
        #expect(try CapturedLines(of: folder.file("run.ndjson")).of(kind: "end").count == 1)
    }

    @Test func `a mark that cannot be set says why`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let mark = try await RunningProgram.run(
            Places.program("pushrecorder"), ["mark", "--api", "http://\(recorder.api)/", "two", "words"])
        #expect(mark.status == 0)
        let blank = try await RunningProgram.run(Places.program("pushrecorder"), ["mark", "--api", recorder.api, " "])
        #expect(blank.status == 2)
        #expect(blank.errorText.contains("the recorder refused the mark"))
        let wrong = try await RunningProgram.run(
            Places.program("pushrecorder"), ["mark", "--api", "127.0.0.1:\(recorder.port)", "x"])
        #expect(wrong.status == 2)
        await recorder.stop()
        let gone = try await RunningProgram.run(
            Places.program("pushrecorder"), ["mark", "--api", recorder.api, "x"])
        #expect(gone.status == 2)
        #expect(gone.errorText.contains("no recorder answers at http://\(recorder.api): Connection refused"))
        let nowhere = try await RunningProgram.run(Places.program("pushrecorder"), ["mark", "--api", "nowhere", "x"])
        #expect(nowhere.status == 64)
        #expect(nowhere.errorText.contains("a URL such as http://127.0.0.1:8811, or HOST:PORT"), "\(nowhere.errorText)")
        let bytes = try await RunningProgram.run(
            "/bin/sh",
            ["-c", #"exec "$0" mark --api "$1" "$(printf 'a\377b')""#, Places.program("pushrecorder"), recorder.api]
        )
        #expect(bytes.status == 64)
        #expect(bytes.errorText.contains("argument 4 is not UTF-8"), "\(bytes.errorText)")
        let missing = try await RunningProgram.run(Places.program("pushrecorder"), ["mark"])
        #expect(missing.status == 64)
        let labels = try CapturedLines(of: recorder.log).of(kind: "mark").map { $0.text("label") }
        #expect(labels == ["two words"])
    }
}
