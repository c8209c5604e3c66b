import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct RenderTests {
    private func render(
        _ arguments: [String],
        in folder: TemporaryFolder,
        input: [UInt8] = [],
        environment: [String: String] = [:]
    ) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushreport"), ["render"] + arguments, environment: environment, input: input,
            folder: folder.path
        )
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let log: String
        let options: [String]
        let status: Int32

        var testDescription: String { name }
    }

    private static let whole = String(decoding: WrittenLog.ordinary.bytes, as: UTF8.self)
    private static let damaged = whole + "{\"v\":1,\"kind\":\"push\",\n" + whole

    static let cases = [
        Case(name: "a whole log", log: whole, options: [], status: 0),
        Case(name: "an empty log", log: "", options: [], status: 4),
        Case(name: "an empty log, leniently", log: "", options: ["--lenient"], status: 4),
        Case(name: "a damaged log", log: damaged, options: [], status: 3),
        Case(name: "a damaged log, leniently", log: damaged, options: ["--lenient"], status: 0),
        Case(name: "a torn tail", log: whole + "{\"v\":1,\"ki", options: [], status: 0),
        Case(name: "more pushes than cards", log: whole, options: ["--max-cards", "1"], status: 3),
        Case(name: "as many pushes as cards", log: whole, options: ["--max-cards", "3"], status: 0),
    ]

    @Test(arguments: cases)
    func `the status says how it went and the report is written`(log: Case) async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array(log.log.utf8), to: "log.ndjson")
        let result = try await render(["log.ndjson", "-o", "report.html"] + log.options, in: folder)
        #expect(result.status == log.status, "\(result.errorText)")
        #expect(result.output.isEmpty)
        #expect(result.errorText.contains("report.html"))
        #expect(String(decoding: try folder.read("report.html").prefix(15), as: UTF8.self) == "<!doctype html>")
    }

    @Test(arguments: [
        ["missing.ndjson"], ["log.ndjson", "-o", "no/such/folder/report.html"],
        ["log.ndjson", "--templates", "missing"], ["log.ndjson", "--notes", "missing.md"],
    ])
    func `an input or output that fails is one sentence and status 2`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let result = try await render(arguments, in: folder)
        #expect(result.status == 2)
        #expect(result.errorText.hasPrefix("pushreport: "))
        #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
        #expect(try folder.names() == ["log.ndjson"])
    }

    @Test(arguments: [
        [], ["log.ndjson", "-o", "report.pdf"], ["log.ndjson", "--css", "none"], ["log.ndjson", "--max-cards", "-1"],
        ["log.ndjson", "-o", "a.html", "-o", "b.html"], ["log.ndjson", "-o", "html=-", "-o", "md=-"],
        ["log.ndjson", "-o", "junit=a.html"], ["log.ndjson", "-o", "html="], ["log.ndjson", "-o", "a"],
        ["log.ndjson", "--css", "linked", "-o", "-"], ["log.ndjson", "--budget", "199", "-o", "md=-"],
    ])
    func `a line that makes no sense is status 64`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let result = try await render(arguments, in: folder)
        #expect(result.status == 64, "\(result.errorText)")
        #expect(try folder.names() == ["log.ndjson"])
    }

    @Test func `without an output the report is report.html`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        #expect(try await render(["log.ndjson"], in: folder).status == 0)
        #expect(try folder.names() == ["log.ndjson", "report.html"])
    }

    @Test func `all three forms come from one run`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let arguments = ["log.ndjson", "-o", "a.html", "-o", "b.md", "-o", "json=c.txt"]
        try folder.write(Array("Looked at by *hand*.".utf8), to: "notes.md")
        let result = try await render(
            arguments + ["--title", "Nightly", "--build", "1842-a1b2c3d", "--notes", "notes.md"], in: folder
        )
        #expect(result.status == 0, "\(result.errorText)")
        #expect(try folder.names() == ["a.html", "b.md", "c.txt", "log.ndjson", "notes.md"])
        let document = try JSONText(parsing: folder.read("c.txt")).root
        #expect(
            document.last("pushes")?.elements.map { $0.text("title") } == [
                "Game Request", "Storm warning", "(silent push)",
            ])
        for name in ["a.html", "b.md"] {
            let text = String(decoding: try folder.read(name), as: UTF8.self)
            for words in ["Nightly", "1842-a1b2c3d", "Looked at by"] { #expect(text.contains(words), "\(name)") }
        }
        #expect(document.last("run")?.text("build") == "1842-a1b2c3d")
    }

    @Test(arguments: [
        ("markdown=x.html", "x.html", "# "), ("MD=x", "x", "# "), ("x.HTML", "x.HTML", "<!doctype html>"),
        ("x.Htm", "x.Htm", "<!doctype html>"), ("x.MD", "x.MD", "# "), ("x.JSON", "x.JSON", "{"),
        ("./junit=x.md", "junit=x.md", "# "), ("json=a=b.md", "a=b.md", "{"), ("new/x.md", "new/x.md", "# "),
    ])
    func `a form is a word in front or an ending, in any case`(output: String, name: String, start: String) async throws
    {
        let folder = try TemporaryFolder()
        let result = try await render(["-", "-o", output], in: folder, input: WrittenLog.ordinary.bytes)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(String(decoding: try folder.read(name), as: UTF8.self).hasPrefix(start))
    }

    @Test func `a word that is no form is refused with those that there are`() async throws {
        let folder = try TemporaryFolder()
        let result = try await render(["-", "-o", "mrakdown=x.md"], in: folder, input: WrittenLog.ordinary.bytes)
        #expect(result.status == 64)
        #expect(result.errorText.contains("html=FILE, md=FILE, json=FILE"), "\(result.errorText)")
    }

    @Test(arguments: ["-", "html=-", "md=-", "json=-"])
    func `a dash is standard output, and standard input`(output: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await render(["-", "-o", output], in: folder, input: WrittenLog.ordinary.bytes)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.outputText.contains("Storm warning"))
        #expect(try folder.names().isEmpty)
    }

    @Test func `a reader that goes away ends it quietly`() async throws {
        let folder = try TemporaryFolder()
        var log = WrittenLog()
        for _ in 0..<2000 { log.apns(#"{"aps":{"alert":{"title":"Game Request","body":"poker"}}}"#) }
        try folder.write(log.bytes, to: "log.ndjson")
        let result = try await RunningProgram.run(
            "/bin/sh",
            ["-c", #"{ "$1" render log.ndjson -o -; echo "status $?" >&2; } | head -c 1"#, "sh"]
                + [Places.program("pushreport")],
            folder: folder.path
        )
        #expect(result.output.count == 1)
        #expect(result.errorText.hasSuffix("status 0\n"), "\(result.errorText)")
    }

    @Test func `the style sheet can stand beside the page`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let result = try await render(["log.ndjson", "--css", "linked"], in: folder)
        #expect(result.status == 0)
        #expect(try folder.names() == ["log.ndjson", "report.css", "report.html"])
        let names = result.errorText.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(names.prefix(2) == ["report.html", "report.css"])
    }

    @Test func `the same log gives the same bytes`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        for name in ["a", "b"] {
            let result = try await render(
                ["log.ndjson", "-o", "html=\(name)1", "-o", "md=\(name)2", "-o", "json=\(name)3"], in: folder
            )
            #expect(result.status == 0)
        }
        for number in 1...3 { #expect(try folder.read("a\(number)") == folder.read("b\(number)")) }
    }

    @Test func `nothing captured can steer the terminal`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Array("{broken\u{1B}[31m\n".utf8), to: "::error::\u{1B}[2J.ndjson")
        let result = try await render(["::error::\u{1B}[2J.ndjson", "-o", "json=-"], in: folder)
        #expect(!result.errors.contains(0x1B))
        #expect(!result.errorText.split(separator: "\n").contains { $0.hasPrefix("::") })
    }

    @Test func `what is published as a schema is what is written`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let curl = Curl(port: recorder.port)
        _ = try await curl.fcm(#"{"message":{"topic":"a","notification":{"title":"b"}}}"#)
        _ = try await curl.fcm(#"{"message":{}}"#)
        _ = try await curl.apns(#"{"aps":{"alert":"c"}}"#)
        _ = try await curl.apns("\u{0}\u{7F}")
        _ = try await curl.send("http://localhost:\(recorder.port)/elsewhere?key=secret", ["-H", "Cookie: a=b"])
        await recorder.stop()
        #expect(try await render([recorder.log, "-o", "report.json"], in: folder).status == 0)
        let python = try #require(
            FileManager.default.isExecutableFile(atPath: Places.python) ? Places.python : nil,
            "build/venv is missing; scripts/test makes it"
        )
        for (schema, file) in [("capture-log.schema.json", "captures.ndjson"), ("report.schema.json", "report.json")] {
            let result = try await RunningProgram.run(
                python,
                ["\(Places.package)/Tests/ProgramTests/Fixtures/validate.py", "\(Places.package)/samples/\(schema)"]
                    + [folder.file(file)]
            )
            #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        }
    }
}
