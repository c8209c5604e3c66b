/// The outputs that were asked for, each taking what concerns it.
struct Writers: ~Copyable {
    private let templates: ReportTemplates
    private let outputs: ReportRenderer.Outputs
    private let options: ReportOptions
    private var page: OutputFile?
    private var document: OutputFile?
    private var summary: MarkdownReport
    private var hasPushes = false

    init(
        _ outputs: ReportRenderer.Outputs,
        templates: ReportTemplates,
        options: ReportOptions
    ) throws(ReportError) {
        self.templates = templates
        self.outputs = outputs
        self.options = options
        summary = MarkdownReport(budget: options.markdownBudget)
        page = if let path = outputs.html { try OutputFile(path: path) } else { nil }
        document = if let path = outputs.json { try OutputFile(path: path) } else { nil }
    }

    /// Takes the next slice.
    mutating func append(_ slice: RenderedSlice) throws(ReportError) {
        try page?.append(slice.html)
        if document != nil {
            // Each push begins with a comma, which the very first does without.
            try document?.append(hasPushes ? slice.json : Array(slice.json.dropFirst()))
        }
        for block in slice.markdown { summary.append(block) }
        hasPushes = hasPushes || slice.summary.pushes > 0
    }

    /// Puts everything in place.
    ///
    /// - Parameter rows: how many pushes are rows of the page for want of room.
    mutating func finish(_ head: ReportHead, rows: Int) throws(ReportError) {
        if let page = page.take() {
            if options.css == .linked, let path = outputs.html {
                try OutputFile(path: ReportRenderer.styleSheetPath(beside: path))
                    .finish(head: templates.styleSheet, tail: [])
            }
            var top: [UInt8] = []
            templates.appendTop(head.withRows(rows), to: &top)
            var bottom: [UInt8] = []
            templates.appendBottom(to: &bottom)
            try page.finish(head: top, tail: bottom)
        }
        if let document = document.take() {
            try document.finish(head: JSONReport.head(head), tail: JSONReport.tail)
        }
        if let path = outputs.markdown {
            try OutputFile(path: path).finish(head: summary.document(head), tail: [])
        }
    }
}
