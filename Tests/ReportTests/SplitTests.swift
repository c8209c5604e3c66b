import Bytes
import CaptureLog
import Foundation
import Report
import TestSupport
import Testing

/// A report of several pages and an index.
@Suite struct SplitTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ run: SampleRun, pages length: Int) async throws -> ReportRenderer.Result {
        var options = ReportOptions()
        options.pageLength = length
        let source = ReportSource(events: run.events)
        return try await ReportRenderer(source: source, options: options)
            .write(.init(html: folder.file("report/index.html")))
    }

    private func page(_ name: String) throws -> HTMLTree {
        HTMLTree(parsing: try folder.read("report/\(name)"))
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("report")).sorted()
    }

    private func identifiers(_ page: HTMLTree) -> [String] {
        page.root.all.compactMap { $0.attribute("id")?.description }
    }

    @Test(arguments: [(19, 1), (18, 2), (10, 2), (7, 3), (1, 19)])
    func `every push has a card on one page, in order`(length: Int, count: Int) async throws {
        _ = try await write(SampleRun(), pages: length)
        #expect(try names().count == count + 1)
        let whole = try await RenderedReport(SampleRun()).page.root.all(withClass: "push")
        let cards = try (1...count).flatMap { try page("index-\($0).html").root.all(withClass: "push") }
        #expect(cards.map { $0.attribute("id") } == whole.map { $0.attribute("id") })
        #expect(cards.map(\.text) == whole.map(\.text))
        #expect(try page("index.html").root.all(withClass: "push").isEmpty)
    }

    @Test func `every link leads to a page that is there, and to a place on it`() async throws {
        _ = try await write(SampleRun(), pages: 7)
        let pages = try Dictionary(uniqueKeysWithValues: names().map { ($0, identifiers(try page($0))) })
        var crossings = 0
        for name in pages.keys {
            for link in try page(name).root.all where link.name == "a" {
                let address = try #require(link.attribute("href")).description
                let parts = address.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
                let file = parts[0].isEmpty ? name : parts[0]
                crossings += file == name ? 0 : 1
                let places = try #require(pages[file], "\(address)")
                if parts.count > 1 { #expect(places.contains(parts[1]), "\(name): \(address)") }
            }
        }
        // Problems, contents, the list of pages, and the neighbours of each page.
        #expect(crossings > 40)
    }

    @Test func `the index counts what the pages have, and carries the log`() async throws {
        _ = try await write(SampleRun(), pages: 7)
        let index = try page("index.html")
        let whole = try await RenderedReport(SampleRun()).page
        #expect(index.root.all(withClass: "tile").map(\.text) == whole.root.all(withClass: "tile").map(\.text))
        let rows = try #require(index.root.all(withClass: "pages").first).all(named: "tr").dropFirst()
        #expect(rows.map { $0.all(named: "td")[0].text } == ["1 to 7", "8 to 14", "15 to 19"])
        let notifications = rows.compactMap { Int($0.all(named: "td")[2].text.description) }
        #expect(
            notifications.reduce(0, +)
                == whole.root.all(withClass: "push").count {
                    $0.classes.contains("notification")
                })
        #expect(
            index.element(id: "log")?.attribute("data-sha256") == whole.element(id: "log")?.attribute("data-sha256"))
        #expect(try page("index-1.html").element(id: "log") == nil)
        let feet = try ["index.html", "index-1.html"].map { try page($0).root.all(named: "footer")[0].text.description }
        #expect(feet[0].contains("its script does nothing here"))
        #expect(feet[1].contains("its script only adds a search box"))
    }

    @Test func `a step that goes on says so, and each page filters what it has`() async throws {
        var run = SampleRun(empty: ())
        run.mark("many")
        for _ in 0..<3 { run.apns(#"{"aps":{"alert":"x"}}"#) }
        run.apns(#"{"aps":{"content-available":1}}"#)
        _ = try await write(run, pages: 2)
        let headings = try (1...2).flatMap { try page("index-\($0).html").root.all(named: "h3").map(\.text) }
        #expect(headings == ["many 4 pushes", "many 4 pushes, continued"])
        let counts = try (1...2).map { number in
            try page("index-\(number).html").root.all(withClass: "filters")[0].all(named: "label").map(\.text)
        }
        #expect(counts == [["Notification 2"], ["Notification 1", "Silent 1", "Only with findings 1"]])
        #expect(try page("index.html").root.all(withClass: "filters").isEmpty)
    }

    @Test func `pages of an earlier report go, and files of others stay`() async throws {
        _ = try await write(SampleRun(), pages: 4)
        #expect(try names().count == 6)
        let again = try await write(SampleRun(), pages: 10)
        #expect(try names() == ["index-1.html", "index-2.html", "index.html"])
        #expect(again.removedPages.count == 3)
        try folder.write(Array("mine".utf8), to: "report/index-3.html")
        #expect(try await write(SampleRun(), pages: 10).removedPages.isEmpty)
        let path = folder.file("report/index-3.html")
        await #expect(throws: ReportError.pageNotOurs(path: path)) { _ = try await write(SampleRun(), pages: 7) }
        #expect(try folder.read("report/index-3.html") == Array("mine".utf8))
    }

    @Test func `an empty log has an index that says what to do`() async throws {
        _ = try await write(SampleRun(empty: ()), pages: 5)
        #expect(try names() == ["index.html"])
        #expect(try page("index.html").root.all(withClass: "nothing").count == 1)
    }

    @Test func `a name that is no address is written as one`() async throws {
        var options = ReportOptions()
        options.pageLength = 10
        _ = try await ReportRenderer(source: ReportSource(events: SampleRun().events), options: options)
            .write(.init(html: folder.file("a b#?%é.html")))
        let index = HTMLTree(parsing: try folder.read("a b#?%é.html"))
        let link = index.root.all(withClass: "pages").first?.all(named: "a").first?.attribute("href")
        #expect(link == "a%20b%23%3f%25%c3%a9-1.html")
        #expect(try folder.read("a b#?%é-1.html").count > 1000)
    }
}
