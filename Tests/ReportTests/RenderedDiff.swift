import Bytes
import CaptureLog
import Comparison
import PushModel
import Report
import TestSupport

/// A diff of two runs in all its forms, made in a folder of its own and read back.
struct RenderedDiff {
    let html: [UInt8]
    let markdown: [UInt8]
    let json: [UInt8]
    let junit: [UInt8]
    let comparison: Comparison

    /// The page, parsed.
    var page: HTMLTree { HTMLTree(parsing: html) }

    /// The HTML that cmark-gfm makes of the Markdown with its usual extensions, raw HTML kept, parsed.
    var markdownPage: HTMLTree { HTMLTree(parsing: htmlOfMarkdown(markdown)) }

    init(
        _ base: [Event], _ head: [Event], _ rules: ComparisonRules = ComparisonRules(),
        _ options: DiffOptions = DiffOptions(), names: (base: Text, head: Text) = ("before.ndjson", "after.ndjson")
    ) async throws {
        let folder = try TemporaryFolder()
        let (old, new) = (ComparedRun(ReportSource(events: base)), ComparedRun(ReportSource(events: head)))
        comparison = try Comparison(
            base: await old.digested(as: .base, named: names.base, rules),
            head: await new.digested(as: .head, named: names.head, rules), rules: rules
        )
        try await DiffRenderer(comparison, base: old, head: new, options: options).write(
            DiffRenderer.Outputs(
                html: folder.file("diff.html"), markdown: folder.file("diff.md"), json: folder.file("diff.json"),
                junit: folder.file("diff.xml")
            )
        )
        html = try folder.read("diff.html")
        markdown = try folder.read("diff.md")
        json = try folder.read("diff.json")
        junit = try folder.read("diff.xml")
    }
}
