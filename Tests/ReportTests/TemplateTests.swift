import Bytes
import Glibc
import Report
import TestSupport
import Testing

/// Templates of the user's own.
@Suite struct TemplateTests {
    static let prologue = "<!--{{%AUTOESCAPE context=\"HTML\"}}{{=<? ?>=}}-->\n"

    @Test func `a file in the folder replaces the one of its name`() async throws {
        let page = try await rendered(["row.html": Self.prologue + "<p class=\"mine\"><?TITLE:x-text?></p>"])
        #expect(page.root.all(withClass: "mine").map(\.text) == ["x"])
    }

    @Test func `a value is escaped for the place where a template puts it`() async throws {
        let page = try await rendered(
            ["row.html": Self.prologue + "<p class=\"mine\" title=\"<?TITLE?>\"><?TITLE?></p>"],
            body: #"{"aps":{"alert":"\" onclick=\"probe()<b>"}}"#
        )
        let element = try #require(page.root.all(withClass: "mine").first)
        #expect(element.attributes.map(\.name) == ["class", "title"])
        #expect(element.attribute("title") == "\" onclick=\"probe()<b>")
    }

    /// Lines of a card, and what of their line feeds comes into the page.
    @Test(arguments: [
        ("<p>\n<b>x</b>\n</p>\n", "<p><b>x</b></p>\n"), ("<p>a\nb</p>\n", "<p>a\nb</p>\n"),
        ("<p>a\n<b>x</b></p>\n", "<p>a\n<b>x</b></p>\n"), ("<pre>\n<b>x</b></pre>\n", "<pre>\n<b>x</b></pre>\n"),
        ("<p><?TITLE?>\n<b>x</b></p>\n", "<p>x\n<b>x</b></p>\n"),
        ("<p>\n<?TITLE?></p>\n", "<p>\nx</p>\n"),
        ("<p>\n<?#FINDINGS?>none<?/FINDINGS?>\n</p>\n", "<p></p>\n"),
    ])
    func `line feeds between two tags of a row are for its author alone`(template: String, shown: String) async throws {
        let page = String(decoding: try await report(["row.html": Self.prologue + template]).html, as: UTF8.self)
        #expect(page.contains("\">" + shown) || page.contains("\n" + shown), "\(page.suffix(2000))")
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let files: [String: String]
        let error: ReportError
        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(
            name: "without escaping",
            files: ["row.html": "<p><?TITLE?></p>"],
            error: .templateNotEscaped(name: "row.html")
        ),
        Refusal(
            name: "escaping for another language",
            files: ["row.html": "<!--{{%AUTOESCAPE context=\"JAVASCRIPT\"}}{{=<? ?>=}}-->\n<p>"],
            error: .templateNotEscaped(name: "row.html")
        ),
        Refusal(
            name: "none",
            files: ["row.html": prologue + "<p><?TITLE:none?></p>"],
            error: .templateUnescapes(name: "row.html", marker: "TITLE:none")
        ),
        Refusal(
            name: "none after another modifier",
            files: ["row.html": prologue + "<p><?TITLE:h:none?></p>"],
            error: .templateUnescapes(name: "row.html", marker: "TITLE:h:none")
        ),
        Refusal(
            name: "another pragma",
            files: ["row.html": prologue + "<p><?%AUTOESCAPE context=\"JSON\"?></p>"],
            error: .templateUnescapes(name: "row.html", marker: "%AUTOESCAPE context=\"JSON\"")
        ),
        Refusal(
            name: "other markers",
            files: ["row.html": prologue + "<p><?={{ }}=?>{{TITLE:none}}</p>"],
            error: .templateUnescapes(name: "row.html", marker: "={{ }}=")
        ),
        Refusal(
            name: "an included file",
            files: ["row.html": prologue + "<p><?>/etc/passwd?></p>"],
            error: .templateUnescapes(name: "row.html", marker: ">/etc/passwd")
        ),
        Refusal(
            name: "text in an attribute",
            files: ["row.html": prologue + "<p title=\"<?TITLE:x-text?>\"></p>"],
            error: .templateUnescapes(name: "row.html", marker: "TITLE:x-text")
        ),
        Refusal(
            name: "a marker without end",
            files: ["row.html": prologue + "<p><?TITLE</p>"],
            error: .templateUnreadable(name: "row.html")
        ),
        Refusal(
            name: "a sample without end",
            files: ["row.html": prologue + "<p><?#SAMPLE?>x</p>"],
            error: .templateUnreadable(name: "row.html")
        ),
        Refusal(
            name: "a page without its style sheet",
            files: ["report.html": prologue + "<p></p>"],
            error: .templateUnreadable(name: "report.html")
        ),
        Refusal(
            name: "a style sheet with markup",
            files: ["report.css": "</style><script>probe()</script>"],
            error: .styleSheetHasMarkup(name: "report.css")
        ),
        Refusal(
            name: "a script that ends its element",
            files: ["report.js": "const end = '</SCRIPT >'"],
            error: .scriptHasMarkup(name: "report.js", markup: "</script")
        ),
        Refusal(
            name: "a script that begins a comment",
            files: ["report.js": "x = y <!--z"],
            error: .scriptHasMarkup(name: "report.js", markup: "<!--")
        ),
        Refusal(
            name: "a script that begins another",
            files: ["report.js": "const start = '<Script'"],
            error: .scriptHasMarkup(name: "report.js", markup: "<script")
        ),
        Refusal(
            name: "a script with a marker",
            files: ["report.js": "const title = '<?TITLE?>'"],
            error: .scriptHasMarkup(name: "report.js", markup: "<?")
        ),
    ]

