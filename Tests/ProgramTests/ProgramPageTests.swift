import TestSupport
import Testing

/// What the built programs say of themselves.
@Suite struct ProgramPageTests {
    static let programs = ["pushrecorder", "pushreport"]

    @Test(arguments: programs)
    func `help and version go to standard output`(program: String) async throws {
        for (arguments, expected) in [
            (["--help"], "Exit status:"), (["-h"], "More with --help."), (["--version"], "\(program) "),
        ] {
            let result = try await RunningProgram.run(Places.program(program), arguments)
            #expect(result.status == 0)
            #expect(result.errors.isEmpty)
            #expect(result.outputText.contains(expected))
            #expect(!result.output.contains(0x1B))
        }
    }

    @Test(arguments: programs)
    func `a misspelled option gets a suggestion`(program: String) async throws {
        let result = try await RunningProgram.run(Places.program(program), ["--hlep"])
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(
            result.errorText == """
                \(program): unknown option '--hlep'; did you mean '--help'?
                Try '\(program) --help'.

                """
        )
    }

    @Test func `a mistake in a subcommand's line leads to its help`() async throws {
        for arguments in [["query", "--hlep"], ["query", "--limit", "many"], ["diff", "one"]] {
            let result = try await RunningProgram.run(Places.program("pushreport"), arguments)
            #expect(result.status == 64)
            #expect(result.errorText.hasSuffix("\nTry 'pushreport \(arguments[0]) --help'.\n"), "\(result.errorText)")
        }
    }

    @Test(arguments: programs)
    func `the manual page is clean roff`(program: String) async throws {
        let page = try await RunningProgram.run(Places.program(program), ["--man"])
        let result = try await RunningProgram.run("man", ["--warnings", "-l", "-"], input: page.output)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty, "\(result.errorText)")
        #expect(result.outputText.contains("EXIT STATUS"))
    }

    @Test(arguments: programs)
    func `bash completes options and words`(program: String) async throws {
        let script = try await RunningProgram.run(Places.program(program), ["--completion", "bash"])
        let ask = """
            \(script.outputText)
            ask() { COMP_WORDS=(\(program) "$@"); COMP_CWORD=$#; _\(program); echo "${COMPREPLY[@]}"; }
            ask --vers
            ask --completion ""
            """
        let result = try await RunningProgram.run("bash", ["-c", ask])
        #expect(result.outputText == "--version\nbash zsh fish\n", "\(result.errorText)")
    }

    @Test func `bash completes commands and their options`() async throws {
        let script = try await RunningProgram.run(Places.program("pushreport"), ["--completion", "bash"])
        let ask = """
            \(script.outputText)
            ask() { COMP_WORDS=(pushreport "$@"); COMP_CWORD=$#; _pushreport; echo "${COMPREPLY[@]}"; }
            ask ren
            ask render --css ""
            ask render --max
            """
        let result = try await RunningProgram.run("bash", ["-c", ask])
        #expect(result.outputText == "render\ninline linked\n--max-cards\n", "\(result.errorText)")
    }
}
