import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel
import Report
import TestSupport
import Testing

/// Sends that were tried again, found by what is the same about them.
@Suite struct AttemptTests {
    private static func push(
        _ second: Int64, target: Text = "/3/device/ab", id: Text? = nil, body: Text = "{}",
        provider: Text = "apns",
        status: Int = 503, hidden: Hidden = []
    ) -> (time: Int64, exchange: Exchange) {
        var request = HTTPRequest.fixture("POST", target, body: body)
        if let id { request.headers.append("apns-id", id.bytes[...]) }
        var annotations = Annotations()
        annotations.hidden = hidden
        return (second, .fixture(provider: provider, request, status: status, annotations: annotations))
    }

    private static func source(
        _ pushes: [(time: Int64, exchange: Exchange)], mark: Int? = nil
    )
        -> ReportSource
    {
        var events: [Event] = []
        func event(_ content: Event.Content, _ second: Int64) {
            let id =
                Array("01JDX0Q6W5T5V0ZK7M3N8R".utf8) + Array("\(10_000 + events.count)".utf8).dropFirst()
            events.append(
                Event(
                    id: Text(repairing: id),
                    time: Instant(microseconds: 1_796_169_599_000_000 + second * 1_000_000),
                    content: content))
        }
        for (position, push) in pushes.enumerated() {
            if position == mark { event(.mark(label: "next"), push.time) }
            event(.push(push.exchange), push.time)
        }
        return ReportSource(events: events)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let pushes: [(time: Int64, exchange: Exchange)]
        var mark: Int?
        /// Of each push its number and how many there are; nil for one that was sent once.
        let attempts: [String?]

        var testDescription: String { name }
    }

    @Test(arguments: [
        Row(
            name: "the same bytes", pushes: [push(0), push(1), push(2, status: 200)],
            attempts: ["1/3", "2/3", "3/3"]),
        Row(name: "another body", pushes: [push(0), push(1, body: "[]")], attempts: [nil, nil]),
        Row(
            name: "another target", pushes: [push(0), push(1, target: "/3/device/cd")],
            attempts: [nil, nil]),
        Row(
            name: "another provider", pushes: [push(0), push(1, provider: "fcm")], attempts: [nil, nil]),
        Row(
            name: "one after the other", pushes: [push(0), push(1, body: "[]"), push(2)],
            attempts: ["1/2", nil, "2/2"]),
        Row(
            name: "the same apns-id", pushes: [push(0, id: "a"), push(1, id: "a", body: "[]")],
            attempts: ["1/2", "2/2"]),
        Row(
            name: "another apns-id", pushes: [push(0, id: "a"), push(1, id: "b")], attempts: [nil, nil]),
        Row(
            name: "the longest pause", pushes: [push(0), push(300), push(600)],
            attempts: ["1/3", "2/3", "3/3"]),
        Row(name: "a longer pause", pushes: [push(0), push(301)], attempts: [nil, nil]),
        Row(name: "a mark between", pushes: [push(0), push(1)], mark: 1, attempts: [nil, nil]),
        Row(
            name: "hidden payloads", pushes: [push(0, hidden: .payloads), push(1, hidden: .payloads)],
            attempts: [nil, nil]),
        Row(
            name: "hidden payloads with an apns-id",
            pushes: [push(0, id: "a", hidden: .payloads), push(1, id: "a", hidden: .payloads)],
            attempts: ["1/2", "2/2"]
        ),
        Row(name: "nothing", pushes: [], attempts: []),
    ])
    func `a send is known again`(row: Row) async throws {
        for crowd in [1, Attempts.smallCrowd] {
            let attempts = try await Attempts(of: Self.source(row.pushes, mark: row.mark), smallCrowd: crowd)
            #expect(
                row.pushes.indices.map { attempts[$0].map { "\($0.number)/\($0.count)" } } == row.attempts)
            #expect(attempts.retriedPushes == row.attempts.count { $0 != nil })
        }
    }

    @Test func `every form of a report tells that a push was sent three times`() async throws {
        let source = Self.source([
            Self.push(0), Self.push(1, body: "[]"), Self.push(2), Self.push(4, status: 200),
        ])
        let report = try await RenderedReport(source)
        let pushes =
            try JSONText(parsing: report.json).root.last("pushes").map { Array($0.elements) } ?? []
        #expect(pushes.map { $0.last("attempt")?.last("number")?.integer } == [1, nil, 2, 3])
        #expect(pushes.map { $0.last("attempt")?.last("of")?.integer } == [3, nil, 3, 3])
        #expect(pushes[3].last("attempt")?.last("group")?.text == pushes[0].last("id")?.text)
        #expect(
            report.page.root.text.description.contains("3 of them are 1 send that was tried again."))
        let facts = report.page.root.all(named: "div").map(\.text.description)
        #expect(facts.contains { $0.hasPrefix("Attempt3 of 3 the same push as #1") })
        #expect(String(decoding: report.markdown, as: UTF8.self).contains("3 of 3"))
    }

    /// The statuses of one push that came several times, and what the head says of that.
    @Test(arguments: [
        ([503, 200], "2 of them are 1 send that was tried again."),
        ([200, 200], "2 of them are 1 send that was tried again, 1 time after it had been accepted."),
        ([200, 503, 200, 200], "4 of them are 1 send that was tried again, 2 times after it had been accepted."),
    ])
    func `a send that was accepted and came again is told`(statuses: [Int], sentence: String) async throws {
        let pushes = statuses.enumerated().map { Self.push(Int64($0), status: $1) }
        let report = try await RenderedReport(Self.source(pushes))
        #expect(report.page.root.text.description.contains(sentence))
        #expect(String(decoding: report.markdown, as: UTF8.self).contains(sentence))
    }

    @Test func `a selection keeps the numbers of the log`() async throws {
        let source = try await Self.source([Self.push(0), Self.push(1), Self.push(2)]).withAttempts()
        var numbers: [Int?] = []
        try await PushReader(source.selecting([2, 1], of: "x")).forEach {
            $0.attempt?.number
        } consume: {
            numbers.append($0)
        }
        #expect(numbers == [3, 2])
    }
}
