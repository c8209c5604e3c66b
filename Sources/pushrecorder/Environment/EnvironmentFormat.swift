import CommandLineTool

/// A form in which variables are set.
enum EnvironmentFormat: String, CaseIterable, ArgumentValue {
    /// A POSIX shell: `eval "$(pushrecorder env)"`.
    case sh
    /// The fish shell: `pushrecorder env --shell fish | source`.
    case fish
    /// The file of GitHub Actions: `pushrecorder env --shell github >> "$GITHUB_ENV"`.
    case github
    /// A file that many tools read: `pushrecorder env --shell dotenv > .env`.
    case dotenv

    /// The line that sets a variable.
    ///
    /// - Throws: ``UnwritableValue`` for a value that the form has no spelling for.
    func line(_ variable: SenderEnvironment.Variable) throws(UnwritableValue) -> String {
        let (name, value) = (variable.name, variable.value)
        let hasLineBreak = value.utf8.contains { $0 == 0x0A || $0 == 0x0D }
        switch self {
        case .sh: return "export \(name)='\(escaped(value, [apostrophe: #"'\''"#]))'"
        case .fish: return "set -gx \(name) '\(escaped(value, [apostrophe: #"\'"#, backslash: #"\\"#]))'"
        case .github:
            guard !hasLineBreak else { throw UnwritableValue(name: name) }
            return "\(name)=\(value)"
        case .dotenv:
            // Readers differ in what they make of quotes; nothing is special to all of them without.
            guard value.utf8.allSatisfy(isPlain) else { throw UnwritableValue(name: name) }
            return "\(name)=\(value)"
        }
    }

    /// The line that says something to a reader; nil where the form has no comments.
    func comment(_ text: String) -> String? {
        self == .github ? nil : "# \(TerminalText.line(text))"
    }
}

/// A value that a form cannot hold.
struct UnwritableValue: Error, CustomStringConvertible {
    let name: String

    /// One lower-case sentence.
    var description: String {
        "the value of \(name) has characters that this form has no spelling for; name a plain folder with --ca-dir"
    }
}

private let apostrophe = UInt8(ascii: "'")
private let backslash = UInt8(ascii: "\\")

private func escaped(_ value: String, _ replacements: [UInt8: String]) -> String {
    var bytes: [UInt8] = []
    for byte in value.utf8 { bytes += replacements[byte].map { Array($0.utf8) } ?? [byte] }
    return String(decoding: bytes, as: UTF8.self)
}

private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "/:.,_-+@%[]".utf8.contains(byte)
    }
}
