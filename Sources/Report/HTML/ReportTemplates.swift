import Bytes
import Digest

/// The page, the card, the row and the style sheets, ready to be filled in.
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
    /// The page's content security policy: nothing but these style sheets.
    let policy: [UInt8]

    /// Takes the program's own templates, and those of a folder where it has files of the same names.
    init(overrides: String?, css: ReportOptions.CSS, page: Page = .report) throws(ReportError) {
        func prepared(_ name: String) throws(ReportError) -> [UInt8] {
            try TemplateFile.prepared(TemplateFile.bytes(of: name, overrides: overrides), name: name)
        }
        var sheets: [(name: String, bytes: [UInt8])] = []
        for (name, _) in page.styleSheets {
            var bytes = try TemplateFile.bytes(of: name, overrides: overrides)
            if page == .report { bytes += FilterStyles.rules }
            // In a style element a `<` could end it.
            guard !bytes.contains(UInt8(ascii: "<")) else { throw .styleSheetHasMarkup(name: name) }
            sheets.append((name, bytes))
        }
        styleSheets = sheets
        var text = try prepared(page.file)
        if page != .report { text = try ReportTemplates.withIcons(text, of: prepared("report.html"), name: page.file) }
        var source: [UInt8] = []
        switch css {
        case .inline:
            for (sheet, (_, link)) in zip(sheets, page.styleSheets) {
                text = try ReportTemplates.inlined(text, link, sheet.bytes, name: page.file)
                source.append(source.isEmpty ? "'sha256-" : " 'sha256-")
                var digest = SHA256()
                digest.update(sheet.bytes[...])
                Base64.encode(digest.finish()[...], to: &source)
                source.append("'")
            }
        case .linked:
            source.append("'self'")
        }
        var policy: [UInt8] = []
        policy.append("default-src 'none'; style-src ")
        policy.append(contentsOf: source)
        policy.append("; img-src 'none'; base-uri 'none'; form-action 'none'")
        self.policy = policy
        cache = try TemplateCache([(page.name, text), (.card, prepared("card.html")), (.row, prepared("row.html"))])
    }

    /// The page with its link to a style sheet replaced by the style sheet.
    private static func inlined(
        _ page: [UInt8], _ link: StaticString, _ styleSheet: [UInt8], name: String
    ) throws(ReportError) -> [UInt8] {
        guard let link = page[...].firstRange(of: link) else { throw .templateUnreadable(name: name) }
        var output = Array(page[..<link.lowerBound])
        output.append("<style>")
        output.append(contentsOf: styleSheet)
        output.append("</style>")
        output.append(contentsOf: page[link.upperBound...])
        return output
    }

    /// The page with the icons of the report, which its cards need, where it has none.
    private static func withIcons(_ page: [UInt8], of report: [UInt8], name: String) throws(ReportError) -> [UInt8] {
        guard let place = page[...].firstRange(of: #"<svg class="icons"></svg>"#),
            let start = report[...].firstRange(of: #"<svg class="icons""#)?.lowerBound,
            let end = report[start...].firstRange(of: "</svg>\n<a")?.lowerBound
        else { throw .templateUnreadable(name: name) }
        return Array(page[..<place.lowerBound]) + report[start..<end + "</svg>".utf8.count] + page[place.upperBound...]
    }
}
