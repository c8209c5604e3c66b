import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// `pushreport diff`, run as a user runs it.
@Suite struct DiffTests {
    private func run(_ arguments: [String], in folder: TemporaryFolder) async throws -> RunningProgram.Result {
        try await RunningProgram.run(Places.program("pushreport"), arguments, folder: folder.path)
    }

    /// Writes the logs that the tests name.
    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        var log = WrittenLog.ordinary
        try folder.write(log.bytes, to: "before.ndjson")
        try folder.write(WrittenLog.ordinary.bytes, to: "same.ndjson")
        try folder.write(log.bytes + Array("{\"v\":1,\"kind\":\"push\",\n".utf8) + log.bytes, to: "damaged.ndjson")
        log.apns(#"{"aps":{"alert":"Another one"}}"#)
        try folder.write(log.bytes, to: "more.ndjson")
        var silent = WrittenLog()
        silent.apns(#"{"aps":{"content-available":1}}"#)
        silent.mark("checkout places an order")
        silent.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm warning","body":"Batten down"}}}"#)
        silent.fcm(#"{"message":{"token":"abc","data":{"kind":"sync"}}}"#)
        try folder.write(silent.bytes, to: "silent.ndjson")
        try folder.write([], to: "empty.ndjson")
        try folder.write(Array(#"{"ignore":["/aps"],"keys":[]}"#.utf8), to: "wrong.json")
        return folder
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let status: Int32
        var testDescription: String { arguments.joined(separator: " ") }

        init(_ arguments: String, _ status: Int32) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            self.status = status
        }
    }

    static let cases = [
        Case("before.ndjson same.ndjson", 0),
        Case("before.ndjson before.ndjson --exact", 0),
        Case("before.ndjson more.ndjson", 1),
        Case("before.ndjson more.ndjson --fail-on regression", 0),
        Case("before.ndjson more.ndjson --fail-on none", 0),
        Case("before.ndjson silent.ndjson --fail-on regression", 1),
        Case("before.ndjson damaged.ndjson", 3),
        Case("before.ndjson damaged.ndjson --lenient", 0),
        Case("before.ndjson empty.ndjson", 4),
        Case("empty.ndjson before.ndjson", 4),
        Case("before.ndjson missing.ndjson", 2),
        Case("before.ndjson same.ndjson --rules missing.json", 2),
        Case("before.ndjson same.ndjson --rules wrong.json", 2),
        Case("before.ndjson same.ndjson -o no/such/folder.html", 2),
        Case("before.ndjson same.ndjson -o new/diff.txt -o new/diff.html -o new/diff.xml", 0),
        Case("before.ndjson same.ndjson -o text=x.md -o markdown=x.xml -o junit=x.html -o JSON=x", 0),
        Case("before.ndjson same.ndjson -o unit=x.xml", 64),
        Case("before.ndjson", 64),
        Case("before.ndjson same.ndjson more.ndjson", 64),
        Case("- -", 64),
        Case("before.ndjson same.ndjson -o diff.pdf", 64),
        Case("before.ndjson same.ndjson -o a.html -o b.html", 64),
        Case("before.ndjson same.ndjson --ignore aps", 64),
        Case("before.ndjson same.ndjson --map-target a", 64),
        Case("before.ndjson same.ndjson --key titel", 64),
        Case("before.ndjson same.ndjson --timing soon", 64),
        Case("before.ndjson same.ndjson --fail-on never", 64),
        Case("before.ndjson same.ndjson --accept -o diff.html", 64),
    ]

    @Test(arguments: cases) func `the status says how it went`(of example: Case) async throws {
        let result = try await run(["diff"] + example.arguments, in: folder())
        #expect(result.status == example.status, "\(result.outputText)\(result.errorText)")
    }

    @Test func `a person reads what is different, regressions first`() async throws {
        let result = try await run(["diff", "before.ndjson", "silent.ndjson"], in: folder())
        let lines = result.outputText.split(separator: "\n").map(String.init)
        #expect(lines.first == "1 regression, 1 changed (1 a regression), 2 unchanged")
        #expect(lines.contains("changed, regression: Game Request"))
        #expect(lines.contains { $0.hasPrefix("  ! verdict iOS: shown (alert_text) → not_shown (") }, "\(lines)")
        #expect(lines.contains("  text title: no longer Game Request"))
    }

    @Test func `every form says how many of each are regressions`() async throws {
        let folder = try TemporaryFolder()
        let sample = "\(Places.package)/samples/release"
        let result = try await run(
            ["diff", "\(sample)/before.ndjson", "\(sample)/after.ndjson"]
                + ["x.txt", "x.html", "x.md"].flatMap { ["-o", $0] }, in: folder)
        #expect(result.status == 1, "\(result.errorText)")
        let summary = "3 regressions, 5 changed (1 a regression), 2 removed (2 regressions), 1 added, 4 unchanged"
        for name in ["x.txt", "x.html", "x.md"] {
            #expect(String(decoding: try folder.read(name), as: UTF8.self).contains(summary), "\(name)")
        }
        let page = HTMLTree(parsing: try folder.read("x.html"))
        #expect(
            page.root.all(withClass: "tile").map(\.text) == [
                "3 regressions", "5 changed (1 a regression)", "2 removed (2 regressions)", "1 added", "4 unchanged",
            ])
        #expect(
            page.root.all(withClass: "group").compactMap { $0.all(named: "h2").first?.text } == [
                "Regressions 3 pushes", "Changed 4 pushes besides 1 regression", "Added 1 push",
            ])
    }

    @Test func `a report and a diff beside each other have one style sheet`() async throws {
        let folder = try folder()
        _ = try await run(["render", "before.ndjson", "--css", "linked"], in: folder)
        let sheet = try folder.read("report.css")
        _ = try await run(["diff", "before.ndjson", "more.ndjson", "--css", "linked", "-o", "diff.html"], in: folder)
        #expect(try folder.read("report.css") == sheet)
        #expect(try folder.read("diff.css") != sheet)
    }

    @Test func `all forms come from one run, and a dash is standard output`() async throws {
        let folder = try folder()
        let result = try await run(
            ["diff", "before.ndjson", "silent.ndjson", "-o", "a.html", "-o", "b.md", "-o", "json=-", "-o", "d.xml"],
            in: folder)
        #expect(result.status == 1)
        #expect(try JSONText(parsing: result.output).root.last("entries")?.count == 1)
        for name in ["a.html", "b.md", "d.xml"] {
            #expect(String(decoding: try folder.read(name), as: UTF8.self).contains("Game Request"))
            #expect(result.errorText.contains(name))
        }
        let check = try await RunningProgram.run(
            "python3", ["-c", "import xml.etree.ElementTree as tree; tree.parse('d.xml')"], folder: folder.path)
        #expect(check.status == 0, "\(check.errorText)")
    }

    @Test func `neither the order of lines nor reports in place of logs make a difference`() async throws {
        let folder = try TemporaryFolder()
        let lines = try ["before", "after"].map { name in
            let sample = try Data(contentsOf: URL(fileURLWithPath: "\(Places.package)/samples/release/\(name).ndjson"))
            return [UInt8](sample).split(separator: UInt8(ascii: "\n"))
        }
        let names = ["diff.txt", "diff.json", "diff.html", "diff.md", "diff.xml"]
        func outputs(of arguments: [String]) async throws -> [[UInt8]] {
            let result = try await run(["diff"] + arguments + names.flatMap { ["-o", $0] }, in: folder)
            #expect(result.status == 1, "\(result.errorText)")
            return try names.map { try folder.read($0) }
        }
        func write(_ order: (Int) -> [[UInt8].SubSequence]) throws {
            for (run, name) in ["before.ndjson", "after.ndjson"].enumerated() {
                try folder.write(order(run).flatMap { $0 + [UInt8(ascii: "\n")] }, to: name)
            }
        }
        try write { lines[$0] }
        let inOrder = try await outputs(of: ["before.ndjson", "after.ndjson"])
        for name in ["before", "after"] {
            #expect(try await run(["render", "\(name).ndjson", "-o", "\(name).html"], in: folder).status == 0)
        }
        #expect(try await outputs(of: ["before.html", "after.html"])[0] == inOrder[0])
        try write { lines[$0].reversed() }
        #expect(try await outputs(of: ["before.ndjson", "after.ndjson"]) == inOrder)
    }

    @Test(arguments: [
        [], ["--exact"],
        ["--ignore", "/aps/badge", "--map-target", "a=b", "--timing", "2s", "--key", "mark,data.order"],
    ])
    func `the rules are shown as a file that gives them again`(options: [String]) async throws {
        let folder = try folder()
        let shown = try await run(["diff", "--show-rules"] + options, in: folder)
        #expect(shown.status == 0, "\(shown.errorText)")
        try folder.write(shown.output, to: "rules.json")
        let again = try await run(["diff", "--show-rules", "--rules", "rules.json"], in: folder)
        #expect(again.output == shown.output)
        let names = ["a.json", "b.json"]
        let (first, second) = (options + ["-o", names[0]], ["--rules", "rules.json", "-o", names[1]])
        for more in [first, second] {
            let result = try await run(["diff", "before.ndjson", "silent.ndjson"] + more, in: folder)
            #expect(result.status == 1, "\(result.errorText)")
        }
        #expect(try folder.read(names[0]) == folder.read(names[1]))
    }

    @Test(arguments: ["text", "html", "markdown", "json", "junit"])
    func `every form says what could not be compared`(format: String) async throws {
        let folder = try folder()
        for name in ["before", "same"] {
            let report = ["render", "\(name).ndjson", "--redact", "targets,payloads", "-o", "\(name).html"]
            #expect(try await run(report, in: folder).status == 0)
        }
        let both = try await run(["diff", "before.html", "same.html", "-f", format], in: folder)
        #expect(both.status == 0, "\(both.errorText)")
        #expect(
            both.outputText.contains(
                "The values in the payloads of 3 pushes of BASE and 3 of HEAD are hidden, so that only their types "
                    + "and lengths could be compared."))
        #expect(both.outputText.contains("Names stand for the device tokens of 2 pushes of BASE and 2 of HEAD;"))
        let one = try await run(["diff", "before.html", "same.ndjson", "-f", format], in: folder)
        let other = try await run(["diff", "same.ndjson", "before.html", "-f", format], in: folder)
        for result in [one, other] {
            #expect(result.status == 0, "\(result.outputText)")
            #expect(result.outputText.contains("are hidden, so that only their types and lengths could be compared."))
            #expect(!result.outputText.contains("Storm warning"))
        }
        let none = try await run(["diff", "before.ndjson", "same.ndjson", "-f", format], in: folder)
        #expect(!none.outputText.contains("are hidden"))
    }

