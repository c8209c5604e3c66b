import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Report
import TestSupport
import Testing

/// The log that a report carries, and reports made of reports.
@Suite struct CarriedLogTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `the block is the last thing of the page before the script, and nothing in it is an element`()
        async throws
    {
        let report = try await RenderedReport(SampleRun())
        let blocks = report.page.root.all(named: "template")
        #expect(blocks.map { $0.attribute("id") } == ["log"])
        let names = report.page.root.all.map(\.name)
        #expect(names.suffix(2) == ["template", "script"])
    }

    @Test func `all forms name the same log`() async throws {
        let report = try await RenderedReport(SampleRun())
        let hash = try #require(report.page.root.all(named: "template").first?.attribute("data-sha256"))
        #expect(hash.bytes.count == 64)
        let log = try JSONText(parsing: report.json).root.last("run")?.last("log")
        #expect(log?.last("sha256")?.text == hash)
        // The excerpt, four marks and nineteen pushes.
        #expect(log?.last("lines")?.integer == 24)
        #expect(String(decoding: report.markdown, as: UTF8.self).contains("`\(hash)`"))
    }

    @Test func `without the log the page names it all the same`() async throws {
        var options = ReportOptions()
        options.carriesLog = false
        let source = ReportSource(events: SampleRun().events)
        let report = try await RenderedReport(source, options)
        #expect(report.page.root.all(named: "template").isEmpty)
        let log = try JSONText(parsing: report.json).root.last("run")?.last("log")
        let hash = try #require(log?.last("sha256")?.text)
        #expect(report.page.root.all(named: "footer").first?.text.description.contains(hash.description) == true)
        try folder.write(report.html, to: "r.html")
        let path = folder.file("r.html")
        #expect(throws: CaptureLogError.pageWithoutLog(name: "r.html")) { try LogSet.open([path]) }
    }

    static let remakes: [Remake] = [
        Remake("one log"),
        Remake("two logs", logs: ["a.ndjson", "b.ndjson"]),
        Remake("damage", logs: ["damaged.ndjson", "b.ndjson"]),
        Remake("nothing", logs: ["empty.ndjson"]),
        Remake("a selection", keeping: { $0 % 3 == 1 }),
        Remake("a selection of nothing", keeping: { _ in false }),
        Remake("hidden targets", hiding: [.targets]),
        Remake("hidden payloads", hiding: [.payloads]),
        Remake("all at once", logs: ["damaged.ndjson", "b.ndjson"], hiding: [.targets, .payloads]) { $0 % 2 == 0 },
        Remake("rows", maximumCards: 3),
    ]

    @Test(arguments: remakes) func `a report of a report has the same bytes`(_ remake: Remake) async throws {
        try writeLogs()
        let all = ReportSource(logs: try LogSet.open(remake.logs.map { folder.file($0) }))
        var source = all
        if let isKept = remake.isKept { source = try await all.only("a filter") { isKept($0.position) } }
        source = try await source.hiding(remake.hidden, tokensOf: all)
        var options = ReportOptions()
        options.maximumCards = remake.maximumCards
        let first = try await RenderedReport(source, options)
        try folder.write(first.html, to: "first.html")
        let again = ReportSource(logs: try LogSet.open([folder.file("first.html")]))
        let second = try await RenderedReport(again, options)
        #expect(second.html == first.html)
        #expect(second.markdown == first.markdown)
        #expect(second.json == first.json)
        #expect(second.result.isDegraded == first.result.isDegraded)
        let hiddenAgain = try await RenderedReport(again.hiding(remake.hidden, tokensOf: again), options)
        if remake.isKept == nil { #expect(hiddenAgain.html == first.html) }
    }

    @Test(arguments: [Hidden.targets, .payloads, [.targets, .payloads]]) func `what is hidden is nowhere`(
        hidden: Hidden
    ) async throws {
        let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
        let registration = "registration-of-a-phone:APA91bHPRgkF3JUikC4"
        var run = SampleRun(empty: ())
        run.mark(Text("a mark for \(registration)"))
        run.apns(Text(#"{"aps":{"alert":"Bob wants to play"},"peer":"\#(registration)"}"#), token: Text(token))
        run.fcm(
            Text(#"{"message":{"token":"\#(registration)","notification":{"title":"Rook"},"data":{"k":"Rook"}}}"#),
            status: 400,
            answer: Text(#"{"error":{"code":400,"message":"\#(registration) knows no Rook"}}"#)
        )
        let all = ReportSource(events: run.events)
        let chosen = try await all.only(Text("target:\(token)")) { $0.position < 1 }
        for source in [all, chosen] {
            let report = try await RenderedReport(source.hiding(hidden, tokensOf: all))
            try folder.write(report.html, to: "r.html")
            let logs = try LogSet.open([folder.file("r.html")])
            var lines: [UInt8] = []
            for position in 0..<logs.count {
                let event = try logs.event(at: position)
                guard case .push(let exchange) = event.content else { continue }
                var writer = EventWriter()
                writer.append(exchange, id: event.id, time: event.time, to: &lines)
            }
            for bytes in [report.html, report.markdown, report.json, lines] {
                let text = String(decoding: bytes, as: UTF8.self)
                if hidden.contains(.targets) {
                    #expect(!text.contains(token))
                    #expect(!text.contains(registration))
                    #expect(!text.contains(token.prefix(12)))
                }
                if hidden.contains(.payloads) {
                    #expect(!text.contains("Rook"))
                    #expect(!text.contains("Bob"))
                }
            }
            let counts = try JSONText(parsing: report.json).root.last("run")?.last("hidden")
            for (name, part) in Hidden.names {
                #expect(
                    counts?.last(named: name)?.integer == (hidden.contains(part) ? Int64(source.count) : nil), "\(name)"
                )
            }
            let words = report.page.root.all(withClass: "gaps").first?.text.description ?? ""
            #expect(words.contains("Names stand for") == hidden.contains(.targets))
            #expect(words.contains("are hidden:") == hidden.contains(.payloads))
        }
    }

    private func writeLogs() throws {
        var writer = EventWriter()
        var lines: [[UInt8]] = []
        for event in SampleRun().events {
            var line: [UInt8] = []
            switch event.content {
            case .push(let exchange): writer.append(exchange, id: event.id, time: event.time, to: &line)
            case .mark(let label): writer.append(mark: label, id: event.id, time: event.time, to: &line)
            default: continue
            }
            lines.append(line)
        }
        var run: [UInt8] = []
        writer.append(
            runOf: "1", providers: ["apns"], limits: ["body_bytes": 1], listeners: [], id: "01JDX0Q6W5T5V0ZK7M3N8R0000",
            time: Instant(microseconds: 1_796_169_500_000_000), to: &run
        )
        let request = Array(String(decoding: lines[3], as: UTF8.self).replacing("\"push\"", with: "\"request\"").utf8)
        try folder.write(run + lines.joined(), to: "log.ndjson")
        try folder.write(run + lines[..<9].joined(), to: "a.ndjson")
        try folder.write(Array(lines[7...].joined()), to: "b.ndjson")
        try folder.write(
            run + lines[0] + Array("{\"broken\n".utf8) + lines[1] + request + lines[2]
                + Array(#"{"v":1,"kind":"heartbeat","id":"x","time":"2026-11-29T23:59:59.123456Z"}"#.utf8)
                + Array("\n{".utf8),
            to: "damaged.ndjson"
        )
        try folder.write(run, to: "empty.ndjson")
    }

    /// A report to make again from itself.
    struct Remake: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let logs: [String]
        let hidden: Hidden
        let maximumCards: Int
        let isKept: (@Sendable (Int) -> Bool)?

        init(
            _ description: String,
            logs: [String] = ["log.ndjson"],
            hiding hidden: Hidden = [],
            maximumCards: Int = 10_000,
            keeping isKept: (@Sendable (Int) -> Bool)? = nil
        ) {
            testDescription = description
            self.logs = logs
            self.hidden = hidden
            self.maximumCards = maximumCards
            self.isKept = isKept
        }
    }
}
