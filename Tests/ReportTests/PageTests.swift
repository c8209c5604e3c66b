import Bytes
import CaptureLog
import Digest
import PushModel
import Report
import TestSupport
import Testing

/// The page around the cards.
@Suite struct PageTests {
    @Test func `the head counts what was captured`() async throws {
        let report = try await RenderedReport(SampleRun())
        let page = report.page
        #expect(page.root.all(withClass: "lead").first?.text.description.hasPrefix("19 pushes were captured; ") == true)
        let cards = page.root.all(withClass: "push")
        #expect(cards.count == 19)
        for verdict in ["notification", "silent", "empty", "refused"] {
            let tile = try #require(page.root.all(withClass: "tile").first { $0.classes.contains(verdict) })
            let count = cards.count { $0.classes.contains(verdict) }
            #expect(tile.all(named: "b").first?.text == Text("\(count)"))
        }
    }

    @Test func `every link leads to a place in the page`() async throws {
        let page = try await RenderedReport(SampleRun()).page
        let identifiers = page.root.all.compactMap { $0.attribute("id") }
        #expect(Set(identifiers).count == identifiers.count)
        let links = page.root.all.filter { $0.name == "a" }.compactMap { $0.attribute("href") }
        #expect(links.count > 20)
        for link in links { #expect(identifiers.contains(Text(repairing: link.bytes.dropFirst())), "\(link)") }
    }

    @Test func `problems come first, as links to their cards`() async throws {
        let page = try await RenderedReport(SampleRun()).page
        let problems = try #require(page.root.all(withClass: "problems").first).all(named: "a")
        let flagged = page.root.all(withClass: "push").filter { $0.classes.contains("error") }
        #expect(problems.map { $0.attribute("href") } == flagged.map { $0.attribute("id").map { Text("#\($0)") } })
        #expect(!problems.isEmpty)
    }

    @Test func `headings are in order`() async throws {
        let page = try await RenderedReport(SampleRun()).page
        var level = 0
        for element in page.root.all {
            guard element.name.count == 2, element.name.hasPrefix("h"), let next = element.name.last?.wholeNumberValue
            else { continue }
            #expect(next <= level + 1, "\(element.text)")
            level = next
        }
        #expect(page.root.all(named: "h1").count == 1)
        #expect(page.root.all(named: "main").count == 1)
    }

    @Test(arguments: [false, true])
    func `nothing but the one style sheet and the one script is allowed`(hasScript: Bool) async throws {
        var options = ReportOptions()
        options.hasScript = hasScript
        let page = try await RenderedReport(SampleRun(), options).page
        let style = try #require(page.root.all(named: "style").first)
        let scripts = page.root.all(named: "script")
        #expect(scripts.count == (hasScript ? 1 : 0))
        #expect(scripts.allSatisfy { $0.attributes.isEmpty })
        #expect(page.root.all(withClass: "search").count == scripts.count)
        let policy = page.root.all(named: "meta").first { $0.attribute("http-equiv") == "Content-Security-Policy" }
        let forScripts = scripts.map { script in
            "script-src '\(hash(of: script.text))'; require-trusted-types-for 'script'; trusted-types 'none'; "
        }
        let expected =
            "default-src 'none'; style-src '\(hash(of: style.text))'; \(forScripts.joined())img-src 'none'; "
            + "base-uri 'none'; form-action 'none'"
        #expect(policy?.attribute("content") == Text(expected))
        #expect(!page.root.all.contains { $0.attribute("style") != nil || $0.attribute("src") != nil })
    }

    private func hash(of text: Text) -> String {
        var digest = SHA256()
        digest.update(text.bytes[...])
        var hash: [UInt8] = []
        Base64.encode(digest.finish()[...], to: &hash)
        return "sha256-\(String(decoding: hash, as: UTF8.self))"
    }

    @Test func `a linked style sheet stands beside the page`() async throws {
        let folder = try TemporaryFolder()
        var options = ReportOptions()
        options.css = .linked
        let source = ReportSource(events: SampleRun.one.events)
        _ = try await ReportRenderer(source: source, options: options).write(.init(html: folder.file("r.html")))
        let page = try HTMLTree(parsing: folder.read("r.html"))
        #expect(page.root.all(named: "style").isEmpty)
        #expect(page.root.all(named: "script").isEmpty)
        #expect(page.root.all(named: "link").map { $0.attribute("href") } == ["report.css"])
        #expect(try folder.names() == ["r.html", "report.css"])
        let inline = try await RenderedReport(SampleRun.one).page.root.all(named: "style").first?.text
        let linked = try folder.read("report.css")
        let style = try #require(inline).bytes
        #expect(linked.suffix(style.count) == style[...])
        #expect(linked.count < style.count + 100)
    }

    @Test func `an empty log explains what to do next`() async throws {
        let report = try await RenderedReport(SampleRun(empty: ()))
        #expect(report.result.isEmpty)
        #expect(!report.result.isDegraded)
        let nothing = try #require(report.page.root.all(withClass: "nothing").first)
        #expect(nothing.text.description.contains("Nothing was captured."))
        #expect(nothing.text.description.contains("pushrecorder --log"))
        #expect(String(decoding: report.markdown, as: UTF8.self).contains("Nothing was captured."))
    }

    @Test func `what is missing is said in words and makes the result degraded`() async throws {
        let gap = ReportSource.Gap(isLoss: true, text: "a.ndjson, line 7: not JSON at byte 3.")
        let report = try await RenderedReport(ReportSource(events: SampleRun.one.events, gaps: [gap]))
        #expect(report.result.isDegraded)
        #expect(report.page.root.all(withClass: "complete").isEmpty)
        #expect(report.page.root.all(withClass: "gaps").first?.text.description.contains("line 7") == true)
        let whole = try await RenderedReport(SampleRun.one)
        #expect(!whole.result.isDegraded)
        #expect(whole.page.root.all(withClass: "complete").count == 1)
    }

    @Test func `the same input gives the same bytes`() async throws {
        let first = try await RenderedReport(SampleRun())
        let second = try await RenderedReport(SampleRun())
        #expect(first.html == second.html)
        #expect(first.markdown == second.markdown)
        #expect(first.json == second.json)
    }

    @Test(arguments: [19, 18, 9, 1, 0]) func `above the limit of cards the rest are rows`(limit: Int) async throws {
        var options = ReportOptions()
        options.maximumCards = limit
        let report = try await RenderedReport(ReportSource(events: SampleRun().events), options)
        let page = report.page
        #expect(page.root.all(withClass: "push").count == limit)
        #expect(page.root.all(withClass: "row").count == 19 - limit)
        #expect(report.result.isDegraded == (limit < 19))
        // The worst findings come first: no push is a row while one with a lesser finding has a card.
        func severity(_ push: HTMLTree.Element) -> Int {
            ["note", "warning", "error"].firstIndex(where: push.classes.contains) ?? -1
        }
        let rows = page.root.all(withClass: "row")
        let least = page.root.all(withClass: "push").map(severity).min() ?? 3
        #expect(rows.allSatisfy { severity($0) <= least })
        #expect(rows.map { $0.all(withClass: "finding").count } == rows.map { severity($0) < 0 ? 0 : 1 })
        let words = page.root.all(withClass: "gaps").first?.text.description ?? ""
        #expect(words.contains("as rows") || words.contains("as a row") == (limit < 19) || limit == 19)
    }

    @Test(arguments: [499, 500, 501, 1001]) func `groups are cut into sections of 500`(count: Int) async throws {
        var run = SampleRun(empty: ())
        for _ in 0..<count { run.apns("{}") }
        var options = ReportOptions()
        options.maximumCards = 0
        let page = try await RenderedReport(ReportSource(events: run.events), options).page
        let batches = page.root.all(withClass: "batch")
        #expect(batches.count == (count + 499) / 500)
        #expect(batches.map { $0.all(withClass: "row").count }.reduce(0, +) == count)
        #expect(batches.allSatisfy { $0.all(withClass: "row").count <= 500 })
        #expect(page.root.all(withClass: "row").last?.text.description.hasPrefix("#\(count) ") == true)
    }

    @Test func `filters name only what there is`() async throws {
        let page = try await RenderedReport(SampleRun()).page
        let boxes = page.root.all(withClass: "filters").flatMap { $0.all(named: "input") }
            .compactMap { $0.attribute("id")?.description }
        #expect(
            boxes == [
                "show-notification", "show-silent", "show-empty", "show-refused", "show-provider-apns",
                "show-provider-fcm",
                "only-findings",
            ]
        )
        let style = try #require(page.root.all(named: "style").first?.text.description)
        for box in boxes { #expect(style.contains("#\(box):"), "\(box)") }
    }
}
