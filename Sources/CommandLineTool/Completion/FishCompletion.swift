/// The completion script for fish.
struct FishCompletion {
    private let root: Command

    init(_ root: Command) {
        self.root = root
    }

    /// One `complete` command for each option and subcommand.
    var script: String {
        guard !root.subcommands.isEmpty else { return lines(of: root, condition: nil).joined() }
        let names = root.subcommands.map(\.name).joined(separator: " ")
        let unchosen = "not __fish_seen_subcommand_from \(names)"
        let commands = root.subcommands.map { command in
            "complete -c \(root.name) -f -n \(quoted(unchosen)) -a \(command.name) -d \(quoted(command.summary))\n"
        }
        let options = root.subcommands.map { command in
            lines(of: command, condition: "__fish_seen_subcommand_from \(command.name)").joined()
        }
        return commands.joined() + lines(of: root, condition: unchosen).joined() + options.joined()
    }

    private func lines(of command: Command, condition: String?) -> [String] {
        command.options.map { option in
            var line = "complete -c \(root.name)"
            if let condition { line += " -n \(quoted(condition))" }
            if let short = option.short { line += " -s \(short)" }
            line += " -l \(option.name)"
            if option.valueName != nil { line += " -r" }
            switch option.completion {
            case .none: line += option.valueName == nil ? "" : " -f"
            case .file: line += " -F"
            case .folder: line += " -f -a '(__fish_complete_directories)'"
            case .words(let words): line += " -f -a \(quoted(words.joined(separator: " ")))"
            }
            return line + " -d \(quoted(option.firstSentence))\n"
        }
    }

    /// Inside single quotes fish reads `\'` and `\\`, and nothing else.
    private func quoted(_ text: String) -> String {
        var result: [UInt8] = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\") { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
        }
        result.append(UInt8(ascii: "'"))
        return String(decoding: result, as: UTF8.self)
    }
}
