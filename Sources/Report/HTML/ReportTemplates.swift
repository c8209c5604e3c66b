import Bytes

/// The page, the card, the row, the style sheets and the script, ready to be filled in.
struct ReportTemplates: Sendable {
    /// The pages there are.
    enum Page: Sendable {
        /// Every push of a run.
        case report
        /// What is different between two runs.
        case diff

        fileprivate var file: String { self == .report ? "report.html" : "diff.html" }
        fileprivate var name: TemplateName { self == .report ? .report : .diff }
        /// The style sheets and what links to them.
        fileprivate var styleSheets: [(name: String, link: StaticString)] {
            let report: (String, StaticString) = ("report.css", #"<link rel="stylesheet" href="report.css">"#)
            return self == .report ? [report] : [report, ("diff.css", #"<link rel="stylesheet" href="diff.css">"#)]
        }
    }

    /// The templates.
    let cache: TemplateCache
    /// The style sheets, which `--css linked` writes beside the page.
    let styleSheets: [(name: String, bytes: [UInt8])]
    /// The page's content security policy: nothing but these style sheets and the script.
    let policy: [UInt8]
    /// True when the page has its script.
    let hasScript: Bool

    /// Takes the program's own templates, and those of a folder where it has files of the same names.
    ///
    /// - Parameter script: false for a page without its script; with linked style sheets it has none anyhow, since who
    ///   forbids styles in a page forbids scripts.
    init(
        overrides: String?, css: ReportOptions.CSS, script: Bool = false, page: Page = .report
    ) throws(ReportError) {
        func prepared(_ name: String) throws(ReportError) -> [UInt8] {
            try TemplateFile.prepared(TemplateFile.bytes(of: name, overrides: overrides), name: name)
        }
        var sheets: [(name: String, bytes: [UInt8])] = []
        for (name, _) in page.styleSheets {
            var bytes = try TemplateFile.styleSheet(name, overrides: overrides)
            // Beside pages of both sorts the file is the same, so that none takes the filters away from the other.
            if page == .report || css == .linked && name == "report.css" { bytes += FilterStyles.rules }
            sheets.append((name, bytes))
        }
        styleSheets = sheets
        var text = try prepared(page.file)
        if page != .report { text = try ReportTemplates.withIcons(text, of: prepared("report.html"), name: page.file) }
        var policy = PagePolicy()
        if css == .inline {
            for (sheet, (_, link)) in zip(sheets, page.styleSheets) {
                guard let place = text[...].firstRange(of: link) else { throw .templateUnreadable(name: page.file) }
                text.replaceSubrange(place, with: inlined("style", sheet.bytes))
                policy.allow(style: sheet.bytes)
            }
        }
        // A page of the user's own may go without.
        let place = text[...].firstRange(of: ReportTemplates.scriptLink)
        hasScript = script && css == .inline && place != nil
        if let place {
            let bytes = hasScript ? try TemplateFile.script("report.js", overrides: overrides) : []
            text.replaceSubrange(place, with: hasScript ? inlined("script", bytes) : [])
            if hasScript { policy.allow(script: bytes) }
        }
        self.policy = policy.bytes
        let (card, row) = try (prepared("card.html"), prepared("row.html"))
        cache = try TemplateCache([
            (page.name, text), (.card, TemplateFile.withoutLines(card)), (.row, TemplateFile.withoutLines(row)),
        ])
    }

    private static let scriptLink: StaticString = #"<script src="report.js"></script>"#

    /// The page with the icons of the report, which its cards need, where it has none.
    private static func withIcons(_ page: [UInt8], of report: [UInt8], name: String) throws(ReportError) -> [UInt8] {
        guard let place = page[...].firstRange(of: #"<svg class="icons"></svg>"#),
            let start = report[...].firstRange(of: #"<svg class="icons""#)?.lowerBound,
            let end = report[start...].firstRange(of: "</svg>\n<a")?.lowerBound
        else { throw .templateUnreadable(name: name) }
        return Array(page[..<place.lowerBound]) + report[start..<end + "</svg>".utf8.count] + page[place.upperBound...]
    }
}

/// An element that holds a style sheet or a script.
private func inlined(_ element: StaticString, _ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.append("<")
    output.append(element)
    output.append(">")
    output.append(contentsOf: bytes)
    output.append("</")
    output.append(element)
    output.append(">")
    return output
}
