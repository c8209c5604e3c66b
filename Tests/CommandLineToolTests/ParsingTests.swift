import Testing

@testable import CommandLineTool

@Suite struct ParsingTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let expected: @Sendable (inout ParcelSettings) -> Void

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let lines: [Line] = [
        Line(arguments: []) { _ in },
        Line(arguments: ["--fragile"]) { $0.isFragile = true },
        Line(arguments: ["--no-fragile"]) { $0.isFragile = false },
        Line(arguments: ["--fragile", "--no-fragile"]) { $0.isFragile = false },
        Line(arguments: ["-fq"]) { ($0.isFragile, $0.isQuiet) = (true, true) },
        Line(arguments: ["--speed", "fast"]) { $0.speed = .fast },
        Line(arguments: ["--speed=fast"]) { $0.speed = .fast },
        Line(arguments: ["--speed=fast", "--speed=slow"]) { $0.speed = .slow },
        Line(arguments: ["--label="]) { $0.label = "" },
        Line(arguments: ["--label=a=b"]) { $0.label = "a=b" },
        Line(arguments: ["--label=\u{301}x"]) { $0.label = "\u{301}x" },
        Line(arguments: ["-l", "-"]) { $0.label = "-" },
        Line(arguments: ["-l-x"]) { $0.label = "-x" },
        Line(arguments: ["-qlx"]) { ($0.isQuiet, $0.label) = (true, "x") },
        Line(arguments: ["-s", "a", "--stamp", "b"]) { $0.stamps = ["a", "b"] },
        Line(arguments: ["vase", "-f", "-"]) { ($0.isFragile, $0.items) = (true, ["vase", "-"]) },
        Line(arguments: ["--", "-f", "--help"]) { $0.items = ["-f", "--help"] },
        Line(arguments: ["--max-weight", "2GiB"]) { $0.weight = ByteCount(2 << 30) },
    ]

    @Test(arguments: lines)
    func `a line sets what it names and leaves the rest`(line: Line) throws {
        var expected = ParcelSettings()
        line.expected(&expected)
        #expect(try parcel(line.arguments) == expected)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let message: String

        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let refusals: [Refusal] = [
        Refusal(arguments: ["--fragil"], message: "unknown option '--fragil'; did you mean '--fragile'?"),
        Refusal(arguments: ["--sped=fast"], message: "unknown option '--sped'; did you mean '--speed'?"),
        Refusal(arguments: ["--spede"], message: "unknown option '--spede'; did you mean '--speed'?"),
        Refusal(arguments: ["--max"], message: "unknown option '--max'; did you mean '--max-weight'?"),
        Refusal(arguments: ["--elephant"], message: "unknown option '--elephant'"),
        Refusal(arguments: ["--no-speed"], message: "unknown option '--no-speed'"),
        Refusal(arguments: ["-x"], message: "unknown option '-x'"),
        Refusal(arguments: ["--speed"], message: "option '--speed' needs a value SPEED"),
        Refusal(arguments: ["--label", "--fragile"], message: "option '--label' needs a value TEXT"),
        Refusal(arguments: ["-l"], message: "option '-l' needs a value TEXT"),
        Refusal(arguments: ["--fragile=1"], message: "option '--fragile' takes no value"),
        Refusal(arguments: ["--no-fragile=1"], message: "option '--no-fragile' takes no value"),
        Refusal(
            arguments: ["--speed=warp"], message: "'warp' is no value for '--speed'; expected one of slow, fast"
        ),
        Refusal(
            arguments: ["--max-weight", "2kB"],
            message: "'2kB' is no value for '--max-weight'; "
                + "expected a number of bytes such as 65536, 64KiB, 4MiB or 1GiB"
        ),
    ]

    @Test(arguments: refusals)
    func `a line that makes no sense is refused in one sentence`(refusal: Refusal) {
        #expect { try parcel(refusal.arguments) } throws: { "\($0)" == refusal.message }
    }

    @Test func `too few operands are refused`() {
        #expect(throws: UsageError.missingOperand("ITEM")) { try parcel(["-f"], minimum: 1) }
    }

    @Test func `the environment sets what the line does not`() throws {
        let environment = [
            "PARCEL_FRAGILE": "yes", "PARCEL_SPEED": "fast", "PARCEL_STAMP": "a,b", "PARCEL_MAX_WEIGHT": "1KiB",
            "PARCEL_LABEL": "",
        ]
        var expected = ParcelSettings()
        expected.isFragile = true
        expected.speed = .fast
        expected.stamps = ["a", "b"]
        expected.weight = ByteCount(1024)
        #expect(try parcel([], environment: environment) == expected)
        expected.isFragile = false
        expected.speed = .slow
        #expect(try parcel(["--no-fragile", "--speed=slow"], environment: environment) == expected)
    }

    @Test func `a bad environment variable is named`() {
        #expect {
            try parcel([], environment: ["PARCEL_FRAGILE": "maybe"])
        } throws: {
            "\($0)" == "'maybe' is no value for 'PARCEL_FRAGILE'; expected one of 1, true, yes, on, 0, false, no, off"
        }
    }
}

@Suite struct SubcommandTests {
    static let program = Program(
        Command(
            "post", summary: "Send things", discussion: [],
            subcommands: [
                parcelCommand { _ in .done },
                Command(
                    "letter", summary: "Send a letter", discussion: [], settings: ParcelSettings(), options: [],
                    examples: [], exitStatuses: [.done]
                ) { _ in .answerIsNo },
            ], examples: []
        )
    )

    private func invocation(_ arguments: [String]) throws -> Invocation {
        try Self.program.invocation(of: arguments[...], ProgramEnvironment(program: "post") { _ in nil })
    }

    @Test func `the first word chooses the command`() throws {
        guard case .work(let work) = try invocation(["letter"]) else {
            Issue.record("no work")
            return
        }
        #expect(try work() == .answerIsNo)
    }

    @Test func `a misspelled command gets a suggestion`() {
        #expect(throws: UsageError.unknownCommand("leter", suggestion: "letter")) { try invocation(["leter"]) }
    }

    @Test func `no command is refused with the list`() {
        #expect(throws: UsageError.missingCommand(["parcel", "letter"])) { try invocation([]) }
    }

    @Test func `an operand where the command takes none is refused`() {
        #expect(throws: UsageError.unexpectedOperand("x")) { try invocation(["letter", "x"]) }
    }

    @Test func `each command has its own help`() throws {
        #expect(try answer(["parcel", "--help"], program: Self.program).hasPrefix("post parcel: Send a parcel\n"))
        #expect(try answer(["--help"], program: Self.program).contains("\n  letter  Send a letter\n"))
    }
}
