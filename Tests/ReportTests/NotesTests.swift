import Bytes
import JSONText
import Report
import TestSupport
import Testing

/// A reviewer's notes in the page, the Markdown and the JSON.
@Suite struct NotesTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let markdown: String
        let shape: [String]
        let text: String
        var testDescription: String { markdown }
    }

    static let cases = [
        Case(markdown: "All *good*.", shape: ["p", "em"], text: "All good."),
        Case(markdown: "# A\n## B", shape: ["h3", "h4"], text: "A\nB"),
        Case(markdown: "## A\n#### B\n## C", shape: ["h3", "h4", "h3"], text: "A\nB\nC"),
        Case(markdown: "- a\n- b", shape: ["ul", "li", "li"], text: "a\n\nb"),
        Case(
            markdown: "| a |\n|---|\n| b |", shape: ["table", "thead", "tr", "th", "tbody", "tr", "td"],
            text: "\n\n\na\n\n\n\n\nb"
        ),
        Case(markdown: "~~gone~~", shape: ["p", "del"], text: "gone"),
        Case(markdown: "```js\nx\n```", shape: ["pre", "code"], text: "x"),
        Case(markdown: "[a](https://x.example/?a=1&b=2)", shape: ["p", "a href"], text: "a"),
        Case(markdown: "[a](HTTP://x.example)", shape: ["p", "a href"], text: "a"),
        Case(markdown: "<mailto:a@x.example>", shape: ["p", "a href"], text: "mailto:a@x.example"),
        Case(markdown: "www.x.example", shape: ["p", "a href"], text: "www.x.example"),
        Case(markdown: "[a](javascript:probe())", shape: ["p"], text: "a"),
        Case(markdown: "[a](java&#115;cript:probe())", shape: ["p"], text: "a"),
        Case(
            markdown: "[a](data:text/html,x) [b](file:///x) [c](//x) [d](x.html) [e](#x)", shape: ["p"],
            text: "a b c d e"),
        Case(markdown: "[a [b](https://x.example)](vbscript:x)", shape: ["p", "a href"], text: "[a b](vbscript:x)"),
        Case(markdown: "![*alt*](https://x.example/i.png)", shape: ["p", "em"], text: "alt"),
        Case(markdown: "[![i](https://x.example/i.png)](javascript:x)", shape: ["p"], text: "i"),
        Case(markdown: "a <b onclick=x>b</b>", shape: ["p", "code", "code"], text: "a <b onclick=x>b</b>"),
        Case(markdown: "<script>probe()</script>", shape: ["pre", "code"], text: "<script>probe()</script>"),
        Case(markdown: "<!-- x -->", shape: ["pre", "code"], text: "<!-- x -->"),
        Case(markdown: "</section></body>", shape: ["pre", "code"], text: "</section></body>"),
        Case(markdown: "a\u{202E}b", shape: ["p"], text: "a⟦U+202E⟧b"),
        Case(markdown: "{{TITLE}} <?TITLE?>", shape: ["p", "code"], text: "{{TITLE}} <?TITLE?>"),
        Case(markdown: "", shape: [], text: ""),
    ]

    private func report(_ markdown: String) async throws -> RenderedReport {
        var options = ReportOptions()
        options.notes = Notes(Array(markdown.utf8))
        return try await RenderedReport(SampleRun.one, options)
    }

    @Test(arguments: cases) func `Markdown becomes HTML in which nothing loads or runs`(_ notes: Case) async throws {
        let page = try await report(notes.markdown).page
        let review = try #require(page.root.all(withClass: "review").first)
        let inside = review.all.dropFirst(2)
        #expect(inside.map { ([$0.name] + $0.attributes.map(\.name)).joined(separator: " ") } == notes.shape)
        let words = review.text.description.dropFirst("\nNotes\n".count)
        #expect(words.split(whereSeparator: \.isWhitespace) == notes.text.split(whereSeparator: \.isWhitespace))
    }

    @Test(arguments: cases) func `the Markdown report has the same notes`(_ notes: Case) async throws {
        let page = try await report(notes.markdown).markdownPage
        for name in ["img", "script", "b", "section"] { #expect(page.root.all(named: name).isEmpty) }
        for link in page.root.all(named: "a") {
            let target = link.attribute("href")?.description.lowercased() ?? ""
            #expect(
                target.hasPrefix("http://x.ex") || target.hasPrefix("https://x.ex") || target.hasPrefix("mailto:")
                    || target == "http://www.x.example")
        }
        #expect(page.root.all(named: "h2").first?.text == "Notes")
    }

    @Test func `without notes there is no place for them`() async throws {
        let report = try await RenderedReport(SampleRun.one)
        #expect(report.page.root.all(withClass: "review").isEmpty)
        #expect(report.page.root.all(withClass: "build").isEmpty)
        #expect(!report.markdownPage.root.all(named: "h2").contains { $0.text == "Notes" })
    }

    @Test func `the JSON has the build and the notes as they were written`() async throws {
        var options = ReportOptions()
        options.build = "1842 <b>"
        options.notes = Notes(Array("# A *b* <c>".utf8))
        let report = try await RenderedReport(SampleRun.one, options)
        let run = try #require(JSONText(parsing: report.json).root.last("run"))
        #expect(run.last("build")?.text == "1842 <b>")
        #expect(run.last("notes")?.text == "# A *b* <c>")
        #expect(report.page.root.all(withClass: "build").first?.text == "Build 1842 <b>")
        #expect(report.markdownPage.root.all(named: "code").first?.text == "1842 <b>")
    }

    @Test func `a file at the limit is taken and one past it refused`() throws {
        let folder = try TemporaryFolder()
        let fitting = try folder.write([UInt8](repeating: 0x61, count: 65_536), to: "fitting.md")
        #expect(try Notes(path: fitting) == Notes([UInt8](repeating: 0x61, count: 65_536)))
        let large = try folder.write([UInt8](repeating: 0x61, count: 65_537), to: "large.md")
        #expect(throws: ReportError.fileTooLarge(path: large, limit: 65_536)) { _ = try Notes(path: large) }
    }
}
