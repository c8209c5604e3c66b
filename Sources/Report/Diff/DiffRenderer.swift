package import Comparison

/// Writes a comparison in any of four forms: entries are rendered on as many threads as there are processors, and written
/// in their order.
package struct DiffRenderer: Sendable {
    /// How many entries are rendered at once.
    private static let sliceLength = 20

    private let comparison: Comparison
    private let base: ComparedRun
    private let head: ComparedRun
    private let options: DiffOptions

    /// A renderer of a comparison of two runs.
    package init(_ comparison: Comparison, base: ComparedRun, head: ComparedRun, options: DiffOptions = DiffOptions()) {
        self.comparison = comparison
        self.base = base
        self.head = head
        self.options = options
    }

    /// Where the results go; each that is nil is not made.
    package struct Outputs: Sendable, Equatable {
        /// The path of the page.
        package var html: String?
        /// The path of the Markdown.
        package var markdown: String?
        /// The path of the JSON document.
        package var json: String?
        /// The path of the JUnit XML.
        package var junit: String?

        /// Nothing.
        package init(html: String? = nil, markdown: String? = nil, json: String? = nil, junit: String? = nil) {
            self.html = html
            self.markdown = markdown
            self.json = json
            self.junit = junit
        }
    }

    /// Makes the outputs.
    ///
    /// - Returns: the paths of the style sheets that were written beside the page.
    /// - Throws: ``ReportError``, or whatever reading a push again throws; nothing is left at a path whose output failed.
    @discardableResult package func write(_ outputs: Outputs) async throws -> [String] {
        let templates = try ReportTemplates(overrides: options.templates, css: options.css, page: .diff)
        let page = DiffPage(comparison, base: base, head: head, templates: templates, options: options)
        var markdown = DiffMarkdown(comparison, options: options)
        var styleSheets: [LinkedStyleSheet] = []
        if options.css == .linked, let path = outputs.html {
            for sheet in templates.styleSheets { styleSheets.append(try LinkedStyleSheet(sheet, beside: path)) }
        }
        let html: OutputFile? = if let path = outputs.html { try OutputFile(path: path) } else { nil }
        let json: OutputFile? = if let path = outputs.json { try OutputFile(path: path) } else { nil }
        let junit: OutputFile? = if let path = outputs.junit { try OutputFile(path: path) } else { nil }
        let slices = stride(from: 0, to: comparison.entries.count, by: Self.sliceLength).map { start in
            start..<min(start + Self.sliceLength, comparison.entries.count)
        }
        let mayBeMarkdown = outputs.markdown != nil
        try await inOrder(slices) { [comparison, options] slice in
            var rendered = RenderedEntries()
            for index in slice {
                let entry = comparison.entries[index]
                if outputs.html != nil { try page.append(entry, at: index, to: &rendered.html) }
                if outputs.json != nil {
                    rendered.json += try ComparisonJSON.entry(entry, isFirst: index == 0, in: comparison)
                }
                if outputs.junit != nil {
                    rendered.junit += try ComparisonJUnit.entry(entry, in: comparison, failOn: options.failOn)
                }
                if mayBeMarkdown, DiffMarkdown.mayHold(index, budget: options.markdownBudget) {
                    rendered.markdown.append(try DiffMarkdown.block(of: entry, in: comparison))
                }
            }
            return rendered
        } consume: { rendered in
            try html?.append(rendered.html)
            try json?.append(rendered.json)
            try junit?.append(rendered.junit)
            for block in rendered.markdown { markdown.append(block) }
        }
        for sheet in styleSheets { try sheet.write() }
        try html?.finish(head: page.top, tail: page.bottom)
        try json?.finish(head: ComparisonJSON.head(comparison), tail: ComparisonJSON.tail)
        try junit?.finish(
            head: ComparisonJUnit.head(comparison, failOn: options.failOn), tail: ComparisonJUnit.tail(comparison))
        if let path = outputs.markdown {
            try OutputFile(path: path).finish(head: markdown.document, tail: [])
        }
        return styleSheets.map(\.path)
    }
}

/// Some entries in all the forms that were asked for.
private struct RenderedEntries: Sendable {
    var html: [UInt8] = []
    var json: [UInt8] = []
    var junit: [UInt8] = []
    var markdown: [[UInt8]] = []
}
