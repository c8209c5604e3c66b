import Glibc

/// A whole program: a command, the options that ask about the program itself, and the way out.
///
/// Entry point: ``main()``. Only this type ends the process, and only programs call it.
package struct Program: Sendable {
    /// The version of all programs of this package.
    package static let version = "0.1.0"

    let root: Command

    /// A program named like its command.
    package init(_ root: Command) {
        self.root = root.asking(Question.allCases)
    }

    /// Does what the process's arguments say and ends the process.
    package func main() -> Never {
        // A reader that went away, and a file that may not grow, are errors of one write, not the death of the program.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        fillStandardStreams()
        let environment = ProgramEnvironment(program: root.name) { variable in
            unsafe getenv(variable).map { unsafe String(cString: $0) }
        }
        exit(run(environment).rawValue)
    }

    private func run(_ environment: ProgramEnvironment) -> ExitStatus {
        do {
            switch try invocation(of: try Program.arguments, environment) {
            case .answer(let text):
                try StandardOutput.write(text)
                return .done
            case .work(let work):
                return try work()
            }
        } catch StreamError.closed {
            return .done
        } catch let error as UsageError {
            complain("\(error)")
            StandardError.write("Try '\(typedCommand) --help'.")
            return .usage
        } catch {
            complain("\(error)")
            return .failed
        }
    }

    /// The words after the program's name. Text that is not UTF-8 would become another text, and a file of another name.
    private static var arguments: ArraySlice<String> {
        get throws(UsageError) {
            var words: [String] = []
            for position in 1..<Swift.max(1, Int(CommandLine.argc)) {
                guard let word = unsafe CommandLine.unsafeArgv[position] else { break }
                guard let text = unsafe String(validatingCString: word) else {
                    throw .refused("argument \(position) is not UTF-8: \(unsafe String(cString: word))")
                }
                words.append(text)
            }
            return words[...]
        }
    }

    /// The command that the line is for, as it is typed.
    private var typedCommand: String {
        let word = (try? Program.arguments)?.first
        guard let command = root.subcommands.first(where: { $0.name == word }) else { return root.name }
        return "\(root.name) \(command.name)"
    }

    private func complain(_ sentence: String) {
        StandardError.write("\(root.name): \(TerminalText.line(sentence))")
    }

    /// What the arguments ask for.
    func invocation(
        of arguments: ArraySlice<String>,
        _ environment: ProgramEnvironment
    ) throws(UsageError) -> Invocation {
        try invocation(of: arguments, for: root, environment)
    }

    private func invocation(
        of arguments: ArraySlice<String>,
        for command: Command,
        _ environment: ProgramEnvironment
    ) throws(UsageError) -> Invocation {
        if let word = arguments.first, !command.subcommands.isEmpty, word.utf8.first != UInt8(ascii: "-") {
            guard let subcommand = command.subcommands.first(where: { $0.name == word }) else {
                let suggestion = command.subcommands.map(\.name).nearest(to: word)
                throw .unknownCommand(word, suggestion: suggestion)
            }
            return try invocation(
                of: arguments.dropFirst(), for: subcommand.asking([.help, .version]), environment
            )
        }
        let split = try SplitArguments(
            arguments, options: command.options, questions: Set(Question.allCases.map(\.rawValue))
        )
        guard let asked = split.question, let question = Question(rawValue: asked.name) else {
            return .work(try command.prepare(split, environment))
        }
        return .answer(try answer(question, spelled: asked.spelling, value: asked.value, about: command))
    }

    private func answer(
        _ question: Question,
        spelled spelling: String,
        value: String,
        about command: Command
    ) throws(UsageError) -> String {
        switch question {
        case .help:
            let page = HelpPage(program: root.name, command: command, isBold: StandardOutput.hasColor)
            return spelling == "-h" ? page.short : page.long
        case .version:
            return "\(root.name) \(Program.version)\n"
        case .completion:
            do {
                return try Shell(argument: value).script(for: root)
            } catch {
                throw .badValue(source: spelling, value: value, expected: error.expected)
            }
        case .man:
            return ManualPage(root).text
        }
    }
}

/// What a command line asks for.
enum Invocation {
    /// A text on standard output.
    case answer(String)
    /// The command's work.
    case work(Command.Work)
}

/// The environment variables of a program.
package struct ProgramEnvironment: Sendable {
    /// The program's name, from which the names of the variables are made.
    let program: String
    /// The value of a variable; nil when it is not set.
    let value: @Sendable (String) -> String?
}

/// Something that can be asked of every program.
private enum Question: String, CaseIterable {
    case help
    case version
    case completion
    case man

    var option: OptionDescription {
        switch self {
        case .help:
            description("h", help: "Print this help, or with -h the short form of it, and exit.")
        case .version:
            description(nil, help: "Print the name and version of the program and exit.")
        case .completion:
            description(
                nil, value: "SHELL", Shell.completion,
                help: "Print a completion script for a shell (bash, zsh or fish) and exit."
            )
        case .man:
            description(nil, help: "Print the manual page as roff and exit. Read it with 'man -l -'.")
        }
    }

    private func description(
        _ short: String?,
        value: String? = nil,
        _ completion: ValueCompletion = .none,
        help: String
    ) -> OptionDescription {
        OptionDescription(
            name: rawValue, short: short, valueName: value, completion: completion, category: "About the program",
            help: help, isRepeatable: false, hasEnvironmentVariable: false
        )
    }
}

extension Command {
    /// The command with options for the questions.
    fileprivate func asking(_ questions: [Question]) -> Command {
        var command = self
        command.options += questions.map(\.option)
        return command
    }
}
