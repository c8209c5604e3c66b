import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import JSONText
import TestSupport
import Testing

/// The script of the page in a real browser: what it adds, and that it changes nothing else.
@Suite struct ReportScriptTests {
    /// The identifiers of the pushes that are displayed, as a list with spaces.
    private static let displayed =
        "[...document.querySelectorAll('.batch > *')].filter(push => push.checkVisibility()).map(push => push.id.slice(2)).join(' ')"

    private func visit(
        _ sample: Sample = .nightly, in folder: TemporaryFolder, _ options: [String] = []
    ) async throws -> BrowserVisit {
        var visit = try await sample.visit(in: folder, options)
        visit.scripts = true
        return visit
    }

    private func pushreport(_ arguments: String...) async throws -> String {
        let result = try await RunningProgram.run(
            Places.program("pushreport"), arguments, folder: "\(Places.package)/samples/nightly"
        )
        #expect(result.status == 0 || result.status == 1, "\(result.errorText)")
        return result.outputText
    }

    private static let queries = [
        "kind:silent", "KIND:Notification -provider:fcm", "-kind:notification", "provider:fcm muster", "target:00fc",
        "target:departures", "title:\"departure delayed\"", "title:muster -provider:apns", "no such words",
        "\"no topic\"",
        "rindfleischetikettierung", "العبارة", "-\"hook of holland\" kind:notification", "apns-key-outside-aps", "",
    ]

