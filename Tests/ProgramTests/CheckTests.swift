import Bytes
import Foundation
import Glibc
import JSONText
import TestSupport
import Testing

@Suite struct CheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        try folder.write([], to: "empty.ndjson")
        try folder.write(WrittenLog.ordinary.bytes + Array("{broken}\n".utf8), to: "damaged.ndjson")
        try folder.write(
            Array(#"{"version":1,"expectations":[{"name":"one","filter":"poker","count":1}]}"#.utf8), to: "one.json")
        try folder.write(
            Array(#"{"version":1,"expectations":[{"name":"a","filter":"kind:empty"},{"name":"b","count":3}]}"#.utf8),
            to: "two.json")
        try folder.write(Array(#"{"version":1,"expectations":[{"nam":"a"}]}"#.utf8), to: "wrong.json")
    }

    private func check(_ arguments: [String], input: [UInt8] = []) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushreport"), ["check"] + arguments, input: input, folder: folder.path
        )
    }

    @Test(arguments: [
        ["check", "log.ndjson", "kind:silent", "--junit", "log.ndjson"],
        ["check", "./log.ndjson", "--expect", "one.json", "--junit", "one.json"],
        ["check", "log.ndjson", "--baseline", "two.json", "--junit", "two.json"],
        ["render", ".", "-o", "html=log.ndjson"], ["render", "log.ndjson", "-o", "html=same", "-o", "md=same"],
        ["diff", "log.ndjson", "damaged.ndjson", "-o", "json=damaged.ndjson"],
        ["render", "log.ndjson", "--notes", "notes.md", "-o", "notes.md"],
        ["render", "log.ndjson", "--notes", "notes.md", "-o", "md=link"],
        ["render", "log.ndjson", "--notes", "notes.md", "-o", "md=hard-link"],
        ["render", "log.ndjson", "--templates", ".", "-o", "card.html"],
        ["diff", "log.ndjson", "damaged.ndjson", "--rules", "rules.json", "-o", "rules.json"],
        ["diff", "log.ndjson", "damaged.ndjson", "--templates", ".", "-o", "card.html"],
        ["check", "log.ndjson", "--baseline", "damaged.ndjson", "--rules", "rules.json", "--junit", "rules.json"],
    ])
    func `no output takes the place of an input or of another output`(arguments: [String]) async throws {
        try folder.write(Array("A note.\n".utf8), to: "notes.md")
        try folder.write(Array("{}".utf8), to: "rules.json")
        try folder.write(TemporaryFolder.bytes(at: Places.package + "/Templates/card.html"), to: "card.html")
        #expect(unsafe symlink("notes.md", folder.file("link")) == 0)
        #expect(unsafe link(folder.file("notes.md"), folder.file("hard-link")) == 0)
        let before = try folder.names().sorted().map { try folder.read($0) }
        let result = try await RunningProgram.run(
            Places.program("pushreport"), arguments, input: [], folder: folder.path)
        #expect(result.status == 64, "\(result.errorText)")
        #expect(try folder.names().sorted().map { try folder.read($0) } == before)
    }

    @Test(
        arguments: [
            (["log.ndjson", "kind:silent"], 0), (["log.ndjson", "kind:silent", "--count", "1"], 0),
            (["log.ndjson", "kind:silent", "--count", "2"], 1), (["log.ndjson", "kind:empty"], 1),
            (["log.ndjson", "kind:empty", "--none"], 0), (["log.ndjson", "kind:silent", "--none"], 1),
            (["log.ndjson", "--at-least", "3"], 0), (["log.ndjson", "--at-least", "4"], 1),
            (["log.ndjson", "--at-most", "3"], 0), (["log.ndjson", "--at-most", "2"], 1),
            (["log.ndjson", "--at-least", "2", "--at-most", "3"], 0), (["log.ndjson", "--count", "0"], 1),
            (["empty.ndjson", "kind:silent"], 4), (["empty.ndjson", "kind:silent", "--none"], 0),
            (["damaged.ndjson", "kind:silent"], 3), (["damaged.ndjson", "kind:silent", "--lenient"], 0),
            (["damaged.ndjson", "kind:empty"], 1), (["log.ndjson", "--expect", "one.json"], 0),
            (["log.ndjson", "--expect", "two.json"], 1), (["empty.ndjson", "--expect", "one.json"], 4),
            (["-", "kind:silent", "--count", "1"], 0), (["missing.ndjson", "kind:silent"], 2),
            (["log.ndjson", "--expect", "missing.json"], 2), (["log.ndjson", "--expect", "wrong.json"], 2),
            (["log.ndjson", "kind:silent", "--junit", "no/such/folder.xml"], 2), (["log.ndjson"], 64), ([], 64),
            (["log.ndjson", "kind:loud"], 64), (["log.ndjson", "--count", "1", "--none"], 64),
            (["log.ndjson", "--count", "1", "--at-most", "1"], 64),
            (["log.ndjson", "--at-least", "2", "--at-most", "1"], 64), (["log.ndjson", "--count", "-1"], 64),
            (["log.ndjson", "poker", "--expect", "one.json"], 64),
            (["log.ndjson", "--count", "1", "--expect", "one.json"], 64),
            (["log.ndjson", "poker", "--within", "soon"], 64), (["-", "poker", "--follow"], 64),
            (["log.ndjson", "--init", "--none"], 64),
        ] as [([String], Int32)])
    func `the status says whether the log is as expected`(arguments: [String], status: Int32) async throws {
        let result = try await check(arguments, input: WrittenLog.ordinary.bytes)
        #expect(result.status == status, "\(arguments): \(result.outputText)\(result.errorText)")
        #expect(result.output.isEmpty == [2, 64].contains(status))
    }

    @Test(
        arguments: [
            ("too-few", ["log.ndjson", "kind:notification title:\"Order shipped\" target:weather", "--count", "1"]),
            ("too-many", ["log.ndjson", "provider:fcm", "--at-most", "1", "--name", "one to FCM"]),
            ("several", ["log.ndjson", "--expect", "two.json"]), ("held", ["log.ndjson", "poker", "--count", "1"]),
            ("nothing", ["started.ndjson", "poker"]), ("json", ["log.ndjson", "title:=storm", "--format", "json"]),
            ("github", ["log.ndjson", "--expect", "two.json", "--github"]),
        ] as [(String, [String])])
    func `a failure tells what came closest`(name: String, arguments: [String]) async throws {
        let run = #"""
            {"v":1,"kind":"run","id":"01JDX0Q6W5T5V0ZK7M3N8R2B4C","time":"2026-11-29T23:59:59.123456Z","version":"1",\#
            "providers":[],"limits":{},"redaction":{"headers":[],"parameters":[]},"listeners":["127.0.0.1:8822"]}

            """#
        try folder.write(Array(run.utf8), to: "started.ndjson")
        let result = try await check(arguments)
        try expectGolden(normalised(result.outputText + result.errorText), named: name)
    }

    /// The output with identifiers, which are new in every run, numbered in the order in which they come.
    @Test(arguments: ["text", "json"])
    func `a check says that a report of some pushes is no whole run`(format: String) async throws {
        let report = ["render", "log.ndjson", "--only", "kind:notification", "-o", "some.html"]
        let rendered = try await RunningProgram.run(Places.program("pushreport"), report, folder: folder.path)
        #expect(rendered.status == 0)
        let result = try await check(["some.html", "--count", "2", "-f", format])
        #expect(result.status == 0)
        for text in [result.outputText, result.errorText] {
            #expect(text.contains("Only 2 of 3 pushes are in this report, those that match kind:notification."))
        }
    }

    private func normalised(_ text: String) -> String {
        var names: [Substring: String] = [:]
        return text.replacing(#/\b01[0-9A-HJKMNP-TV-Z]{24}\b/#) { match in
            let name = names[match.output] ?? "ID-\(names.count + 1)"
            names[match.output] = name
            return name
        }
    }

    private func expectGolden(_ text: String, named name: String) throws {
        let path = "\(Places.package)/Tests/ProgramTests/Golden/\(name).txt"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        }
        #expect(text == String(decoding: try TemporaryFolder.bytes(at: path), as: UTF8.self))
    }

    @Test func `what init writes holds, and fails when the run changes`() async throws {
        let written = try await check(["--init", "log.ndjson"])
        #expect(written.status == 0, "\(written.errorText)")
        try folder.write(written.output, to: "expectations.json")
        #expect(try await check(["log.ndjson", "--expect", "expectations.json"]).status == 0)
        var other = WrittenLog()
        other.apns(#"{"aps":{"alert":{"title":"Game Request","body":"Bob wants to play poker"}}}"#)
        try folder.write(other.bytes, to: "other.ndjson")
        #expect(try await check(["other.ndjson", "--expect", "expectations.json"]).status == 1)
        #expect(try await check(["--init", "empty.ndjson"]).status == 4)
        #expect(try await check(["--init", "log.ndjson", "kind:empty"]).status == 1)
        #expect(try await check(["--init", "damaged.ndjson"]).status == 3)
    }

    @Test func `hostile text stays text in every form`() async throws {
        var log = WrittenLog()
        var expectations: [String] = []
        for (number, (_, text)) in HostileText.all.enumerated() {
            var title: [UInt8] = []
            title.appendJSONString(text.bytes)
            let literal = String(decoding: title, as: UTF8.self)
            log.fcm("{\"message\":{\"topic\":\"a\",\"notification\":{\"title\":\(literal)}}}")
            var name: [UInt8] = []
            name.appendJSONString("\(number) \(text)".utf8.map(\.self))
            expectations.append(
                "{\"name\":\(String(decoding: name, as: UTF8.self)),\"filter\":\"topic\",\"fields\":{\"title\":\(literal)}}"
            )
        }
        try folder.write(log.bytes, to: "hostile.ndjson")
        let file = "{\"version\":1,\"expectations\":[\(expectations.joined(separator: ","))]}"
        try folder.write(Array(file.utf8), to: "hostile.json")
        let result = try await check([
            "hostile.ndjson", "--expect", "hostile.json", "--junit", "push.xml", "--github",
        ])
        #expect(result.status == 1, "\(result.errorText)")
        #expect(!result.output.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
        #expect(!result.errors.contains { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F })
        #expect(!result.outputText.split(separator: "\n").contains { $0.hasPrefix("::") })
        let annotations = result.errorText.split(separator: "\n")
        #expect(annotations.count == 10 && annotations.allSatisfy { $0.hasPrefix("::error title=") })
        let script = """
            import sys, xml.etree.ElementTree as tree
            suite = tree.parse("push.xml").getroot().find("testsuite")
            cases = suite.findall("testcase")
            assert len(cases) == int(suite.get("tests")) == \(HostileText.all.count)
            assert all(len(case.findall("*")) == 1 and case.find("failure").text for case in cases)
            """
        let parsed = try await RunningProgram.run("python3", ["-c", script], folder: folder.path)
        #expect(parsed.status == 0, "\(parsed.errorText)")
    }
}
