import Testing

@testable import CommandLineTool

@Suite struct PageTests {
    @Test func `the long help teaches every option`() throws {
        let expected = """
            parcel: Send a parcel

            Usage: parcel [OPTION]… ITEM…

            Sends what it is given.

            Arguments:
              ITEM
                      What is inside.

            Content:
              -f, --fragile
                      Handle with care. Adds a sticker.
                      [environment: PARCEL_FRAGILE]
              -q, --quiet
                      Say nothing.
                      [environment: PARCEL_QUIET]

            Transport:
                  --speed SPEED
                      How fast it goes.
                      [one of: slow, fast] [default: slow] [environment: PARCEL_SPEED]
              -l, --label TEXT
                      What is written on it: 'anything' [at all].
                      [environment: PARCEL_LABEL]
              -s, --stamp NAME
                      A stamp.
                      [default: one,two] [may be repeated] [environment: PARCEL_STAMP]

            Limits:
                  --max-weight BYTES
                      How heavy it may be.
                      [default: 1MiB] [environment: PARCEL_MAX_WEIGHT]

            About the program:
              -h, --help
                      Print this help, or with -h the short form of it, and exit.
                  --version
                      Print the name and version of the program and exit.
                  --completion SHELL
                      Print a completion script for a shell (bash, zsh or fish) and exit.
                      [one of: bash, zsh, fish]
                  --man
                      Print the manual page as roff and exit. Read it with 'man -l -'.

            Exit status:
              0     done
              64    the command line was not understood

            Examples:
              Send a vase.
                $ parcel -f vase

            """
        #expect(try answer(["--help"]) == expected)
    }

    @Test func `the short help has one line for each option`() throws {
        let lines = try answer(["-h"]).split(separator: "\n")
        for option in parcelOptions {
            let line = lines.filter { $0.contains("--\(option.description.name)") }
            #expect(line.count == 1)
        }
        #expect(lines.contains("  -f, --fragile           Handle with care"))
    }

    @Test func `no line of help is wider than a terminal`() throws {
        for line in try answer(["--help"]).split(separator: "\n") {
            #expect(line.count <= 80)
        }
    }

    @Test func `the version is one line`() throws {
        #expect(try answer(["--version"]) == "parcel \(Program.version)\n")
    }

    @Test func `a question is answered even when the rest is wrong`() throws {
        #expect(try answer(["--version", "--nonsense"]) == "parcel \(Program.version)\n")
    }

    @Test func `an unknown shell is refused`() {
        #expect(throws: UsageError.self) { try answer(["--completion=csh"]) }
    }

    @Test(arguments: [Program(parcelCommand { _ in .done }), SubcommandTests.program])
    func `manual and completions name every option`(program: Program) throws {
        let manual = try answer(["--man"], program: program)
        for option in parcelOptions.map(\.description) {
            #expect(manual.contains(option.spelling.replacing("-", with: "\\-")))
            #expect(manual.contains(".SS \"\(option.category)\""))
            for shell in Shell.allCases {
                #expect(try answer(["--completion", shell.rawValue], program: program).contains(option.name))
            }
        }
        #expect(manual.contains("\n\\fB64\\fR\n"))
    }

    @Test func `every exit status has a number of its own`() {
        #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64])
    }
}
