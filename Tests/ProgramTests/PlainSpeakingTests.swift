import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import JSONText
import TestSupport
import Testing

/// What commands say where it would be easy to say nothing.
@Suite struct PlainSpeakingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        try folder.write(WrittenLog.ordinary.bytes + Array("{broken}\n".utf8), to: "damaged.ndjson")
    }

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushreport"), arguments, environment: environment, input: [], folder: folder.path
        )
    }

    @Test func `junit on standard output is all that is there`() async throws {
        for more in [[], ["--baseline", "damaged.ndjson"]] {
            let result = try await RunningProgram.run(
                Places.program("pushreport"),
                ["check", "log.ndjson", "--junit", "-"] + (more.isEmpty ? ["poker"] : more),
                input: [], folder: folder.path)
            #expect(result.outputText.hasPrefix("<?xml"))
            #expect(result.outputText.hasSuffix("</testsuites>\n"))
            #expect(!result.errorText.isEmpty)
            #expect(try folder.names() == ["damaged.ndjson", "log.ndjson"])
        }
        let both = try await run("check", "log.ndjson", "poker", "--junit", "-", "-f", "json")
        #expect(both.status == 64)
        #expect(both.errorText.contains("standard output"))
    }

    @Test(arguments: [("log.ndjson", 0), ("damaged.ndjson", 1)])
    func `a check as JSON tells what could not be read`(log: String, count: Int) async throws {
        let result = try await run("check", log, "poker", "-f", "json")
        #expect(result.status == (count == 0 ? 0 : 3))
        let damage = try #require(JSONText(parsing: result.output).root.last("damage")).elements.compactMap(\.text)
        #expect(damage.count == count)
        #expect(damage.allSatisfy { $0.description.contains("line 5") })
    }

    @Test func `files that replace no template are named, and a file is no folder`() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("mine"), withIntermediateDirectories: false)
        try folder.write(Array("x".utf8), to: "mine/reprot.html")
        for arguments in [["render", "log.ndjson"], ["diff", "log.ndjson", "log.ndjson", "-o", "diff.html"]] {
            let result = try await RunningProgram.run(
                Places.program("pushreport"), arguments + ["--templates", "mine"], input: [], folder: folder.path)
            #expect(result.status == 0)
            #expect(result.errorText.contains("reprot.html in mine is no template; those are report.html, "))
            let file = try await RunningProgram.run(
                Places.program("pushreport"), arguments + ["--templates", "log.ndjson"], input: [], folder: folder.path)
            #expect(file.status == 2)
            #expect(file.errorText.contains("cannot read log.ndjson: Not a directory"))
        }
    }

    @Test func `variables of what differs from command to command carry the command's name`() async throws {
        let environment = [
            "PUSHREPORT_QUERY_FORMAT": "count", "PUSHREPORT_CHECK_FORMAT": "json",
            "PUSHREPORT_RENDER_OUTPUT": "from-variable.html", "PUSHREPORT_FORMAT": "nonsense",
            "PUSHREPORT_OUTPUT": "x.y",
        ]
        #expect(try await run("query", "log.ndjson", environment: environment).outputText == "3\n")
        #expect(try await run("check", "log.ndjson", "poker", environment: environment).outputText.hasPrefix("{"))
        #expect(try await run("export", "log.ndjson", "--as", "ndjson", environment: environment).status == 0)
        #expect(try await run("render", "log.ndjson", environment: environment).status == 0)
        #expect(try folder.names() == ["damaged.ndjson", "from-variable.html", "log.ndjson"])
    }

    @Test func `a report beside its own log tells nothing twice`() async throws {
        var log = WrittenLog.ordinary
        log.append(
            Exchange(provider: nil, request: .fixture("GET", "/elsewhere"), response: HTTPResponse(status: 404)))
        try folder.write(log.bytes + Array("{broken}\n".utf8), to: "log.ndjson")
        #expect(try await run("render", "log.ndjson", "-o", "alone.html", "-o", "alone.json").status == 3)
        #expect(try await run("render", "log.ndjson", "alone.html", "alone.html", "-o", "json=both.json").status == 3)
        func sentences(_ file: String) throws -> [String] {
            try #require(JSONText(parsing: folder.read(file)).root.last("run")?.last("gaps")).elements
                .compactMap { $0.last("text")?.text?.description }
                .filter { $0.contains("no provider's route") || $0.contains("line 6") }
        }
        #expect(try sentences("alone.json").count == 2)
        #expect(try sentences("both.json") == sentences("alone.json"))
    }

    @Test func `a split report names its pages, and its index is read as its log`() async throws {
        let result = try await run("render", "log.ndjson", "--split", "2")
        #expect(result.status == 0)
        for name in ["index.html", "index-1.html", "index-2.html"] {
            #expect(result.errorText.contains("report/\(name) ("))
        }
        #expect(try await run("query", "report/index.html", "-f", "count").outputText == "3\n")
        let page = try await run("query", "report/index-1.html")
        #expect(page.status == 2)
        #expect(page.errorText.contains("name the capture log itself, or the index of those pages"))
        #expect(try await run("render", "report/index.html", "--split", "2").status == 64)
        for (arguments, words) in [
            (["--split", "0"], "--split takes a number from 1 to 10000"),
            (["--split", "10001"], "--split takes a number from 1 to 10000"),
            (["--split", "5", "-o", "html=-"], "several HTML pages"),
            (["--split", "5", "-o", "a.md"], "several HTML pages"),
        ] {
            let refused = try await RunningProgram.run(
                Places.program("pushreport"), ["render", "log.ndjson"] + arguments, input: [], folder: folder.path)
            #expect(refused.status == 64)
            #expect(refused.errorText.contains(words), "\(refused.errorText)")
        }
    }
}
