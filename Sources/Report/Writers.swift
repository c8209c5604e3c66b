/// The outputs that were asked for, each taking what concerns it.
struct Writers: ~Copyable {
    private let templates: ReportTemplates
    private let outputs: ReportRenderer.Outputs
    private let options: ReportOptions
    /// What stands beside the page.
    let styleSheets: [LinkedStyleSheet]
    private var split: SplitWriter?
    private var page: OutputFile?
    private var document: OutputFile?
    private var summary: MarkdownReport
    private var log: CarriedLog
    private var hasPushes = false

    init(
        _ outputs: ReportRenderer.Outputs,
        source: ReportSource,
        templates: ReportTemplates,
        options: ReportOptions
    ) throws(ReportError) {
        var styleSheets: [LinkedStyleSheet] = []
        if options.css == .linked, let path = outputs.html {
            for sheet in templates.styleSheets { styleSheets.append(try LinkedStyleSheet(sheet, beside: path)) }
        }
        var split: SplitWriter?
        if let path = outputs.html, let length = options.pageLength {
            let pages = SplitPages(index: path, pushes: source.count, length: length)
            split = try SplitWriter(pages, source: source, templates: templates, options: options)
        }
        let page: OutputFile? = if let path = outputs.html { try OutputFile(path: path) } else { nil }
        let document: OutputFile? = if let path = outputs.json { try OutputFile(path: path) } else { nil }
        let log = try CarriedLog(beside: options.carriesLog ? outputs.html : nil)
        self.templates = templates
        self.outputs = outputs
        self.options = options
        self.styleSheets = styleSheets
        self.split = split
        self.page = page
        self.document = document
        self.log = log
        summary = MarkdownReport(budget: options.markdownBudget)
    }

    /// Takes the first line of the log.
    mutating func begin(_ line: [UInt8]) throws(ReportError) {
        try log.append(line, folded: CarriedLog.folded(line))
    }

    /// Takes the next slice.
    mutating func append(_ slice: RenderedSlice) throws(ReportError) {
        if split != nil {
            try split?.append(slice)
        } else {
            try page?.append(slice.html)
        }
        if document != nil {
            // Each push begins with a comma, which the very first does without.
            try document?.append(hasPushes ? slice.json : Array(slice.json.dropFirst()))
        }
        for block in slice.markdown { summary.append(block) }
        try log.append(slice.lines, folded: slice.foldedLines)
        hasPushes = hasPushes || slice.summary.pushes > 0
    }

    /// Puts everything in place.
    ///
    /// - Parameter rows: how many pushes are rows of the page for want of room.
    /// - Returns: the paths of pages of an earlier report that were removed.
    mutating func finish(_ head: inout ReportHead, rows: Int) throws(ReportError) -> [String] {
        let removed = try split?.finish() ?? []
        let layout = split?.layoutOfIndex ?? .whole
        let name = log.name()
        head.log = name
        if let page = page.take() {
            for sheet in styleSheets { try sheet.write() }
            var top: [UInt8] = []
            templates.appendTop(head.withRows(rows), layout, pages: split?.summaries ?? [], to: &top)
            var bottom: [UInt8] = []
            templates.appendBottom(name, carriesLog: options.carriesLog, layout, to: &bottom)
            try page.append(bottom)
            if options.carriesLog {
                try log.writeBlock(name) { piece throws(ReportError) in try page.append(piece) }
            }
            var end: [UInt8] = []
            templates.appendEnd(to: &end)
            try page.finish(head: top, tail: end)
        }
        if let document = document.take() {
            try document.finish(head: JSONReport.head(head), tail: JSONReport.tail)
        }
        if let path = outputs.markdown {
            try OutputFile(path: path).finish(head: summary.document(head), tail: [])
        }
        return removed
    }
}