    @Test func `the box finds what pushreport query finds`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        visit.press("/")
        for query in Self.queries {
            visit.evaluate("document.activeElement.select(), document.activeElement.id")
            visit.steps.append(query.isEmpty ? .init(press: "Delete") : .init(type: query))
            let words = String(decoding: try JSONEncoder().encode(query), as: UTF8.self)
            visit.await("(new URLSearchParams(location.hash.split('?')[1]).get('q') ?? '') === \(words)")
            visit.evaluate(Self.displayed)
            visit.evaluate("document.querySelector('.search output').textContent")
            visit.evaluate(
                "String([...document.querySelectorAll('.group')].filter(group => group.checkVisibility()).every(group => group.querySelector('.push:not(.unmatched)')))"
            )
        }
        let sight = try await visit.made()
        let values = sight.values.compactMap { $0 }
        #expect(sight.console == [])
        for (index, query) in Self.queries.enumerated() {
            let found = values[index * 4 + 1].split(separator: " ").map(String.init)
            let wanted = try await pushreport("query", "captures.ndjson", "-f", "ids", "--where", query)
            #expect(found == wanted.split(separator: "\n").map(String.init), "\(query)")
            #expect(values[index * 4] == "search")
            #expect(values[index * 4 + 2] == (query.isEmpty ? "" : "\(found.count) of 42 match"))
            #expect(values[index * 4 + 3] == "true")
        }
    }

    @Test func `a search leaves the push that was gone to, and Enter goes to the first that matches`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        let isHere = "(push => push?.id.slice(2) + ' ' + push?.matches('.batch > :not(.unmatched)'))"
        for words in ["muster", "Quiz"] {
            visit.press("/")
            visit.steps.append(.init(type: words))
            visit.await("location.hash.endsWith('?q=\(words)')")
            visit.evaluate(Self.displayed)
            visit.evaluate("document.activeElement.id")
            visit.press("Enter")
            visit.evaluate("\(isHere)(document.querySelector(':target'))")
        }
        // A link of the page leads to what the search leaves out, and Enter away from there.
        visit.evaluate("[...document.querySelectorAll('.problems a')].at(-1).click(), ''")
        visit.await("document.querySelector('.batch > .unmatched:target') !== null")
        visit.press("/", "Enter")
        visit.evaluate("\(isHere)(document.querySelector(':target'))")
        let sight = try await visit.made()
        let values = sight.values.compactMap { $0 }.filter { !$0.isEmpty && $0 != "true" }
        for (place, words) in [(0, "muster"), (3, "Quiz")] {
            let wanted = try await pushreport("query", "captures.ndjson", "-f", "ids", "--where", words)
                .split(separator: "\n").map(String.init)
            #expect(values[place].split(separator: " ").map(String.init) == wanted)
            #expect(values[place + 1] == "search")
            #expect(values[place + 2] == "\(wanted[0]) true")
        }
        #expect(values.last == values[5])
        #expect(sight.console == [])
    }

    @Test func `a search that finds nothing says so where the pushes would be`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        let sentence =
            "(none => none.checkVisibility() + ' ' + none.textContent)(document.querySelector('.none-shown'))"
        visit.evaluate(sentence)
        visit.press("/")
        visit.steps.append(.init(type: "no such words"))
        visit.await("location.hash.includes('words')")
        visit.evaluate(sentence)
        visit.press("Escape")
        visit.evaluate(sentence)
        visit.evaluate(
            "document.querySelectorAll('.filters input[id^=show]').forEach(box => { box.checked = false }), ''")
        visit.evaluate(sentence)
        let filtered = "Nothing is shown: the filters switch every push off."
        #expect(
            try await visit.made().values.compactMap { $0 }.filter { $0.contains(" ") } == [
                "false \(filtered)", "true Nothing is found: no push matches the search.", "false \(filtered)",
                "true \(filtered)",
            ])
    }

    @Test(arguments: [
        ("app:ferry", "app: is not known here, only kind:, provider:, target:, title:"),
        ("kind:loud", "kind: is one of notification, silent, empty"),
        ("muster or quiz", "or is for pushreport query; put it in quotation marks to search for it"),
        ("(muster)", "(muster) is for pushreport query; put it in quotation marks to search for it"),
    ])
    func `what the box does not understand it says, and hides nothing`(query: String, problem: String) async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        visit.press("/")
        visit.steps.append(.init(type: query))
        visit.await("document.querySelector('.search output').textContent")
        visit.evaluate("document.querySelector('.search output').textContent")
        visit.evaluate("String(document.querySelectorAll('.unmatched').length)")
        #expect(try await visit.made().values.compactMap { $0 } == [problem, "0"])
    }

    @Test func `keys move, and are letters in the box`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        let place = "String([...document.querySelectorAll('.push')].findIndex(push => push.matches(':target')))"
        let top = "String(Math.round(document.querySelector('.push:target').getBoundingClientRect().top))"
        visit.press("j", "j", "j")
        visit.evaluate(place)
        visit.evaluate(top)
        visit.press("k")
        visit.evaluate(place)
        visit.evaluate(
            "location.hash === '#' + document.querySelector(':target').id ? history.length + '' : location.hash")
        visit.press("/", "j", "k", "?")
        visit.evaluate("document.activeElement.value + ' ' + document.querySelector('dialog').open")
        visit.press("Escape")
        visit.evaluate("document.activeElement.tagName + document.querySelector('#search').value")
        visit.press("?")
        visit.evaluate("String(document.querySelector('dialog').open)")
        visit.press("j", "Escape")
        visit.evaluate("String(document.querySelector('dialog').open)")
        visit.evaluate(place)
        // What is filtered is stepped over.
        visit.click("#show-notification")
        visit.press("j")
        visit.evaluate("document.querySelector('.push:target .verdict').textContent")
        let sight = try await visit.made()
        let values = sight.values.compactMap { $0 }
        #expect(values[0] == "2")
        #expect(values[1] == "80")
        #expect(values[2] == "1")
        #expect(values[3] == "2")
        #expect(values[4] == "jk? false")
        #expect(values[5] == "BODY")
        #expect(values[6] == "true")
        #expect(values[7] == "false")
        #expect(values[8] == "1")
        #expect(values[9] == "Silent")
        #expect(sight.console == [])
    }

    @Test func `the browser keeps its own keys`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        visit.evaluate("addEventListener('keydown', event => { window.taken = String(event.defaultPrevented) }), ''")
        for key in ["Control+f", "Control+j", "Control+k", "Control+/", "Tab", "a"] {
            visit.press(key)
            visit.evaluate("window.taken")
        }
        visit.press("j")
        visit.evaluate("window.taken")
        let values = try await visit.made().values.compactMap { $0 }
        #expect(values.dropFirst() == ["false", "false", "false", "false", "false", "false", "true"])
    }

    @Test func `the address keeps search, filters and place, and gives them back`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        visit.click("#show-provider-fcm")
        visit.click("#only-findings")
        visit.press("/")
        visit.steps.append(.init(type: "-muster \"a&b\" kind:silent"))
        visit.await("location.hash.includes('silent')")
        visit.evaluate("location.hash")
        visit.evaluate(
            "document.querySelector('#search').value = 'kind:silent', document.querySelector('#search').dispatchEvent(new Event('input')), ''"
        )
        visit.press("Enter")
        visit.evaluate("location.hash")
        visit.evaluate(Self.displayed)
        visit.evaluate("document.querySelector(':target').id")
        // A link to another push, which neither the search nor the filters show.
        visit.evaluate("[...document.querySelectorAll('.problems a')].at(-1).click(), ''")
        visit.await("location.hash.includes('?')")
        visit.evaluate(
            "document.querySelector(':target').id === [...document.querySelectorAll('.problems a')].at(-1).hash.slice(1) ? location.hash : ''"
        )
        let first = try await visit.made()
        let values = first.values.compactMap { $0 }
        let state = "?q=kind%3Asilent&off=provider-fcm&findings=only"
        #expect(values[0] == "#?q=-muster+%22a%26b%22+kind%3Asilent&off=provider-fcm&findings=only")
        #expect(values[2] == "#\(values[4])\(state)")
        #expect(values[3].hasPrefix(values[4].dropFirst(2)))
        #expect(values[6].hasPrefix("#e-") && values[6].hasSuffix(state) && values[6] != values[2])
        #expect(first.console == [])

        var again = visit
        again.page += values[2]
        again.steps = []
        again.evaluate(Self.displayed)
        again.evaluate("document.querySelector(':target').id")
        again.evaluate("location.hash")
        again.evaluate(
            "['#show-provider-fcm', '#only-findings', '#show-silent'].map(box => document.querySelector(box).checked).join()"
        )
        #expect(try await again.made().values == [values[3], values[4], values[2], "false,true,true"])
    }

    @Test func `what a button copies is what was sent`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        let buttons = [".facts .copy", ".payload .copy", ".exchange > .copy"]
        for index in 0..<42 {
            let push = "document.querySelectorAll('.push')[\(index)]"
            visit.evaluate("\(push).scrollIntoView(), ''")
            visit.await("\(push).querySelector('.copy') !== null")
            // Each with the click of a user of its own, without which a browser lets no page copy.
            for button in buttons {
                visit.evaluate(
                    """
                    (async button => {
                        button?.click()
                        return button ? await navigator.clipboard.readText() : ''
                    })(\(push).querySelector('\(button)'))
                    """
                )
            }
            visit.evaluate("document.querySelector('.toast').textContent")
        }
        let sight = try await visit.made()
        // A step that scrolls, one that waits, three that copy, one that reads the message.
        let found = stride(from: 0, to: sight.values.count, by: 6).map {
            sight.values[$0 + 2..<$0 + 6].map { $0 ?? "" }
        }
        let pushes = Array(try #require(try JSONText(parsing: folder.read("report.json")).root.last("pushes")).elements)
        let script = try await pushreport("export", "captures.ndjson", "--as", "curl", "-o", "-")
        let commands = script.split(separator: "\n").filter { $0.hasPrefix("curl ") || $0.hasPrefix("printf ") }
        #expect(found.count == pushes.count)
        #expect(found.count == commands.count)
        var beyondASCII = 0
        for (copied, push) in zip(found, pushes) {
            let payload = try #require(push.text("request", "body", "text")).description
            #expect(copied[0] == push.text("message", "target", "value")?.description)
            #expect(copied[1] == payload)
            #expect(copied[3] == "Copied the curl command")
            beyondASCII += payload.utf8.contains { $0 > 0x7F } ? 1 : 0
        }
        #expect(beyondASCII > 5)
        for (copied, command) in zip(found, commands) {
            let line = copied[2].replacing("${PUSH_URL:-http://127.0.0.1:8822}", with: "$PUSH_URL")
            #expect("\(line) || unanswered=$((unanswered + 1))" == command)
        }
        #expect(sight.console == [])
    }

    @Test func `each thing to copy has one button, however the page is looked at`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder)
        for height in [2600, 600, 9000] {
            visit.steps.append(.init(screenshot: folder.file("page.png"), height: height))
            visit.await("document.querySelector('.copy') !== null")
        }
        visit.evaluate("void [...document.querySelectorAll('.batch')].at(-1).scrollIntoView()")
        visit.await("[...document.querySelectorAll('.batch')].at(-1).querySelector('.copy') !== null")
        visit.evaluate(
            "[...document.querySelectorAll('.copy')].filter(button => button.parentElement.querySelectorAll(':scope > .copy').length > 1).length + ''"
        )
        let sight = try await visit.made()
        #expect(sight.values.last == "0")
    }

    @Test func `no command is copied with what a terminal takes for keys`() async throws {
        let folder = try TemporaryFolder()
        var log = WrittenLog()
        log.fcm("\u{3}\ntouch here\n")
        var exchange = Exchange.fixture(provider: "fcm", .fixture("POST", "/v1/projects/p/messages:send"))
        exchange.request.headers.append("x-key", Array("\u{3}\ntouch here\n".utf8)[...])
        log.append(exchange)
        try folder.write(log.bytes, to: "log.ndjson")
        let made = try await RunningProgram.run(
            Places.program("pushreport"), ["render", "log.ndjson", "-o", "report.html"], folder: folder.path)
        #expect(made.errorText.contains("report.html"))
        var visit = BrowserVisit(page: "report.html", serve: folder.path, scripts: true)
        visit.await("document.querySelectorAll('.exchange > .copy').length === 2")
        for index in 0..<2 {
            visit.evaluate("document.querySelectorAll('.exchange > .copy')[\(index)].click(), ''")
            visit.evaluate("document.querySelector('.toast').textContent")
        }
        visit.evaluate("document.querySelectorAll('.exchange > .copy')[0].click(), navigator.clipboard.readText()")
        let values = try await visit.made().values.compactMap { $0 }
        #expect(values.contains("Copied the curl command"))
        #expect(values.contains("Not copied: the curl command is not text, and pushreport export has its bytes"))
        #expect(values.last?.hasPrefix("printf '\\003\\012touch here\\012' | curl") == true, "\(values)")
    }

    @Test func `a hostile log stays inert with the script on`() async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(.hostile, in: folder)
        visit.evaluate(
            """
            (async () => {
                for (const push of document.querySelectorAll('.push')) {
                    push.querySelectorAll('details').forEach(item => { item.open = true })
                    push.scrollIntoView()
                    while (!push.querySelector('.copy')) await new Promise(requestAnimationFrame)
                }
                const buttons = [...document.querySelectorAll('.copy')]
                for (const button of buttons) button.click()
                return buttons.length + ''
            })()
            """
        )
        for words in [
            "<script>", "<img src=x onerror=probe()>", "title:\"<b>\"", "javascript:", "\"\u{202E}\"", "${x}`",
        ] {
            visit.evaluate("document.querySelector('#search').focus(), document.activeElement.select(), ''")
            visit.steps.append(.init(type: words))
            visit.await("document.querySelector('.search output').textContent")
            visit.press("Enter", "j", "k")
        }
        visit.evaluate("document.title + ' ' + document.documentElement.getAttribute('data-ran')")
        visit.evaluate(
            "[...document.querySelectorAll('img, iframe, object, embed, base, [onload], [onerror]')].length + ''")
        visit.evaluate("document.scripts.length + ''")
        let sight = try await visit.made()
        let values = sight.values.compactMap { $0 }
        #expect((Int(values[0]) ?? 0) > 50)
        #expect(values.suffix(3) == ["<b>Hostile</b> null", "0", "1"])
        #expect(sight.requests == ["report.html"])
        #expect(sight.console == [])
    }

    @Test(arguments: ["off", "blocked", "left out"])
    func `without the script the page is the same and shows nothing of it`(how: String) async throws {
        let folder = try TemporaryFolder()
        var visit = try await visit(in: folder, how == "left out" ? ["--no-script"] : [])
        visit.scripts = how != "off"
        if how == "blocked" {
            visit.serve = folder.path
            visit.page = "report.html"
            visit.headers["Content-Security-Policy"] = "script-src 'none'"
        }
        visit.evaluate(
            "String([...document.querySelectorAll('.search, dialog, .copy')].filter(item => item.checkVisibility()).length)"
        )
        visit.evaluate("document.scripts.length + ' ' + document.querySelectorAll('.search').length")
        visit.evaluate("document.querySelector('meta[http-equiv]').content.includes('script') + ''")
        visit.evaluate("document.querySelector('footer').textContent.includes('holds no script') + ''")
        visit.evaluate(Self.displayed)
        let values = try await visit.made().values.compactMap { $0 }
        let isLeftOut = how == "left out"
        #expect(values[0] == "0")
        #expect(values[1] == (isLeftOut ? "0 0" : "1 1"))
        #expect(values[2] == (isLeftOut ? "false" : "true"))
        #expect(values[3] == (isLeftOut ? "true" : "false"))
        #expect(values[4].split(separator: " ").count == 42)
    }

    @Test func `a script of one's own is allowed by its hash, and cannot make markup of text`() async throws {
        let folder = try TemporaryFolder()
        let script = """
            "use strict"\r
            document.documentElement.dataset.ran = "mine"\r
            try { document.body.innerHTML = document.title } catch (error) { document.documentElement.dataset.ran += " safely" }\r

            """
        try folder.write(Array(script.utf8), to: "report.js")
        var visit = try await visit(in: folder, ["--templates", folder.path])
        visit.evaluate("document.documentElement.dataset.ran")
        #expect(try await visit.made().values == ["mine safely"])
    }
}