    @Test(arguments: ["text", "html", "markdown", "json", "junit"])
    func `every form says that a report of some pushes is no whole run`(format: String) async throws {
        let folder = try folder()
        let report = ["render", "before.ndjson", "--only", "kind:notification", "-o", "some.html"]
        #expect(try await run(report, in: folder).status == 0)
        let result = try await run(["diff", "some.html", "some.html", "-f", format], in: folder)
        #expect(result.status == 0, "\(result.errorText)")
        for side in ["BASE", "HEAD"] {
            let sentence = "\(side): Only 2 of 3 pushes are in this report, those that match"
            #expect(result.outputText.split(separator: sentence, omittingEmptySubsequences: false).count == 2)
        }
        #expect(result.errorText.contains("Only 2 of 3 pushes are in this report"))
    }

    @Test func `a report of some pushes is no new baseline`() async throws {
        let folder = try folder()
        let report = ["render", "before.ndjson", "--only", "kind:notification", "-o", "some.html"]
        #expect(try await run(report, in: folder).status == 0)
        let accept = ["diff", "--accept", "baseline.ndjson", "some.html"]
        #expect(try await run(accept, in: folder).status == 3)
        #expect(try !folder.names().contains("baseline.ndjson"))
        #expect(try await run(accept + ["--lenient"], in: folder).status == 0)
    }

