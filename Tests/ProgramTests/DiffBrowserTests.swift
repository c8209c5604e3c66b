import Bytes
import JSONText
import TestSupport
import Testing

/// The page of a diff in a real browser, with scripts off: what the parsed page cannot tell.
@Suite struct DiffBrowserTests {
    /// Two runs, and what tells them apart.
    enum Runs: String, Sendable, CaseIterable {
        /// Two builds of a shop.
        case release
        /// A log that wants to break out of the report, and the same a little different.
        case hostile
    }

    /// Renders the diff of two runs and prepares a visit to its page.
    private func rendered(_ runs: Runs, in folder: TemporaryFolder) async throws -> BrowserVisit {
        var (base, head) = ("\(Places.package)/samples/release/before.ndjson", "after.ndjson")
        switch runs {
        case .release: head = "\(Places.package)/samples/release/after.ndjson"
        case .hostile:
            var (old, new) = (WrittenLog(), WrittenLog())
            for text in HostileLogTests.texts {
                old.fill(with: text)
                new.fill(with: "\(text) \(String(repeating: "new", count: 200))")
            }
            (base, head) = ("old.ndjson", "new.ndjson")
            try folder.write(old.bytes, to: base)
            try folder.write(new.bytes, to: head)
        }
        let result = try await RunningProgram.run(
            Places.program("pushreport"), ["diff", base, head, "-o", "diff.html"], folder: folder.path)
        #expect(result.status == 1, "\(result.errorText)")
        var visit = BrowserVisit(page: folder.file("diff.html"))
        visit.evaluate(
            "document.querySelectorAll('.entry').forEach(item => { item.style.contentVisibility = 'visible' }); ''")
        return visit
    }

    @Test(arguments: [360, 640, 1280], Runs.allCases)
    func `nothing makes the page scroll sideways or leaves its card`(width: Int, runs: Runs) async throws {
        let folder = try TemporaryFolder()
        var visit = try await rendered(runs, in: folder)
        visit.width = width
        visit.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true }); 'open'")
        visit.evaluate("document.documentElement.scrollWidth + ' ' + document.body.scrollWidth")
        visit.evaluate(
            """
            [...document.querySelectorAll('.entry, .changes, .side, .side .push')]
            .filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.className).join()
            """
        )
        let sight = try await visit.made()
        #expect(sight.values[2] == "\(width) \(width)")
        #expect(sight.values[3] == "")
        #expect(sight.requests == ["diff.html"])
        #expect(sight.console == [])
    }

    @Test(arguments: [(360, "stacked"), (1280, "beside")])
    func `before and after stand side by side where there is room, else one below the other`(
        width: Int, way: String
    ) async throws {
        let folder = try TemporaryFolder()
        var visit = try await rendered(.release, in: folder)
        visit.width = width
        visit.evaluate(
            """
            [...new Set([...document.querySelectorAll('.sides')].filter(sides => sides.children.length == 2)
            .map(sides => [...sides.children].map(side => side.getBoundingClientRect()))
            .map(([old, young]) => young.top >= old.bottom && young.left == old.left ? 'stacked'
                : young.top == old.top && young.left >= old.right ? 'beside' : 'neither'))].join()
            """
        )
        #expect(try await visit.made().values[1] == way)
    }

    @Test(arguments: [false, true]) func `every text has the contrast of WCAG AA`(dark: Bool) async throws {
        let folder = try TemporaryFolder()
        var visit = try await rendered(.release, in: folder)
        visit.dark = dark
        let script = try TemporaryFolder.bytes(
            at: "\(Places.package)/Tests/ProgramTests/Fixtures/contrast.js")
        visit.evaluate(String(decoding: script, as: UTF8.self))
        visit.evaluate("getComputedStyle(document.body).backgroundColor")
        let values = try await visit.made().values
        let result = try JSONText(parsing: Array((values[1] ?? "").utf8)).root
        #expect((result.last("count")?.integer ?? 0) > 200)
        #expect(result.last("found")?.elements.compactMap { $0.text?.description } == [])
        #expect(values[2] == (dark ? "rgb(18, 19, 22)" : "rgb(244, 245, 247)"))
    }
}
