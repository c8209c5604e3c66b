/// The manual page of a program as roff, one page for all its commands.
struct ManualPage {
    private let root: Command

    init(_ root: Command) {
        self.root = root
    }

    /// The page.
    var text: String {
        var lines = [
            ".TH \(quoted(root.name)) 1 \"\" \(quoted("\(root.name) \(Program.version)")) \"User Commands\"",
            ".SH NAME", "\(escaped(root.name)) \\- \(escaped(root.summary))",
            ".SH SYNOPSIS",
        ]
        let commands = (root.hasWork ? [root] : []) + root.subcommands
        for command in commands {
            let operands =
                command.operands.map { operands in
                    (operands.followSeparator ? " \\-\\- " : " ") + "\\fI\(operands.name)\\fR…"
                        + (operands.last.map { " [\\fI\($0)\\fR]" } ?? "")
                } ?? ""
            lines += [".B \(escaped(path(command)))", "[\\fIOPTION\\fR]…\(operands)", ".br"]
        }
        lines += [".SH DESCRIPTION"] + paragraphs(root.discussion)
        for command in commands {
            lines += command.name == root.name ? operands(command) : section(command)
            lines += options(command)
        }
        if !root.hasWork { lines += options(root) }
        lines.append(".SH EXIT STATUS")
        for status in root.exitStatuses {
            lines += [".TP", "\\fB\(status.rawValue)\\fR", escaped(status.meaning)]
        }
        lines.append(".SH EXAMPLES")
        for example in commands.flatMap(\.examples) {
            lines += [".PP", escaped(example.explanation), ".PP", ".nf", "    \(escaped(example.commandLine))", ".fi"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func path(_ command: Command) -> String {
        command.name == root.name ? root.name : "\(root.name) \(command.name)"
    }

    private func section(_ command: Command) -> [String] {
        [".SH \(quoted("\(path(command))".uppercased()))"] + paragraphs(command.discussion) + operands(command)
    }

    private func operands(_ command: Command) -> [String] {
        guard let operands = command.operands else { return [] }
        return [".TP", "\\fI\(escaped(operands.name))\\fR", escaped(operands.help)]
    }

    private func options(_ command: Command) -> [String] {
        command.categories.flatMap { category in
            [".SS \(quoted(category))"]
                + command.options.filter { $0.category == category }.flatMap { option -> [String] in
                    var facts = option.help
                    if let text = option.defaultText { facts += " The default is \(text)." }
                    if option.isRepeatable { facts += " May be repeated." }
                    if let variable = option.environmentVariable(program: root.name) {
                        facts += " Environment variable: \(variable)."
                    }
                    return [".TP", "\\fB\(escaped(option.spelling))\\fR", escaped(facts)]
                }
        }
    }

    private func paragraphs(_ texts: [String]) -> [String] {
        texts.flatMap { [".PP", escaped($0)] }
    }

    private func quoted(_ text: String) -> String {
        "\"\(escaped(text, quote: true))\""
    }

    /// Roff gives a meaning to the backslash, the hyphen, and to a full stop or apostrophe that begins a line.
    private func escaped(_ text: String, quote: Bool = false) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): result += "\\e".utf8
            case UInt8(ascii: "-"): result += "\\-".utf8
            case UInt8(ascii: "\"") where quote: result += "\\(dq".utf8
            case UInt8(ascii: "."), UInt8(ascii: "'"):
                if result.isEmpty { result += "\\&".utf8 }
                result.append(byte)
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
