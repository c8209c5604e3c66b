/// Writes the pages of a split report, one after the other, and keeps what the index says of each.
struct SplitWriter: ~Copyable {
    /// What the pages come to, in their order.
    private(set) var summaries: [RunSummary] = []
    /// What the index shows.
    var layoutOfIndex: PageLayout { .index(pages) }

    private let pages: SplitPages
    private let templates: ReportTemplates
    private let source: ReportSource
    private let options: ReportOptions
    private var file: OutputFile?
    private var summary = RunSummary()

    init(
        _ pages: SplitPages, source: ReportSource, templates: ReportTemplates, options: ReportOptions
    ) throws(ReportError) {
        try pages.prepare()
        self.pages = pages
        self.templates = templates
        self.source = source
        self.options = options
        file = nil
    }

    /// Takes the next slice, which is on one page.
    mutating func append(_ slice: RenderedSlice) throws(ReportError) {
        let page = pages.page(of: slice.start)
        if page > summaries.count { try finishPage() }
        if file == nil { file = try OutputFile(path: pages.path(of: page)) }
        try file?.append(slice.html)
        summary.add(slice.summary)
    }

    /// Puts the last page in place.
    ///
    /// - Returns: the paths of pages of an earlier report that were removed.
    mutating func finish() throws(ReportError) -> [String] {
        try finishPage()
        return try pages.removeRest()
    }

    private mutating func finishPage() throws(ReportError) {
        guard let page = file.take() else { return }
        let layout = PageLayout.page(pages, number: summaries.count)
        var top: [UInt8] = []
        templates.appendTop(ReportHead(options, summary: summary, source: source), layout, to: &top)
        var bottom: [UInt8] = []
        templates.appendBottom(nil, layout, to: &bottom)
        templates.appendEnd(to: &bottom)
        try page.finish(head: top, tail: bottom)
        summaries.append(summary.withoutPlaces)
        summary = RunSummary()
    }
}
