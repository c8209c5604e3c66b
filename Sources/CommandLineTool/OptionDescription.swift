/// Everything about an option but the place its value goes to: what help, manual, completion and parser need.
package struct OptionDescription: Sendable {
    /// The long spelling without the dashes.
    package let name: String
    /// The short spelling without the dash.
    package let short: String?
    /// The name of the value in help, such as `FILE`; nil for a flag.
    package let valueName: String?
    /// What a shell offers as the value.
    package let completion: ValueCompletion
    /// The heading of the group it stands under in help.
    package let category: String
    /// Sentences; the first one must do alone in the short help.
    package let help: String
    /// The value that holds when nothing is said, as it would be typed.
    package var defaultText: String?
    /// True when each occurrence adds a value.
    package let isRepeatable: Bool
    /// The command whose name stands in front in the environment variable; nil where the variable is for every command,
    /// as the option means the same in each.
    package var environmentPrefix: String?
    /// False for an option that asks something about the program itself and thus has no environment variable.
    package var hasEnvironmentVariable = true

    /// `-o, --output FILE`, as help shows it.
    var spelling: String {
        (short.map { "-\($0), " } ?? "") + "--\(name)" + (valueName.map { " \($0)" } ?? "")
    }

    /// The variable that stands for the option: `PUSHREPORT_MAX_CARDS` for `--max-cards` of `pushreport`,
    /// `PUSHREPORT_QUERY_FORMAT` for an option of one command.
    func environmentVariable(program: String) -> String? {
        guard hasEnvironmentVariable else { return nil }
        let words = [program, environmentPrefix, name].compactMap(\.self).joined(separator: "_")
        let bytes = words.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "_")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first sentence of ``help``.
    var firstSentence: String {
        let bytes = Array(help.utf8)
        for position in bytes.indices.dropLast()
        where bytes[position] == UInt8(ascii: ".") && bytes[position + 1] == UInt8(ascii: " ") {
            return String(decoding: bytes[..<position], as: UTF8.self)
        }
        return String(decoding: bytes.last == UInt8(ascii: ".") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}

/// What a shell offers where a value is expected.
package enum ValueCompletion: Sendable, Equatable {
    /// Nothing.
    case none
    /// Files.
    case file
    /// Folders.
    case folder
    /// One of these words.
    case words([String])
}
