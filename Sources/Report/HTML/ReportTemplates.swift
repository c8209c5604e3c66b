import Bytes
import Digest

/// The page, the card, the row and the style sheet, ready to be filled in.
struct ReportTemplates: Sendable {
    /// The templates.
    let cache: TemplateCache
    /// The style sheet, which `--css linked` writes beside the page.
    let styleSheet: [UInt8]
    /// The page's content security policy: nothing but this style sheet.
    let policy: [UInt8]

    /// Takes the program's own templates, and those of a folder where it has files of the same names.
    init(overrides: String?, css: ReportOptions.CSS) throws(ReportError) {
        func prepared(_ name: String) throws(ReportError) -> [UInt8] {
            try TemplateFile.prepared(TemplateFile.bytes(of: name, overrides: overrides), name: name)
        }
        let styleSheet = try TemplateFile.bytes(of: "report.css", overrides: overrides)
        // In a style element a `<` could end it.
        guard !styleSheet.contains(UInt8(ascii: "<")) else { throw .styleSheetHasMarkup(name: "report.css") }
        var page = try prepared("report.html")
        var source: [UInt8] = []
        switch css {
        case .inline:
            page = try ReportTemplates.inlined(page, styleSheet)
            source.append("'sha256-")
            var digest = SHA256()
            digest.update(styleSheet[...])
            Base64.encode(digest.finish()[...], to: &source)
            source.append("'")
        case .linked:
            source.append("'self'")
        }
        self.styleSheet = styleSheet
        var policy: [UInt8] = []
        policy.append("default-src 'none'; style-src ")
        policy.append(contentsOf: source)
        policy.append("; img-src 'none'; base-uri 'none'; form-action 'none'")
        self.policy = policy
        cache = try TemplateCache([(.report, page), (.card, prepared("card.html")), (.row, prepared("row.html"))])
    }

    /// The page with its link to the style sheet replaced by the style sheet.
    private static func inlined(_ page: [UInt8], _ styleSheet: [UInt8]) throws(ReportError) -> [UInt8] {
        guard let link = page[...].firstRange(of: #"<link rel="stylesheet" href="report.css">"#) else {
            throw .templateUnreadable(name: "report.html")
        }
        var output = Array(page[..<link.lowerBound])
        output.append("<style>")
        output.append(contentsOf: styleSheet)
        output.append("</style>")
        output.append(contentsOf: page[link.upperBound...])
        return output
    }
}
