import CommandLineTool
import Glibc

/// A file that was written, as a person wants to hear of it.
struct WrittenFile {
    let path: String

    /// The size above which browsers and artifact viewers become slow.
    static let warningBytes = 50_000_000

    /// `report.html (412 kB)`, with a warning when it is large.
    var line: String {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return TerminalText.line(path) }
        let bytes = Int(status.st_size)
        let isLarge = bytes > WrittenFile.warningBytes
        let warning = isLarge ? "; this is large for a browser, see --max-cards and --split" : ""
        return "\(TerminalText.line(path)) (\(size(bytes))\(warning))"
    }

    private func size(_ bytes: Int) -> String {
        switch bytes {
        case ..<1000: "\(bytes) B"
        case ..<1_000_000: "\(bytes / 1000) kB"
        default: "\(bytes / 1_000_000) MB"
        }
    }
}
