import Bytes
import CaptureLog
import Comparison
import JSONText
import Report
import TestSupport
import Testing

/// What the page, the Markdown and the JSON of a diff say.
@Suite struct DiffTests {
    private func run(_ bodies: [Text]) -> [Event] {
        var run = SampleRun(empty: ())
        for body in bodies { run.apns(body) }
        return run.events
    }

    @Test func `old and new stand side by side, with the words marked that changed`() async throws {
        let diff = try await RenderedDiff(
            run([#"{"aps":{"alert":{"title":"Order shipped","body":"It arrives on Tuesday"}}}"#]),
            run([#"{"aps":{"alert":{"title":"Order shipped","body":"It arrives on Wednesday"}}}"#])
        )
        let entry = try #require(diff.page.element(id: "d-1"))
        #expect(entry.all(named: "del").map(\.text).first == "Tuesday")
        #expect(entry.all(named: "ins").map(\.text).first == "Wednesday")
        #expect(entry.all(withClass: "side").map { $0.all(withClass: "push").count } == [1, 1])
        #expect(entry.all(withClass: "side-label").map(\.text) == ["Before, in BASE", "After, in HEAD"])
        #expect(diff.page.element(id: "e-base-1") != nil)
        #expect(diff.page.element(id: "e-head-1") != nil)
        #expect(diff.markdown.contains("Changed `Order shipped`"))
        #expect(diff.markdown.contains("`It arrives on Tuesday` → `It arrives on Wednesday`"))
    }

    @Test func `regressions come first, under a heading of their own`() async throws {
        let diff = try await RenderedDiff(
            run([#"{"aps":{"alert":"a"}}"#, #"{"aps":{"alert":"one two three four"}}"#]),
            run([#"{"aps":{"alert":"one two three five"}}"#, #"{"aps":{"content-available":1}}"#])
        )
        #expect(
            diff.page.root.all(named: "h2").map(\.text.description).suffix(3).contains { $0.hasPrefix("Regressions") })
        let entries = diff.page.root.all(withClass: "entry")
        #expect(entries.first?.classes.contains("regression") == true)
        #expect(
            entries.map { $0.all(withClass: "fate")[0].text.description.hasPrefix("Regression: ") }
                == entries.map { $0.classes.contains("regression") })
    }

    @Test func `no difference is said in words`() async throws {
        let events = run([#"{"aps":{"alert":"a"}}"#])
        let diff = try await RenderedDiff(events, events)
        #expect(diff.page.root.all(withClass: "nothing").count == 1)
        #expect(diff.page.root.all(withClass: "entry").isEmpty)
        #expect(diff.markdown.contains("no difference in 1 push."))
        #expect(try JSONText(parsing: diff.json).root.last("entries")?.count == 0)
    }

    @Test func `no identifier of the page is there twice, and every link leads somewhere`() async throws {
        let base = SampleRun().events
        let diff = try await RenderedDiff(base, run([#"{"aps":{"alert":"a"}}"#]) + base.dropLast(3))
        let ids = diff.page.root.all.compactMap { $0.attribute("id") }
        #expect(Set(ids).count == ids.count)
        for link in diff.page.root.all(named: "a") + diff.page.root.all(named: "use") {
            let target = try #require(link.attribute("href") ?? link.attribute("xlink:href"))
            #expect(ids.contains(Text(repairing: target.bytes.dropFirst())), "\(target)")
        }
    }

    @Test func `the page allows its own style sheets and nothing else`() async throws {
        let events = run([#"{"aps":{"alert":"a"}}"#])
        let page = try await RenderedDiff(events, []).page
        let policy = page.root.all(named: "meta").compactMap { $0.attribute("content")?.description }
            .first { $0.contains("default-src") }
        #expect(policy?.contains("'sha256-") == true)
        #expect(page.root.all(named: "style").count == 2)
        #expect(page.root.all(named: "script").isEmpty)
    }

    @Test func `of shuffled lines the bytes are the same`() async throws {
        let (base, head) = (SampleRun().events, Array(SampleRun().events.dropFirst(5)))
        let forth = try await RenderedDiff(base, head)
        let again = try await RenderedDiff(base, head)
        #expect(forth.html == again.html)
        #expect(forth.markdown == again.markdown)
        #expect(forth.json == again.json)
        #expect(forth.junit == again.junit)
    }

    @Test(arguments: [MarkdownLimits.leastBudget, 400, 2000, 100_000])
    func `the Markdown stays within its budget and says what is missing`(
        budget: Int
    )
        async throws
    {
        var options = DiffOptions()
        options.markdownBudget = budget
        let bodies = (1...30).map { Text(#"{"aps":{"alert":{"title":"Order \#($0)","body":"x"}}}"#) }
        let diff = try await RenderedDiff(run(bodies), [], ComparisonRules(), options)
        #expect(diff.markdown.count <= budget)
        let text = String(decoding: diff.markdown, as: UTF8.self)
        let shown = text.components("### ")
        #expect(shown == 30 || text.contains("\(30 - shown) more differences are not shown here"))
    }

    @Test func `the JSON is what its schema says`() async throws {
        let base = SampleRun().events
        let diff = try await RenderedDiff(base, run([#"{"aps":{"alert":"a"}}"#]) + base.dropLast(3))
        let schema = try JSONSchema(path: "\(Places.package)/samples/diff.schema.json")
        #expect(schema.faults(in: try JSONText(parsing: diff.json).root) == [])
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}

extension String {
    /// How often a text stands in it.
    fileprivate func components(_ separator: String) -> Int { ranges(of: separator).count }
}
