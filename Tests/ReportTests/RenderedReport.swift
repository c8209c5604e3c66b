import Bytes
import CCMarkGFM
import CaptureLog
import Glibc
import PushModel
import Report
import TestSupport

/// A report made in a folder of its own and read back.
struct RenderedReport {
    let html: [UInt8]
    let markdown: [UInt8]
    let json: [UInt8]
    let result: ReportRenderer.Result

    /// The page, parsed.
    var page: HTMLTree { HTMLTree(parsing: html) }

    /// The HTML that cmark-gfm makes of the Markdown with its usual extensions, raw HTML kept, parsed.
    var markdownPage: HTMLTree { HTMLTree(parsing: htmlOfMarkdown(markdown)) }

    init(
        _ source: ReportSource,
        _ options: ReportOptions = ReportOptions(),
        read: (@Sendable (Exchange, Instant) -> PushReading)? = nil
    ) async throws {
        let folder = try TemporaryFolder()
        let outputs = ReportRenderer.Outputs(
            html: folder.file("report.html"),
            markdown: folder.file("report.md"),
            json: folder.file("report.json")
        )
        let renderer =
            if let read { ReportRenderer(source: source, options: options, read: read) } else {
                ReportRenderer(source: source, options: options)
            }
        result = try await renderer.write(outputs)
        html = try folder.read("report.html")
        markdown = try folder.read("report.md")
        json = try folder.read("report.json")
    }

    init(_ run: SampleRun, _ options: ReportOptions = ReportOptions()) async throws {
        try await self.init(ReportSource(events: run.events), options)
    }
}

extension HTMLTree {
    /// The card of the push at a place in the page.
    func card(_ index: Int = 0) throws -> Element {
        let cards = root.all(withClass: "push")
        guard cards.indices.contains(index) else { throw NoSuchCard(index: index, count: cards.count) }
        return cards[index]
    }

    struct NoSuchCard: Error {
        let index: Int
        let count: Int
    }
}

/// The HTML that cmark-gfm makes of Markdown with its usual extensions, raw HTML kept.
func htmlOfMarkdown(_ markdown: [UInt8]) -> [UInt8] {
    cmark_gfm_core_extensions_ensure_registered()
    guard let parser = unsafe cmark_parser_new(CMARK_OPT_UNSAFE) else { return [] }
    defer { unsafe cmark_parser_free(parser) }
    for name in ["table", "autolink", "strikethrough", "tagfilter"] {
        guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
        unsafe cmark_parser_attach_syntax_extension(parser, found)
    }
    unsafe markdown.withUnsafeBytes { bytes in
        unsafe cmark_parser_feed(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard let root = unsafe cmark_parser_finish(parser),
        let text = unsafe cmark_render_html(root, CMARK_OPT_UNSAFE, cmark_parser_get_syntax_extensions(parser))
    else { return [] }
    defer {
        unsafe cmark_node_free(root)
        unsafe free(text)
    }
    return unsafe Array(String(cString: text).utf8)
}
