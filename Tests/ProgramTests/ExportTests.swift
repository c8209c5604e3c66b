import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import JSONText
import TestSupport
import Testing

/// `pushreport export`, and reports read as logs, as users run them.
@Suite struct ExportTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func pushreport(_ arguments: [String]) async throws -> RunningProgram.Result {
        try await RunningProgram.run(Places.program("pushreport"), arguments, folder: folder.path)
    }

    struct Case: Sendable {
        let arguments: [String]
        let status: Int32
    }

    static let cases = [
        Case(arguments: ["log.ndjson", "--as", "har", "-o", "x.har"], status: 0),
        Case(arguments: ["log.ndjson", "--as", "apns", "-o", "sim"], status: 0),
        Case(arguments: ["log.ndjson", "title:nobody", "--as", "har"], status: 1),
        Case(arguments: ["fcm.ndjson", "--as", "apns", "-o", "sim"], status: 1),
        Case(arguments: ["missing.ndjson", "--as", "har"], status: 2),
        Case(arguments: ["log.ndjson", "--as", "har", "-o", "no/such/x.har"], status: 2),
        Case(arguments: ["log.ndjson", "--as", "har", "-o", "theirs"], status: 2),
        Case(arguments: ["log.ndjson", "--as", "ndjson", "-o", "log.ndjson"], status: 2),
        Case(arguments: ["damaged.ndjson", "--as", "har"], status: 3),
        Case(arguments: ["damaged.ndjson", "--as", "har", "--lenient"], status: 0),
        Case(arguments: ["large.ndjson", "--as", "apns", "-o", "sim"], status: 3),
        Case(arguments: ["empty.ndjson", "--as", "har"], status: 4),
        Case(arguments: ["log.ndjson"], status: 64),
        Case(arguments: ["log.ndjson", "--as", "pdf"], status: 64),
        Case(arguments: ["log.ndjson", "--as", "apns"], status: 64),
        Case(arguments: ["log.ndjson", "--as", "har", "--redact", "all"], status: 64),
    ]

    @Test(arguments: cases) func `the status says how it went`(of run: Case) async throws {
        let (arguments, status) = (run.arguments, run.status)
        var large = WrittenLog()
        large.apns(#"{"aps":{"alert":"\#(String(repeating: "x", count: 4090))"}}"#)
        var fcm = WrittenLog()
        fcm.fcm(#"{"message":{"token":"abc"}}"#)
        let ordinary = WrittenLog.ordinary.bytes
        try folder.write(ordinary, to: "log.ndjson")
        try folder.write(ordinary + Array("{\"v\":1,\nx".utf8) + fcm.bytes, to: "damaged.ndjson")
        try folder.write(large.bytes, to: "large.ndjson")
        try folder.write(fcm.bytes, to: "fcm.ndjson")
        try folder.write([], to: "empty.ndjson")
        try folder.write(Array("precious".utf8), to: "theirs")
        let result = try await pushreport(["export"] + arguments)
        #expect(result.status == status, "\(result.errorText)")
        #expect(try folder.read("theirs") == Array("precious".utf8))
        #expect(try folder.read("log.ndjson") == ordinary)
        // What was made here may be made again.
        if status == 0 { #expect(try await pushreport(["export"] + arguments).status == 0) }
    }

    @Test func `files for the simulator are named by our identifiers and never replaced by others`() async throws {
        var log = WrittenLog()
        log.apns(#"{"aps":{"alert":"a"}}"#)
        try folder.write(log.bytes + Array("../../x".utf8), to: "log.ndjson")
        #expect(try await pushreport(["export", "log.ndjson", "--as", "apns", "-o", "sim"]).status == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("sim"))
        #expect(names.count == 1)
        #expect(names.allSatisfy { $0.count == 31 && $0.hasSuffix(".apns") })
        try folder.write(Array("edited".utf8), to: "sim/\(names[0])")
        let again = try await pushreport(["export", "log.ndjson", "--as", "apns", "-o", "sim"])
        #expect(again.status == 2)
        #expect(try folder.read("sim/\(names[0])") == Array("edited".utf8))
    }

    @Test func `the script sends each request again`() async throws {
        var log = WrittenLog()
        let long = String(repeating: "long ", count: 30_000)
        for text in ["Bob's \"poker\" \\ $HOME `x` %s\n!", "@file", "é\u{202E}", long] {
            var json: [UInt8] = []
            json.appendJSONString(Array(text.utf8))
            log.apns(#"{"aps":{"alert":\#(String(decoding: json, as: UTF8.self))}}"#)
            log.fcm(text)
        }
        var exchange = Exchange.fixture(
            provider: "fcm",
            .fixture(
                "POST", "/v1/projects/p'q$x/messages:send?a=%20b&c={d}",
                headers: ["x-quote": "it's \"$HOME\"", "x-empty": "", "user-agent": "mine"], version: .http11
            )
        )
        exchange.request.body = Array(0...255)
        log.append(exchange)
        try folder.write(log.bytes, to: "log.ndjson")
        let made = try await pushreport(["export", "log.ndjson", "--as", "curl", "-o", "again.sh"])
        #expect(made.status == 0, "\(made.errorText)")
        let recorder = try await StartedRecorder(in: folder)
        let run = try await RunningProgram.run(
            "/bin/sh", [folder.file("again.sh")], environment: ["PUSH_URL": "http://127.0.0.1:\(recorder.port)"])
        #expect(run.status == 0, "\(run.errorText)")
        await recorder.stop()
        let sent = try CapturedLines(of: folder.file("log.ndjson")).pushes
        let received = try CapturedLines(of: recorder.log).pushes
        #expect(received.count == sent.count)
        for (sent, received) in zip(sent, received) {
            for key in ["method", "target", "http", "body"] as [StaticString] {
                #expect(request(received, key) == request(sent, key), "\(key)")
            }
            let own: Set<Text> = ["host", "content-length"]
            let fields = received.last("request")?.last("headers")?.elements.filter { pair in
                !own.contains(pair.elements.first { _ in true }?.text.map { Text($0.description.lowercased()) } ?? "")
            }
            #expect(fields.map { $0.map { Array($0.raw) } } == headers(of: sent))
        }
    }

    @Test func `a script whose first request gets no answer fails, and sends the others`() async throws {
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        #expect(try await pushreport(["export", "log.ndjson", "--as", "curl", "-o", "again.sh"]).status == 0)
        try folder.write(Array("#!/bin/sh\necho x >> calls\n[ $(wc -l < calls) -gt 1 ]\n".utf8), to: "curl")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("curl"))
        let run = try await RunningProgram.run(
            "/bin/sh", ["again.sh"], environment: ["PATH": "\(folder.path):/usr/bin:/bin"], folder: folder.path)
        #expect(run.status == 1)
        #expect(run.errorText == "1 of the requests got no answer\n")
        #expect(try folder.read("calls").count == 6)
    }

    @Test func `files of an earlier export are told`() async throws {
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        var other = WrittenLog()
        other.fcm(#"{"message":{"topic":"a"}}"#)
        other.apns(#"{"aps":{"alert":"a"}}"#)
        try folder.write(other.bytes, to: "other.ndjson")
        let export = ["export", "other.ndjson", "--as", "apns", "-o", "sim"]
        #expect(try await !pushreport(export).errorText.contains("earlier"))
        #expect(try await !pushreport(export).errorText.contains("earlier"))
        let result = try await pushreport(["export", "log.ndjson", "--as", "apns", "-o", "sim"])
        #expect(result.status == 0)
        #expect(
            result.errorText.contains("sim holds 1 other .apns file, as of an earlier export"), "\(result.errorText)")
    }

    private func request(_ line: JSONValue, _ key: StaticString) -> [UInt8] {
        (line.last("request")?.last(key)?.raw).map(Array.init) ?? []
    }

    private func headers(of line: JSONValue) -> [[UInt8]]? {
        line.last("request")?.last("headers")?.elements.map { Array($0.raw) }
    }

    @Test func `a report is taken wherever a log is`() async throws {
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        #expect(try await pushreport(["render", "log.ndjson", "-o", "a.html", "--only", "provider:fcm"]).status == 0)
        #expect(try await pushreport(["render", "a.html", "-o", "b.html"]).status == 0)
        #expect(try folder.read("a.html") == folder.read("b.html"))
        let count = try await pushreport(["query", "a.html", "--format", "count"])
        #expect(count.outputText == "2\n")
        #expect(try await pushreport(["check", "a.html", "provider:fcm", "--count", "2"]).status == 0)
        let log = try await pushreport(["export", "a.html", "--as", "ndjson"])
        #expect(log.status == 0)
        try folder.write(log.output, to: "c.ndjson")
        #expect(try await pushreport(["render", "c.ndjson", "-o", "c.html"]).status == 0)
        #expect(try folder.read("c.html") == folder.read("a.html"))
    }

    @Test(arguments: ["render", "query", "check", "export"])
    func `a report that was edited is one sentence and status 2`(command: String) async throws {
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        #expect(try await pushreport(["render", "log.ndjson", "-o", "a.html"]).status == 0)
        var page = try folder.read("a.html")
        let end = try #require(page[...].firstRange(of: "</template>")).lowerBound
        page[end - 60] ^= 1
        try folder.write(page, to: "a.html")
        let more = ["render": ["-o", "b.html"], "check": ["kind:silent"], "export": ["--as", "har"]][command] ?? []
        let result = try await pushreport([command, "a.html"] + more)
        #expect(result.status == 2)
        #expect(result.errorText.contains("cut off or edited"))
        #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
    }

    @Test func `what is hidden is in no output`() async throws {
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let arguments = ["log.ndjson", "--redact", "targets", "--redact", "payloads", "--only", "target:\(Curl.token)"]
        let outputs = ["-o", "r.html", "-o", "r.md", "-o", "r.json"]
        let result = try await pushreport(["render"] + arguments + outputs)
        #expect(result.status == 0)
        #expect(try await pushreport(["render", "r.html", "-o", "s.html"]).status == 0)
        #expect(try folder.read("s.html") == folder.read("r.html"))
        let log = try await pushreport(["export", "r.html", "--as", "ndjson"])
        let files = try ["r.html", "r.md", "r.json"].map { try folder.read($0) }
        for bytes in files + [log.output, result.errors] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains(Curl.token))
            #expect(!text.contains("poker"))
        }
    }
}