    @Test(arguments: refusals) func `what would switch escaping off is refused`(_ refusal: Refusal) async throws {
        await #expect(throws: refusal.error) { _ = try await rendered(refusal.files) }
    }

    @Test func `a page without the link to the script has none, and one beside it is as it is`() async throws {
        let bytes = try TemporaryFolder.bytes(at: "\(Places.package)/Templates/report.html")
        let text = String(decoding: bytes, as: UTF8.self)
        let without = try await rendered([
            "report.html": text.replacing("<script src=\"report.js\"></script>", with: "")
        ])
        #expect(without.root.all(named: "script").isEmpty)
        let mine = try await rendered(["report.js": "if (1 < 2 && 3 > 2) document.title += '{{x}}'"])
        #expect(mine.root.all(named: "script").map(\.text) == ["if (1 < 2 && 3 > 2) document.title += '{{x}}'"])
    }

    @Test func `a template at the limit is taken and one past it refused`() async throws {
        let limit = 4 << 20
        let start = Self.prologue + "<p class=\"mine\">"
        let fitting = start + String(repeating: " ", count: limit - start.utf8.count)
        let page = try await rendered(["row.html": fitting])
        #expect(page.root.all(withClass: "mine").count == 1)
        await #expect(throws: ReportError.self) { _ = try await rendered(["row.html": fitting + " "]) }
    }

    @Test func `files that replace nothing are named`() throws {
        let folder = try TemporaryFolder()
        for name in ["row.html", "reprot.html", ".hidden", "a.txt", "report.js"] { try folder.write([], to: name) }
        #expect(try TemplateFolder(path: folder.path).strangers == ["a.txt", "reprot.html"])
        let file = folder.file("row.html")
        #expect(throws: ReportError.cannotRead(path: file, errno: ENOTDIR)) { try TemplateFolder(path: file) }
    }

    @Test(arguments: ["report.html", "card.html", "row.html"])
    func `a template is a page that a browser opens as it is`(name: String) throws {
        let bytes = try TemporaryFolder.bytes(at: "\(Places.package)/Templates/\(name)")
        let page = HTMLTree(parsing: bytes)
        #expect(page.root.all(named: "link").map { $0.attribute("href") } == ["report.css"])
        let text = try #require(page.root.all(named: "body").first).text.description
        #expect(text.contains("Order shipped") || text.contains("Nightly run"))
        #expect(!text.contains("<?"))
        #expect(!text.contains("{{"))
    }

    private func rendered(_ files: [String: String], body: Text = #"{"aps":{"alert":"x"}}"#) async throws -> HTMLTree {
        try await report(files, body: body).page
    }

    private func report(
        _ files: [String: String], body: Text = #"{"aps":{"alert":"x"}}"#
    ) async throws -> RenderedReport {
        let folder = try TemporaryFolder()
        for (name, text) in files { try folder.write(Array(text.utf8), to: name) }
        var options = ReportOptions()
        options.templates = folder.path
        options.maximumCards = 0
        var run = SampleRun(empty: ())
        run.apns(body)
        return try await RenderedReport(ReportSource(events: run.events), options)
    }
}
