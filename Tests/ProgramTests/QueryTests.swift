import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct QueryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        try folder.write([], to: "empty.ndjson")
        try folder.write(WrittenLog.ordinary.bytes + Array("{broken}\n".utf8), to: "damaged.ndjson")
    }

    private func query(
        _ arguments: [String], input: [UInt8] = [], columns: String = ""
    ) async throws -> RunningProgram.Result {
        try await RunningProgram.run(
            Places.program("pushreport"), ["query"] + arguments, environment: ["COLUMNS": columns], input: input,
            folder: folder.path
        )
    }

    @Test(
        arguments: [
            (["log.ndjson"], 0, 3), (["log.ndjson", "kind:silent"], 0, 1), (["log.ndjson", "kind:empty"], 1, 0),
            (["empty.ndjson"], 4, 0), (["empty.ndjson", "kind:silent"], 4, 0), (["damaged.ndjson"], 3, 3),
            (["damaged.ndjson", "--lenient"], 0, 3), (["damaged.ndjson", "kind:empty"], 1, 0),
            (["log.ndjson", "empty.ndjson", "poker"], 0, 1), (["log.ndjson", "--where", "kind:silent"], 0, 1),
            (["log.ndjson", "--where=-kind:silent"], 0, 2), (["log.ndjson", "json:/message/topic=weather"], 0, 1),
            (["log.ndjson", "log.ndjson"], 0, 3), (["*.ndjson", "kind:silent", "--lenient"], 0, 2),
            (["log.ndjson", "title:\"Game Request\" or title:Storm"], 0, 2), (["log.ndjson", ""], 0, 3),
        ] as [([String], Int32, Int)])
    func `the status says whether something was found`(arguments: [String], status: Int32, found: Int) async throws {
        let result = try await query(arguments + ["--format", "count"])
        #expect(result.status == status, "\(result.errorText)")
        #expect(result.outputText == "\(found)\n")
    }

    @Test(
        arguments: [
            (["missing.ndjson"], 2, "missing.ndjson does not exist"),
            (["kind:silent"], 2, "kind:silent does not exist"),
            (["log.ndjson", "missing.ndjson"], 2, "missing.ndjson does not exist"),
            (["log.ndjson", "logs/missing", "kind:silent"], 2, "logs/missing does not exist"),
            (["log.ndjson", "logs/*"], 2, "no file matches logs/*"), ([], 64, "LOG is missing"),
            (["log.ndjson", "titel:x"], 64, "column 1: there is no field titel, did you mean title"),
            (["log.ndjson", "x kind:loud"], 64, "column 8: kind cannot be loud"),
            (["log.ndjson", "kind:silent", "target:abc"], 64, "'kind:silent' names no log"),
            (["log.ndjson", "--where", "("], 64, "column 1"),
            (["log.ndjson", "--sort", "tite"], 64, "'tite' is no value for '--sort'; expected time, title"),
            (["log.ndjson", "--fields", "time,,title"], 64, "no value for '--fields'"),
            (["log.ndjson", "--fields", "title", "--format", "ids"], 64, "--fields is about the table"),
            (["log.ndjson", "--limit", "-1"], 64, "a whole number"),
        ] as [([String], Int32, String)])
    func `a log that is missing is no filter, and a filter that is wrong matches nothing silently`(
        arguments: [String], status: Int32, sentence: String
    ) async throws {
        let result = try await query(arguments)
        #expect(result.status == status)
        #expect(result.output.isEmpty)
        #expect(result.errorText.contains(sentence), "\(result.errorText)")
    }

    @Test(arguments: ["query log.ndjson", "query log.ndjson -f json", "diff log.ndjson log.ndjson", "--version"])
    func `without standard output it fails, whatever stream is missing besides`(command: String) async throws {
        for streams in [">&-", "<&- >&-", "> /dev/full"] {
            let result = try await RunningProgram.run(
                "/bin/sh", ["-c", "exec \"$0\" \(command) \(streams)", Places.program("pushreport")],
                folder: folder.path)
            #expect(result.status == 2, "\(streams): \(result.errorText)")
            #expect(result.errorText.contains("cannot write to standard output"))
        }
    }

    @Test func `a filter may be longer than any file name`() async throws {
        let filter = (0..<40).map { "not title:\"Order \($0)\"" }.joined(separator: " ")
        #expect(filter.utf8.count > 255)
        #expect(try await query(["log.ndjson", filter]).status == 0)
    }

    @Test func `the table has a row for each match`() async throws {
        let result = try await query(["log.ndjson", "--fields", "provider,kind,title,data_key"])
        #expect(
            result.outputText == """
                provider  kind          title          data_key
                apns      notification  Game Request
                fcm       notification  Storm warning
                fcm       silent                       kind

                """)
    }

    @Test func `the table fits the terminal`() async throws {
        let result = try await query(["log.ndjson"], columns: "60")
        let lines = result.outputText.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 60 }, "\(result.outputText)")
        #expect(result.outputText.contains("…"))
    }

    /// Runs `pushreport` on a terminal of 60 columns.
    private func typed(_ arguments: [String]) async throws -> RunningProgram.Result {
        let script = """
            import fcntl, os, pty, struct, sys, termios
            child, terminal = pty.fork()
            if child == 0:
                os.environ.pop("COLUMNS", None)
                fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
                os.execv(sys.argv[1], sys.argv[1:])
            try:
                while piece := os.read(terminal, 4096): sys.stdout.buffer.write(piece)
            except OSError: pass
            """
        return try await RunningProgram.run(
            "python3", ["-c", script, Places.program("pushreport")] + arguments, folder: folder.path)
    }

    @Test func `a terminal says how wide it is, and a payload on it shows what is invisible`() async throws {
        let table = try await typed(["query", "log.ndjson"])
        let lines = table.outputText.unicodeScalars.split { $0 == "\r" || $0 == "\n" }
        #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 60 }, "\(table.outputText)\(table.errorText)")
        var log = WrittenLog()
        log.apns("\u{1B}[31m")
        try folder.write(log.bytes, to: "hostile.ndjson")
        #expect(try await typed(["query", "hostile.ndjson", "-f", "payload"]).outputText == "⟦U+001B⟧[31m\r\n")
    }

    @Test(arguments: [
        ["query", "-f", "table"], ["query", "-f", "ndjson"], ["query", "-f", "json"], ["query", "-f", "payload"],
        ["check", "-f", "json"], ["check", "-f", "text"], ["check", "--init"], ["render", "-o", "json=-"],
    ])
    func `what a terminal gets has nothing raw that steers it`(arguments: [String]) async throws {
        var log = WrittenLog()
        log.apns("{\"aps\":{\"alert\":\"a\u{7F}b\u{85}c\u{9B}d\u{202E}e\u{2066}f\"},\"k\u{9B}\":\"\u{9B}\"}")
        try folder.write(log.bytes, to: "hostile.ndjson")
        let filter = arguments.contains("text") || arguments == ["check", "-f", "json"] ? ["title:y"] : []
        let result = try await typed([arguments[0], "hostile.ndjson"] + filter + arguments.dropFirst())
        #expect(result.output.count > 10)
        #expect(
            !result.outputText.unicodeScalars.contains { scalar in
                (scalar.value < 0x20 && scalar != "\r" && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
                    || (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
            }, "\(result.outputText.debugDescription)")
    }

    @Test(arguments: [
        ("title", ["(none)", "Game Request", "Storm warning"]),
        ("-title", ["Storm warning", "Game Request", "(none)"]),
        ("-time", ["(none)", "Storm warning", "Game Request"]), ("time", ["Game Request", "Storm warning", "(none)"]),
    ])
    func `matches are sorted by any field`(order: String, expected: [String]) async throws {
        let result = try await query(["log.ndjson", "--sort", order, "--fields", "title"])
        let titles = result.outputText.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
        #expect(titles.map { $0.isEmpty ? "(none)" : String($0) } == expected)
        let json = try await query(["log.ndjson", "--sort", order, "--format", "json"])
        let pushes = try JSONText(parsing: json.output).root.last("pushes")
        #expect(pushes?.elements.map { $0.text("title") == "(silent push)" } == expected.map { $0 == "(none)" })
    }

    @Test func `a limit is told`() async throws {
        let result = try await query(["log.ndjson", "--limit", "2", "--format", "ids"])
        #expect(result.outputText.split(separator: "\n").count == 2)
        #expect(result.errorText == "pushreport: 2 of 3 matches are shown\n")
    }

    @Test func `every form is of the same pushes`() async throws {
        let ids = try await query(["log.ndjson", "provider:fcm", "-f", "ids"]).outputText.split(separator: "\n")
        #expect(ids.count == 2)
        let lines = try await query(["log.ndjson", "provider:fcm", "-f", "ndjson"]).output.split(separator: 0x0A)
        #expect(try lines.map { try JSONText(parsing: Array($0)).root.text("id") } == ids.map { Text(String($0)) })
        let document = try await query(["log.ndjson", "provider:fcm", "-f", "json"]).output
        let report = try JSONText(parsing: document).root
        #expect(report.last("pushes")?.elements.map { $0.text("id") } == ids.map { Text(String($0)) })
        #expect(
            try report.last("pushes")?.elements.map(\.raw) == lines.map { try JSONText(parsing: Array($0)).root.raw })
        let gap = report.last("run")?.last("gaps")?.elements.first { _ in true }
        #expect(gap?.text("text") == "Only 2 of 3 pushes are in this report, those that match provider:fcm.")
    }

    @Test func `a payload is the body byte for byte`() async throws {
        var log = WrittenLog()
        let body = "{\n \"aps\" : {\"alert\":\"\\u00e9\" }\r\n}"
        log.apns(body)
        log.apns("second")
        try folder.write(log.bytes, to: "bodies.ndjson")
        #expect(try await query(["bodies.ndjson", "json:/aps/alert", "-f", "payload"]).output == Array(body.utf8))
        #expect(try await query(["bodies.ndjson", "-f", "payload"]).output == Array("\(body)\nsecond\n".utf8))
        let line = try await query(["bodies.ndjson", "json:/aps/alert", "-f", "ndjson"]).output
        #expect(line.count { $0 == 0x0A } == 1 && !line.contains(0x0D))
    }

    @Test func `what came closest is told when nothing matches`() async throws {
        let result = try await query(["log.ndjson", "provider:fcm title:\"Storm warnings\""])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errorText.hasPrefix(
                "pushreport: nothing of 3 pushes matched provider:fcm title:\"Storm warnings\"\n"))
        #expect(result.errorText.contains("  holds  provider:fcm\n"))
        #expect(
            result.errorText.contains(
                "  fails  title:\"Storm warnings\": expected that it contains Storm warnings, but it is Storm warning\n"
            ))
    }

    @Test func `render takes a filter and says what it leaves out`() async throws {
        let program = Places.program("pushreport")
        let found = try await RunningProgram.run(
            program, ["render", "log.ndjson", "--only", "kind:silent", "-o", "md=-"], folder: folder.path)
        #expect(found.status == 0, "\(found.errorText)")
        #expect(found.outputText.contains("Only 1 of 3 pushes are in this report"))
        #expect(!found.outputText.contains("Storm warning"))
        let none = try await RunningProgram.run(
            program, ["render", "log.ndjson", "--only", "kind:empty", "-o", "md=-"], folder: folder.path)
        #expect(none.status == 1)
        #expect(none.outputText.contains("Only 0 of 3 pushes"))
        let wrong = try await RunningProgram.run(
            program, ["render", "log.ndjson", "--only", "kin:empty"], folder: folder.path)
        #expect(wrong.status == 64)
    }

    @Test(arguments: ["table", "ndjson", "json", "ids"])
    func `nothing captured can steer the terminal`(format: String) async throws {
        var log = WrittenLog()
        for (_, text) in HostileText.all {
            var body = Array("{\"message\":{\"topic\":\"a\",\"notification\":{\"title\":".utf8)
            body.appendJSONString(text.bytes)
            body += "}}}".utf8
            log.fcm(String(decoding: body, as: UTF8.self))
        }
        try folder.write(log.bytes, to: "hostile.ndjson")
        for columns in ["", "80"] {
            let result = try await query(
                ["hostile.ndjson", "--fields", "title,target"].dropLast(format == "table" ? 0 : 2)
                    + ["-f", format], columns: columns)
            #expect(result.status == 0, "\(result.errorText)")
            #expect(!result.output.contains { $0 < 0x20 && $0 != 0x0A })
            if format == "table" {
                let lines = result.outputText.unicodeScalars.split(separator: "\n")
                #expect(lines.count == HostileText.all.count + 1)
                #expect(!lines.contains { $0.starts(with: "::".unicodeScalars) })
                #expect(!result.output.contains(0x7F))
                #expect(!result.outputText.unicodeScalars.contains { (0x202A...0x202E).contains($0.value) })
            }
        }
        let none = try await query(["hostile.ndjson", "\"\u{1B}[2J\n::error::x\"", "-f", format])
        #expect(none.status == 1)
        #expect(!none.errors.contains(0x1B))
        #expect(!none.errorText.split(separator: "\n").contains { $0.hasPrefix("::") })
    }
}