    @Test func `style sheets beside the page are named like the page`() async throws {
        let result = try await run(
            ["diff", "before.ndjson", "same.ndjson", "-o", "diff.html", "--css", "linked"], in: folder())
        let names = result.errorText.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(names.prefix(3) == ["diff.html", "report.css", "diff.css"])
    }

    @Test func `what is accepted is the baseline, and accepting it twice changes nothing`() async throws {
        let folder = try folder()
        #expect(try await run(["diff", "--accept", "baseline.ndjson", "before.ndjson"], in: folder).status == 0)
        let accepted = try folder.read("baseline.ndjson")
        #expect(try await run(["diff", "--accept", "baseline.ndjson", "same.ndjson"], in: folder).status == 0)
        #expect(try folder.read("baseline.ndjson") == accepted)
        #expect(try await run(["diff", "--accept", "again.ndjson", "baseline.ndjson"], in: folder).status == 0)
        #expect(try folder.read("again.ndjson") == accepted)
        #expect(try await run(["check", "--baseline", "baseline.ndjson", "same.ndjson"], in: folder).status == 0)
        #expect(try await run(["check", "--baseline", "baseline.ndjson", "more.ndjson"], in: folder).status == 1)
        let junit = [
            "check", "more.ndjson", "--baseline", "baseline.ndjson", "--junit", "x.xml", "--fail-on", "regression",
        ]
        #expect(try await run(junit, in: folder).status == 0)
        #expect(try folder.names().contains("x.xml"))
        #expect(try await run(["diff", "--accept", "baseline.ndjson", "more.ndjson"], in: folder).status == 0)
        #expect(try await run(["check", "--baseline", "baseline.ndjson", "more.ndjson"], in: folder).status == 0)
    }

