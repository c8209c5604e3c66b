import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// Answers that the built recorder was told to give.
@Suite struct ScriptedAnswerTests {
    private func recorder(_ answers: String, in folder: TemporaryFolder) async throws -> StartedRecorder {
        let file = try folder.write(Array(#"{"answers":[\#(answers)]}"#.utf8), to: "answers.json")
        return try await StartedRecorder(in: folder, ["--answers", file])
    }

    @Test func `a scripted refusal is answered, and marked in the log and in the report`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(
            #"{"provider":"fcm","times":1,"answer":{"error":"UNAVAILABLE","retry_after":7}}"#, in: folder
        )
        let curl = Curl(port: recorder.port)
        let first = try await curl.fcm(#"{"message":{"topic":"a","notification":{"title":"T"}}}"#)
        #expect(first.status == 503)
        #expect(first.head.lowercased().contains("retry-after: 7\r\n"))
        #expect(try await curl.fcm(#"{"message":{"topic":"a","notification":{"title":"T"}}}"#).status == 200)
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.text("annotations", "scripted") } == ["rule 1: UNAVAILABLE", nil])
        let html = folder.file("report.html")
        let result = try await RunningProgram.run(
            Places.program("pushreport"),
            ["render", recorder.log, "-o", html, "-o", folder.file("report.md"), "-o", folder.file("report.json")]
        )
        #expect(result.status == 0, "\(result.errorText)")
        let page = String(decoding: try folder.read("report.html"), as: UTF8.self)
        #expect(page.components(separatedBy: #"<span class="scripted">scripted</span>"#).count == 2)
        let markdown = String(decoding: try folder.read("report.md"), as: UTF8.self)
        #expect(markdown.contains("### Refused, scripted "))
        let report = try JSONText(parsing: folder.read("report.json")).root
        let scripted = report.last("pushes")?.elements.map { $0.last("scripted")?.text }
        #expect(scripted == ["rule 1: UNAVAILABLE", nil])
        let query = try await RunningProgram.run(
            Places.program("pushreport"),
            ["query", recorder.log, "scripted:yes finding:scripted-answer", "--format", "count"]
        )
        #expect(query.outputText == "1\n", "\(query.errorText)")
    }

    @Test func `a scripted answer can keep its sender waiting`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(#"{"times":1,"answer":{"delay":"600ms"}}"#, in: folder)
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try await Curl(port: recorder.port).apns(#"{"aps":{"alert":"a"}}"#)
        #expect(answer.status == 200)
        #expect(clock.now - start >= .milliseconds(600))
        await recorder.stop()
        #expect(try CapturedLines(of: recorder.log).pushes.count == 1)
    }

    @Test(arguments: ["--http1.1", "--http2-prior-knowledge"])
    func `a dropped connection ends without an answer, and the next one is served`(version: String) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(#"{"times":1,"answer":{"drop":true}}"#, in: folder)
        let arguments = [
            "-sS", version, "--max-time", "60", "-H", "content-type: application/json", "-d",
            #"{"service":"apns","topic":"a","alert":{"title":"T","body":"B"}}"#,
            "http://localhost:\(recorder.port)/v3/notification/TOK",
        ]
        let dropped = try await RunningProgram.run("curl", arguments)
        // "Empty reply", "receive failure", "HTTP/2 framing" and "partial file", as the versions of curl see it.
        #expect([52, 56, 16, 18].contains(dropped.status), "\(dropped.status) \(dropped.errorText)")
        #expect(dropped.outputText.isEmpty)
        #expect(try await RunningProgram.run("curl", arguments).outputText == "null")
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.integer("response", "status") } == [444, 200])
        let report = try await RunningProgram.run(
            Places.program("pushreport"), ["query", recorder.log, "verdict.ios:refused", "--format", "json"])
        #expect(report.outputText.contains("The connection was broken off without an answer"), "\(report.errorText)")
        #expect(!report.outputText.contains("answered 444"))
    }

    @Test func `behind its answer a GOAWAY ends a connection, and the next push comes over another`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(#"{"times":1,"answer":{"goaway":true}}"#, in: folder)
        let url = "http://localhost:\(recorder.port)/3/device/\(Curl.token)"
        let result = try await RunningProgram.run(
            "curl",
            ["-sSv", "--http2-prior-knowledge", "-H", "apns-topic: com.example.MyApp", "-d", #"{"aps":{"alert":"a"}}"#]
                + ["-w", "%{http_code} %{num_connects}\n", url, url])
        #expect(result.outputText == "200 1\n200 1\n")
        #expect(result.errorText.contains("GOAWAY, error=0, last_stream=1"), "\(result.errorText)")
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.text("annotations", "scripted") } == ["rule 1: GOAWAY", nil])
    }

    @Test func `over HTTP/1.1 the connection is closed behind its answer`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(
            #"{"times":1,"answer":{"error":"UNAVAILABLE","goaway":true}}"#, in: folder)
        let url = "http://localhost:\(recorder.port)/v1/projects/p/messages:send"
        let answer = try await RunningProgram.run(
            "curl", ["-sS", "-i", "-d", #"{"message":{"topic":"a"}}"#, url])
        #expect(answer.outputText.hasPrefix("HTTP/1.1 503"))
        #expect(answer.outputText.lowercased().contains("connection: close"))
        await recorder.stop()
    }

    @Test func `a held answer leaves when the recorder stops`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(#"{"answer":{"delay":"1h"}}"#, in: folder)
        async let answer = Curl(port: recorder.port).apns(#"{"aps":{"alert":"a"}}"#)
        while try CapturedLines(of: recorder.log).pushes.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        await recorder.stop()
        #expect(try await answer.status == 200)
    }
}
