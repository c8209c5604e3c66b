import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// The samples in a real browser, with scripts off where nothing else is said: what the parsed page cannot tell.
@Suite struct ReportBrowserTests {
    private func fixture(_ name: String) throws -> String {
        let path = "\(Places.package)/Tests/ProgramTests/Fixtures/\(name)"
        return String(decoding: try TemporaryFolder.bytes(at: path), as: UTF8.self)
    }

    private func words(in list: JSONValue?) throws -> [String] {
        try #require(list).elements.compactMap { $0.text?.description }
    }

    @Test func `a fragment leads to its card, and opens its payload`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        // The far end of the page, where a browser has skipped the layout of everything before.
        let card = "[...document.querySelectorAll('.push')].at(-3)"
        visit.evaluate("String(\(card).querySelector('.payload').open)")
        visit.evaluate("location.hash = \(card).id")
        visit.evaluate("\(card).matches(':target') + ' ' + Math.round(\(card).getBoundingClientRect().top)")
        visit.evaluate("location.hash = \(card).querySelector('.payload pre').id")
        visit.evaluate("String(\(card).querySelector('.payload').open)")
        visit.evaluate(
            "(box => String(box.top >= 0 && box.top < innerHeight))(\(card).querySelector('.payload pre').getBoundingClientRect())"
        )
        let values = try await visit.made().values
        #expect(values[0] == "false")
        #expect(values[2] == "true 16")
        #expect(values[4] == "true")
        #expect(values[5] == "true")
    }

    @Test func `the filters hide and show what they say, and steps without pushes go`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        visit.evaluate(try fixture("filters.js"))
        let answer = try #require(await visit.made().values[0])
        let result = try JSONText(parsing: Array(answer.utf8)).root
        #expect(result.last("boxes")?.integer == 7)
        #expect((result.last("hidden")?.integer ?? 0) > 100)
        #expect(try words(in: result.last("wrong")) == [])
    }

    @Test func `filters that leave nothing say so`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        let steps = [
            "", "input[id^=show-]:not([id*=provider])", "#show-silent", "input[id^=show-provider]",
            "#show-provider-fcm",
            "#only-findings", "#show-empty",
        ]
        for boxes in steps {
            visit.evaluate(
                """
                (boxes => {
                    if (boxes) document.querySelectorAll(boxes).forEach(box => { box.checked = !box.checked })
                    const isShown = [...document.querySelectorAll('.push')].some(push => push.checkVisibility())
                    return isShown + ' ' + getComputedStyle(document.querySelector('.none-shown')).display
                })('\(boxes)')
                """
            )
        }
        #expect(
            try await visit.made().values == [
                "true none", "false block", "true none", "false block", "true none", "false block", "false block",
            ]
        )
    }

    @Test func `a filtered push that is linked to is shown`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        let card = "document.querySelector('.push.silent')"
        visit.evaluate("String(document.querySelector('#show-silent').checked = false)")
        visit.evaluate("getComputedStyle(\(card)).display")
        visit.evaluate("location.hash = \(card).id")
        visit.evaluate("getComputedStyle(\(card)).display")
        let values = try await visit.made().values
        #expect(values[1] == "none")
        #expect(values[3] == "block")
    }

    @Test(arguments: [false, true], [Sample.nightly, .empty])
    func `every text has the contrast of WCAG AA`(dark: Bool, sample: Sample) async throws {
        let folder = try TemporaryFolder()
        var visit = try await sample.visit(in: folder)
        visit.dark = dark
        visit.scripts = true
        visit.evaluate(try fixture("contrast.js"))
        visit.evaluate("getComputedStyle(document.body).backgroundColor")
        let values = try await visit.made().values
        let result = try JSONText(parsing: Array((values[0] ?? "").utf8)).root
        #expect((result.last("count")?.integer ?? 0) > (sample.status == 0 ? 2000 : 20))
        #expect(try words(in: result.last("found")) == [])
        #expect(values[1] == (dark ? "rgb(18, 19, 22)" : "rgb(244, 245, 247)"))
    }

    /// 640 pixels are a window of 1,280 at 200 %.
    @Test(arguments: [360, 640, 1280], [Sample.nightly, .hostile, .empty])
    func `nothing makes the page scroll sideways or leaves its card`(width: Int, sample: Sample) async throws {
        let folder = try TemporaryFolder()
        var visit = try await sample.visit(in: folder)
        visit.width = width
        visit.scripts = true
        visit.evaluate("document.querySelectorAll('details').forEach(item => { item.open = true }); 'open'")
        visit.evaluate("document.documentElement.scrollWidth + ' ' + document.body.scrollWidth")
        visit.evaluate(
            """
            [...document.querySelectorAll('.push, .device, .facts')].filter(box => box.scrollWidth > box.clientWidth + 1)
            .map(box => box.className + ' in ' + box.closest('.push').id).join()
            """
        )
        let values = try await visit.made().values
        let body = values[1]?.split(separator: " ").compactMap { Int($0) } ?? []
        #expect(body.first == width)
        #expect(values[2] == "")
    }

    @Test(arguments: [360, 640]) func `the pushes stand clear of what is above them`(width: Int) async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        visit.width = width
        visit.evaluate(
            """
            document.querySelector('main').getBoundingClientRect().top
            - document.querySelector('.aside').getBoundingClientRect().bottom + ''
            """
        )
        let gap = try await visit.made().values[0].flatMap(Double.init) ?? 0
        #expect(gap >= 16)
    }

    @Test func `a hostile log runs nothing, asks for nothing and says nothing`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.hostile.visit(in: folder)
        visit.evaluate("document.title + ' ' + document.documentElement.getAttribute('data-ran')")
        visit.evaluate(
            "[...document.querySelectorAll('img, iframe, object, embed, base, [onload]')].length + ''")
        let sight = try await visit.made()
        #expect(sight.values == ["<b>Hostile</b> null", "0"])
        #expect(sight.requests == ["report.html"])
        #expect(sight.console == [])
    }

    @Test func `under the policy of Jenkins the page with a linked style sheet has its style`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder, ["--css", "linked"])
        visit.serve = folder.path
        visit.page = "report.html"
        visit.headers["Content-Security-Policy"] =
            "sandbox allow-same-origin; default-src 'none'; img-src 'self'; style-src 'self'"
        visit.evaluate("getComputedStyle(document.body).backgroundColor")
        visit.evaluate("getComputedStyle(document.querySelector('.ios .screen')).display")
        visit.evaluate("String(document.querySelector('#show-silent').checked = false)")
        visit.evaluate("getComputedStyle(document.querySelector('.push.silent')).display")
        let sight = try await visit.made()
        #expect(sight.values == ["rgb(244, 245, 247)", "grid", "false", "none"])
        #expect(sight.requests == ["report.html", "report.css"])
        #expect(sight.console == [])
    }

    @Test func `under that policy a style in the page is refused, so the test above proves something`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        visit.serve = folder.path
        visit.page = "report.html"
        visit.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'self'"
        visit.evaluate("getComputedStyle(document.body).backgroundColor")
        let sight = try await visit.made()
        #expect(sight.values == ["rgba(0, 0, 0, 0)"])
        #expect(sight.console.contains { $0.contains("Content Security Policy") })
    }

    @Test func `on paper every payload is there, and no card is cut in two`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        visit.print = true
        visit.evaluate("getComputedStyle(document.querySelector('.push')).breakInside")
        visit.evaluate("getComputedStyle(document.querySelector('.filters')).display")
        visit.evaluate("getComputedStyle(document.querySelector('.banner .text')).webkitLineClamp")
        visit.steps.append(BrowserVisit.Step(pdf: folder.file("report.pdf")))
        let values = try await visit.made().values
        #expect(values[0] == "avoid")
        #expect(values[2] == "none")
        let text = try await RunningProgram.run("pdftotext", ["-raw", folder.file("report.pdf"), "-"])
        #expect(text.status == 0, "\(text.errorText)")
        // What the page breaks over lines is one word again; a font may have no sign for some of the rest.
        func plain(_ text: String) -> String {
            String(decoding: text.utf8.filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
        }
        let paper = plain(text.outputText)
        let document = try JSONText(parsing: folder.read("report.json")).root
        var count = 0
        for push in try #require(document.last("pushes")).elements {
            let payload = push.text("request", "body", "text")?.description ?? ""
            // A page break may stand in the longest one, and a line that is right to left is read in another order.
            guard payload.utf8.count < 2000, payload.utf8.allSatisfy({ $0 < 0x7F }) else { continue }
            #expect(paper.contains(plain(payload)), "\(payload)")
            count += 1
        }
        #expect(count > 25)
    }

    @Test func `the keyboard's place is seen, and links lead past what comes first`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        for element in [".skip", ".problems a", ".filters input", ".contents summary", ".payload summary"] {
            visit.evaluate(
                """
                (item => { item.focus({ focusVisible: true });
                return getComputedStyle(item).outlineStyle + getComputedStyle(item).outlineWidth })\
                (document.querySelector('\(element)'))
                """
            )
        }
        visit.evaluate("(box => String(box.left >= 0))(document.querySelector('.skip').getBoundingClientRect())")
        visit.evaluate("document.querySelector(document.querySelector('.skip').getAttribute('href')).tagName")
        let values = try await visit.made().values
        #expect(values.prefix(5).allSatisfy { $0 == "solid3px" }, "\(values)")
        #expect(values.last == "MAIN")
    }

    @Test func `what is drawn is found by the browser`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await Sample.nightly.visit(in: folder)
        for words in ["Rindfleischetikettierung", "Take warm clothes", "apns-key-outside-aps", "no such words"] {
            visit.evaluate("String(window.find('\(words)', false, false, true))")
        }
        #expect(try await visit.made().values == ["true", "true", "true", "false"])
    }
}