    @Test(arguments: [
        ("before.ndjson", "more.ndjson", 2), ("new.ndjson", "empty.ndjson", 4), ("new.ndjson", "damaged.ndjson", 3),
    ])
    func `nothing is written over what is no baseline, and of nothing none is made`(
        baseline: String, log: String, status: Int32
    ) async throws {
        let folder = try folder()
        let before = try? folder.read(baseline)
        let result = try await run(["diff", "--accept", baseline, log], in: folder)
        #expect(result.status == status, "\(result.errorText)")
        #expect((try? folder.read(baseline)) == before)
    }

    @Test func `a baseline is a log like any other`() async throws {
        let folder = try folder()
        #expect(try await run(["diff", "--accept", "baseline.ndjson", "before.ndjson"], in: folder).status == 0)
        let result = try await run(["query", "baseline.ndjson", "--format", "count"], in: folder)
        #expect(result.status == 0)
        #expect(result.outputText == "3\n")
        #expect(result.errors.isEmpty, "\(result.errorText)")
    }

    @Test func `nothing captured can steer the terminal`() async throws {
        let folder = try TemporaryFolder()
        var log = WrittenLog()
        log.mark("::error::\u{1B}[31m")
        log.apns(#"{"aps":{"alert":"\u001b[2J\n::error::x ##vso[task.complete]"}}"#)
        try folder.write(log.bytes, to: "a.ndjson")
        try folder.write(WrittenLog.ordinary.bytes, to: "b.ndjson")
        let result = try await run(["diff", "a.ndjson", "b.ndjson"], in: folder)
        #expect(result.status == 1)
        for bytes in [result.output, result.errors] { #expect(!bytes.contains(0x1B)) }
        for line in result.outputText.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"))
            #expect(!line.contains("##vso["))
        }
    }
}
