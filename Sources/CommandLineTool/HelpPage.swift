/// The help of one command.
struct HelpPage {
    let program: String
    let command: Command
    /// True when headings and options may be set in bold.
    let isBold: Bool

    /// What `--help` prints.
    var long: String {
        var lines = [firstLine, ""] + usage
        for paragraph in command.discussion {
            lines += [""] + Paragraph.lines(paragraph, indent: 0)
        }
        lines += commands
        if let operands = command.operands {
            lines += ["", bold("Arguments:"), "  " + bold(operands.name)]
            lines += Paragraph.lines(operands.help, indent: 10)
        }
        for category in command.categories {
            lines += ["", bold("\(category):")]
            for option in command.options where option.category == category {
                lines.append((option.short == nil ? "      " : "  ") + bold(option.spelling))
                lines += Paragraph.lines(option.help, indent: 10)
                lines += facts(option).flatMap { Paragraph.lines($0, indent: 10) }
            }
        }
        lines += ["", bold("Exit status:")]
        for status in command.exitStatuses {
            lines.append(padded("  \(status.rawValue)", to: 8) + status.meaning)
        }
        lines += ["", bold("Examples:")]
        for example in command.examples {
            lines += Paragraph.lines(example.explanation, indent: 2) + ["    $ " + example.commandLine]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What `-h` prints: one line for each option.
    var short: String {
        var lines = [firstLine, ""] + usage + commands
        let width = (command.options.map(\.spelling.count).max() ?? 0) + 8
        for category in command.categories {
            lines += ["", bold("\(category):")]
            for option in command.options where option.category == category {
                let margin = option.short == nil ? "      " : "  "
                lines.append(padded(margin + option.spelling, to: width) + option.firstSentence)
            }
        }
        lines += ["", "More with --help."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var path: String {
        command.name == program ? program : "\(program) \(command.name)"
    }

    private var firstLine: String { "\(path): \(command.summary)" }

    private var usage: [String] {
        var words = path
        if !command.hasWork { words += " COMMAND" }
        words += " [OPTION]…"
        if let operands = command.operands {
            words += operands.followSeparator ? " [-- \(operands.name)…]" : " \(operands.name)…"
            words += operands.last.map { " [\($0)]" } ?? ""
        }
        return ["\(bold("Usage:")) \(words)"]
    }

    private var commands: [String] {
        guard !command.subcommands.isEmpty else { return [] }
        let width = (command.subcommands.map(\.name.count).max() ?? 0) + 4
        return ["", bold("Commands:")] + command.subcommands.map { padded("  \($0.name)", to: width) + $0.summary }
    }

    private func facts(_ option: OptionDescription) -> [String] {
        var facts: [String] = []
        if case .words(let words) = option.completion { facts.append("one of: \(words.joined(separator: ", "))") }
        if let text = option.defaultText { facts.append("default: \(text)") }
        if option.isRepeatable { facts.append("may be repeated") }
        if let variable = option.environmentVariable(program: program) { facts.append("environment: \(variable)") }
        return facts.isEmpty ? [] : ["[" + facts.joined(separator: "] [") + "]"]
    }

    private func bold(_ text: String) -> String {
        isBold ? "\u{1B}[1m\(text)\u{1B}[0m" : text
    }

    private func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }
}

extension Command {
    /// The headings of the options, in the order in which they first occur.
    var categories: [String] {
        options.reduce(into: []) { categories, option in
            if !categories.contains(option.category) { categories.append(option.category) }
        }
    }
}
