import Bytes
import Glibc

/// What a reviewer has to say about a run, in GitHub flavoured Markdown: the one part of a report that is not captured.
///
/// Raw HTML stands there as the text that it is, an image becomes its description, a link to anything but `http:`,
/// `https:` and `mailto:` becomes its text, and headings are put under the heading that the report gives the notes.
package struct Notes: Sendable, Equatable {
    /// The most bytes that notes may have.
    package static let maximumBytes = 65_536

    /// The Markdown, what is invisible in it as tokens.
    private let source: [UInt8]

    /// Takes Markdown; bytes that are not UTF-8 become tokens.
    package init(_ markdown: [UInt8]) {
        source = VisibleText.visible(markdown, in: .card)
    }

    /// Reads a file.
    ///
    /// - Throws: ``ReportError/cannotRead(path:errno:)``, ``ReportError/fileTooLarge(path:limit:)``.
    package init(path: String) throws(ReportError) {
        guard let bytes = try InputFile.bytes(path: path, limit: Notes.maximumBytes) else {
            throw .cannotRead(path: path, errno: ENOENT)
        }
        self.init(bytes)
    }

    /// The notes as HTML.
    ///
    /// - Parameter level: the level of the heading above them.
    func html(under level: Int) -> [UInt8] {
        MarkdownTree(parsing: source, under: level)?.html ?? []
    }

    /// The notes as Markdown, without line feeds at its end.
    ///
    /// - Parameter level: the level of the heading above them.
    func markdown(under level: Int) -> [UInt8] {
        var markdown = MarkdownTree(parsing: source, under: level)?.markdown ?? []
        while markdown.last == UInt8(ascii: "\n") { markdown.removeLast() }
        return markdown
    }

    /// What was written.
    var text: [UInt8] { source }
}
