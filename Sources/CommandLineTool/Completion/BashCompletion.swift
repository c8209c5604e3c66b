/// The completion script for bash.
struct BashCompletion {
    private let root: Command

    init(_ root: Command) {
        self.root = root
    }

    /// A function and its registration.
    var script: String {
        """
        _\(root.name)() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            COMPREPLY=()
            case ${COMP_WORDS[1]} in
        \(root.subcommands.map(branch).joined())\
            *)
        \(completion(of: root))\
                ;;
            esac
        }
        complete -o filenames -F _\(root.name) \(root.name)

        """
    }

    private func branch(_ command: Command) -> String {
        """
            \(command.name))
        \(completion(of: command))\
                ;;

        """
    }

    private func completion(of command: Command) -> String {
        var lines = ["case $previous in"]
        for option in command.options where option.valueName != nil {
            let spellings = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
            lines.append("\(spellings.joined(separator: "|"))) \(reply(option.completion)); return ;;")
        }
        lines.append("esac")
        let words = command.options.map { "--\($0.name)" } + command.subcommands.map(\.name)
        let wordList = "COMPREPLY=($(compgen -W \(Shell.quoted(words.joined(separator: " "))) -- \"$current\"))"
        if command.operands == nil {
            lines.append(wordList)
        } else {
            lines.append("if [[ $current == -* ]]; then \(wordList); else \(reply(.file)); fi")
        }
        return lines.map { "        \($0)\n" }.joined()
    }

    private func reply(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: ":"
        case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
        case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
        case .words(let words):
            "COMPREPLY=($(compgen -W \(Shell.quoted(words.joined(separator: " "))) -- \"$current\"))"
        }
    }
}
