/// Text filled into lines of a width.
enum Paragraph {
    /// The width of help: what every terminal has.
    static let width = 80

    /// Lines of at most ``width`` columns, each after `indent` spaces; a longer word stands alone.
    static func lines(_ text: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.utf8.split(separator: UInt8(ascii: " ")) {
            let word = String(decoding: word, as: UTF8.self)
            if line.isEmpty {
                line = word
            } else if indent + line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(margin + line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [margin + line]
    }
}
