/// The completion script for zsh.
struct ZshCompletion {
    private let root: Command

    init(_ root: Command) {
        self.root = root
    }

    /// A function for `compdef`.
    var script: String {
        var lines = ["#compdef \(root.name)", "_\(root.name)() {"]
        if root.subcommands.isEmpty {
            lines += arguments(of: root, indent: "    ")
        } else {
            lines.append("    if (( CURRENT == 2 )); then")
            let names = root.subcommands.map { Shell.quoted("\($0.name):\($0.summary)") }.joined(separator: " ")
            lines += ["        local -a commands=(\(names))", "        _describe command commands"]
            lines += arguments(of: root, indent: "        ")
            lines += ["        return", "    fi", "    case $words[2] in"]
            for command in root.subcommands {
                lines.append("    \(command.name))")
                lines.append("        shift words; (( CURRENT-- ))")
                lines += arguments(of: command, indent: "        ") + ["        ;;"]
            }
            lines.append("    esac")
        }
        lines += ["}", "compdef _\(root.name) \(root.name)"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func arguments(of command: Command, indent: String) -> [String] {
        var specifications = command.options.flatMap { option in
            ([option.short.map { "-\($0)" }, "--\(option.name)"].compactMap(\.self)).map { spelling in
                let star = option.isRepeatable ? "*" : ""
                let equals = option.valueName != nil && spelling.utf8.starts(with: "--".utf8) ? "=" : ""
                return "\(star)\(spelling)\(equals)[\(escaped(option.firstSentence))]" + value(option)
            }
        }
        if command.operands != nil { specifications.append("*:file:_files") }
        return ["\(indent)_arguments \\"]
            + specifications.enumerated().map { position, specification in
                "\(indent)    \(Shell.quoted(specification))" + (position == specifications.count - 1 ? "" : " \\")
            }
    }

    private func value(_ option: OptionDescription) -> String {
        guard let name = option.valueName else { return "" }
        return switch option.completion {
        case .none: ":\(escaped(name)): "
        case .file: ":\(escaped(name)):_files"
        case .folder: ":\(escaped(name)):_files -/"
        case .words(let words): ":\(escaped(name)):(\(words.joined(separator: " ")))"
        }
    }

    private func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ":"), UInt8(ascii: "\\")].contains(byte) {
                result.append(UInt8(ascii: "\\"))
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
