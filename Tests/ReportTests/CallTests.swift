import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Providers
import Report
import TestSupport
import Testing

/// Calls around the sends, as a report counts them.
@Suite struct CallTests {
    private static let subscribe = HTTPRequest.fixture(
        "POST", "/v1/projects/p/registrations/t/topicSubscriptions?topic_name=news", body: "{}")
    private static let channel = HTTPRequest.fixture(
        "POST", "/1/apps/com.example.MyApp/channels",
        body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)

    private static func call(_ request: HTTPRequest, _ position: Int) throws -> Event {
        let context = AnswerContext(eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "u", rules: AnswerRules())
        let endpoint = try #require(Providers.endpoint(for: request))
        let exchange = Exchange(
            provider: nil, request: request, response: endpoint.answer(to: request, in: context).response)
        return event(.request(exchange), position)
    }

    private static func event(_ content: Event.Content, _ position: Int) -> Event {
        let id = Array("01JDX0Q6W5T5V0ZK7M3N9R".utf8) + Array("\(10_000 + position)".utf8).dropFirst()
        return Event(
            id: Text(repairing: id), time: Instant(microseconds: 1_796_169_599_000_000 + Int64(position)),
            content: content)
    }

    private static func events() throws -> [Event] {
        let stray = Exchange(
            provider: nil, request: .fixture("GET", "/favicon.ico"), response: HTTPResponse(status: 404))
        return [
            try call(subscribe, 0), try call(channel, 1), try call(subscribe, 2),
            try call(.fixture("POST", "/token", body: "grant_type=password"), 3), event(.request(stray), 4),
            try call(.fixture("GET", "/healthcheck"), 5), try call(.fixture("GET", "/healthcheck"), 6),
        ] + SampleRun().events
    }

    @Test func `calls that are alike are told once, and are no pushes`() async throws {
        let report = try await RenderedReport(ReportSource(events: Self.events()))
        let root = try JSONText(parsing: report.json).root
        let faults = try JSONSchema(path: "\(Places.package)/samples/report.schema.json").faults(in: root)
        #expect(faults.filter { !$0.contains("is not implemented") } == [])
        #expect(root.last("totals")?.last("pushes")?.integer == 19)
        let calls = root.last("run")?.last("calls").map { Array($0.elements) } ?? []
        #expect(calls.map { $0.last("kind")?.text } == ["topic", "channel", "access token", "page"])
        #expect(calls.map { $0.last("count")?.integer } == [2, 1, 1, 2])
        #expect(calls.map { $0.last("status")?.integer } == [200, 201, 400, 200])
        #expect(calls[0].last("summary")?.text == "subscribe a registration to news")
        #expect(calls[3].last("summary")?.text == "/healthcheck of MongoosePush")
        #expect(calls[1].last("note")?.text?.description.contains("not kept") == true)
        let markdown = String(decoding: report.markdown, as: UTF8.self)
        #expect(markdown.contains("subscribe a registration to news: 2 calls, answered 200"))
        let rows = report.page.root.all(named: "td").map(\.text)
        #expect(rows.contains("subscribe a registration to news"))
        #expect(rows.contains("make a channel of com.example.MyApp"))
    }

    @Test func `a report of a report tells the same calls`() async throws {
        let folder = try TemporaryFolder()
        var lines: [UInt8] = []
        var writer = EventWriter()
        for event in try Self.events() {
            switch event.content {
            case .push(let exchange), .request(let exchange):
                writer.append(exchange, id: event.id, time: event.time, to: &lines)
            case .mark(let label): writer.append(mark: label, id: event.id, time: event.time, to: &lines)
            default: break
            }
        }
        try folder.write(lines, to: "a.ndjson")
        let first = try await RenderedReport(ReportSource(logs: LogSet.open([folder.file("a.ndjson")])))
        // What was read belongs to the head, and the calls have a heading of their own.
        let markdown = String(decoding: first.markdown, as: UTF8.self)
        let order = try ["`a.ndjson`", "The log of this report", "## Calls around the pushes"].map { words in
            try #require(markdown.firstRange(of: words)).lowerBound
        }
        #expect(order == order.sorted())
        try folder.write(first.html, to: "first.html")
        let second = try await RenderedReport(ReportSource(logs: LogSet.open([folder.file("first.html")])))
        #expect(first.json == second.json)
        #expect(first.html == second.html)
        let gaps = try JSONText(parsing: second.json).root.last("run")?.last("gaps").map { Array($0.elements) } ?? []
        #expect(
            gaps.contains {
                $0.last("text")?.text == "1 request to no provider's route is in the log and not in this report."
            })
    }

    /// The number in every count of an excerpt, and what is told of it.
    @Test(
        arguments: [
            ("1000000000000", nil), ("1000000000001", "the value of bytes is larger than 1000000000000"),
            ("9223372036854775807", "the value of bytes is larger than 1000000000000"),
            ("-1", "the value of bytes is not what the format says"),
        ] as [(String, String?)])
    func `no sum of the counts of excerpts is too large`(count: String, told: String?) async throws {
        func excerpt(_ number: Int) -> String {
            let call = #"{"kind":"page","summary":"s\#(number)","status":200,"count":\#(count)}"#
            let input = #"{"name":"a","sha256":"x","bytes":\#(count),"lines":\#(count),"events":\#(count)}"#
            let counts =
                #"{"run":\#(count),"request":\#(count),"reset":\#(count),"end":\#(count),"unknown":\#(count)}"#
            let head =
                #"{"v":1,"kind":"excerpt","id":"01JDX0Q6W5T5V0ZK7M3N8R2B4\#(number)","time":"2026-11-29T23:59:59Z""#
            let rest = #""problems":[],"counts":\#(counts),"calls":[\#(call),\#(call)],"selections":[]}"#
            return #"\#(head),"inputs":[\#(input)],\#(rest)"# + "\n"
        }
        let folder = try TemporaryFolder()
        for number in 1...2 { try folder.write(Array(excerpt(number).utf8), to: "\(number).ndjson") }
        let source = ReportSource(logs: try LogSet.open([folder.file("1.ndjson"), folder.file("2.ndjson")]))
        let report = try await RenderedReport(source)
        let gaps = source.gaps.map(\.text.description)
        #expect(gaps.contains { told.map($0.contains) ?? false } == (told != nil), "\(gaps)")
        #expect(source.gaps.contains(where: \.isLoss) == (told != nil))
        #expect(!report.html.isEmpty)
    }

    @Test func `only so many sorts of calls are told apart`() async throws {
        let events = try (0..<120).map { number in
            try Self.call(.fixture("POST", "/token", body: Text("grant_type=g\(number % 110)")), number)
        }
        let root = try await JSONText(parsing: RenderedReport(ReportSource(events: events)).json).root
        let calls = root.last("run")?.last("calls").map { Array($0.elements) } ?? []
        #expect(calls.count == 101)
        #expect(calls.last?.last("kind")?.text == "other")
        #expect(calls.compactMap { $0.last("count")?.integer }.reduce(0, +) == 120)
    }
}
