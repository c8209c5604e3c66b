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
    }

    @Test func `a GOAWAY ends a connection behind its answer, and what has come is answered`()
        async throws
    {
        let folder = try TemporaryFolder()
        let recorder = try await recorder(#"{"times":1,"answer":{"goaway":true}}"#, in: folder)
        let body = try folder.write(Array(#"{"aps":{"alert":"nghttp"}}"#.utf8), to: "body.json")
        let arguments = [
            "-v", "-m", "5", "-d", body, "-H", "apns-topic: com.example.MyApp",
            "http://127.0.0.1:\(recorder.port)/3/device/\(Curl.token)",
        ]
        let ended = try await RunningProgram.run("nghttp", arguments)
        #expect(ended.outputText.contains("recv GOAWAY frame"))
        #expect(ended.outputText.contains("error_code=NO_ERROR"))
        let answered = ended.outputText.components(separatedBy: ":status: 200").count - 1
        #expect(answered >= 1)
        let next = try await RunningProgram.run("nghttp", arguments)
        #expect(!next.outputText.contains("recv GOAWAY frame"))
        let curl = try await RunningProgram.run(
            "curl", ["-sS", "-i", "-d", "{}", "http://localhost:\(recorder.port)/3/device/\(Curl.token)"])
        #expect(!curl.outputText.lowercased().contains("connection: close"))
        await recorder.stop()
        #expect(try CapturedLines(of: recorder.log).pushes.count == answered + 6)
        #expect(
            try CapturedLines(of: recorder.log).pushes[0].text("annotations", "scripted")
                == "rule 1: GOAWAY")
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
