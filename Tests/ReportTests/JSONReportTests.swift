import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Report
import TestSupport
import Testing

@Suite struct JSONReportTests {
    @Test func `the document has its keys in order`() async throws {
        let root = try await JSONText(parsing: RenderedReport(SampleRun()).json).root
        #expect(root.members.map(\.key) == ["version", "run", "totals", "pushes"])
        #expect(root.last("version")?.integer == 1)
        let pushes = try #require(root.last("pushes"))
        #expect(pushes.count == 19)
        #expect(root.last("totals")?.last("pushes")?.integer == 19)
        for push in pushes.elements {
            let keys = push.members.map(\.key).filter { $0 != "mark" }
            #expect(
                keys == [
                    "id", "received_at", "provider", "status", "refused", "title", "preview", "displays", "explain",
                    "platforms", "findings", "message", "request", "response",
                ]
            )
            for platform in push.last("platforms")?.members.map(\.value) ?? .init() {
                #expect(platform.members.map(\.key) == ["outcome", "reason", "explain"])
            }
        }
    }

    @Test func `the body stands as it was sent`() async throws {
        let body: Text = #"{"aps":{"alert":"a\ud800b"},"n":1e400,"a":1.10,"a":18446744073709551616}"#
        var run = SampleRun(empty: ())
        run.apns(body)
        let root = try await JSONText(parsing: RenderedReport(run).json).root
        let push = try #require(root.last("pushes")?.elements.map { $0 }.first)
        #expect(push.last("request")?.last("body")?.last("text")?.text == body)
        #expect(
            push.last("message")?.last("data")?.raw.elementsEqual(
                #"{"n":1e400,"a":1.10,"a":18446744073709551616}"#.utf8) == true)
    }

    @Test(arguments: HostileTextTests.cases) func `hostile text comes back byte for byte`(
        _ hostile: HostileTextTests.Case
    ) async throws {
        var run = SampleRun(empty: ())
        run.mark(hostile.text)
        run.apns(hostile.text, token: hostile.text)
        let root = try await JSONText(parsing: RenderedReport(run).json).root
        let push = try #require(root.last("pushes")?.elements.map { $0 }.first)
        #expect(push.last("mark")?.text == hostile.text)
        #expect(push.last("request")?.last("body")?.last("text")?.text == hostile.text)
    }

    @Test func `bytes that are no text are base64`() async throws {
        var run = SampleRun.one
        guard case .push(var exchange) = run.events[0].content else { return }
        exchange.request.body = [0xFF, 0x00]
        run.push(exchange)
        let root = try await JSONText(parsing: RenderedReport(run).json).root
        let push = try #require(root.last("pushes")?.elements.map { $0 }.last)
        #expect(push.last("request")?.last("body")?.last("bytes")?.text == "/wA=")
    }

    @Test func `a run of nothing is a document too`() async throws {
        let root = try await JSONText(parsing: RenderedReport(SampleRun(empty: ())).json).root
        #expect(root.last("pushes")?.count == 0)
        #expect(root.last("run")?.last("complete")?.bool == true)
    }
}
