/// A shell that completion scripts are made for.
enum Shell: String, CaseIterable, ArgumentValue {
    case bash
    case zsh
    case fish

    /// The script that makes the shell complete the program's command lines.
    func script(for root: Command) -> String {
        switch self {
        case .bash: BashCompletion(root).script
        case .zsh: ZshCompletion(root).script
        case .fish: FishCompletion(root).script
        }
    }

    /// The text between single quotes, as bash and zsh read it.
    static func quoted(_ text: String) -> String {
        var result: [UInt8] = [UInt8(ascii: "'")]
        for byte in text.utf8 {
            if byte == UInt8(ascii: "'") { result += "'\\''".utf8 } else { result.append(byte) }
        }
        result.append(UInt8(ascii: "'"))
        return String(decoding: result, as: UTF8.self)
    }
}
