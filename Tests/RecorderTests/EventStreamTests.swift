import Bytes
import HTTPMessage
import HTTPServer
import JSONText
import ReadAPI
import Recorder
import Testing

@Suite struct EventStreamTests {
    private struct Failure: Error {}

    private func stream(
        _ run: APIRun, _ query: String = "", after id: Text? = nil
    ) throws -> any BodyStream {
        let reply =
            id.map { run.reply("GET", "/api/v1/events/stream" + query, ["host": "localhost", "last-event-id": $0]) }
            ?? run.reply("GET", "/api/v1/events/stream" + query)
        guard case .stream(_, let body) = reply else { throw Failure() }
        return body
    }

    /// What a reader that takes everything gets now.
    private func read(_ body: any BodyStream, at now: Duration = .zero) -> String {
        var output: [UInt8] = []
        while body.isReady(at: now) {
            if !body.append(to: &output, upTo: 65_536, at: now) { break }
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func events(_ text: String, named name: String) -> [String] {
        text.split(separator: "\n\n").filter { $0.contains("event: \(name)\n") }
            .compactMap { $0.split(separator: "data: ").last.map(String.init) }
    }

    private func push(_ run: APIRun, _ number: Int) {
        run.fcm(#"{"message":{"topic":"n\#(number)","data":{"a":"b"}}}"#)
    }

    private func identifiers(_ run: APIRun) throws -> [String] {
        try run.list().reversed().compactMap { $0.last("id")?.text?.description }
    }

    @Test func `a push comes as JSON under its identifier, then as an event that names it`() throws {
        let run = try APIRun(hasSamples: true)
        let body = try stream(run)
        #expect(read(body).hasPrefix(":"))
        push(run, 1)
        let id = try #require(try identifiers(run).last)
        let text = read(body)
        #expect(text.hasPrefix("id: \(id)\ndata: {\"id\":\"\(id)\",\"plugin\":\"push\""))
        #expect(events(text, named: "push.message") == [id])
        #expect(!body.isReady(at: .seconds(1)))
    }

    @Test func `filters hold back what does not match, and marks and resets always come`() throws {
        let run = try APIRun()
        let body = try stream(run, "?target=n2")
        for number in 1...3 { push(run, number) }
        _ = try run.send("POST", "/api/v1/push/marks", body: #"{"label":"step"}"#)
        _ = try run.send("DELETE", "/api/v1/push/messages")
        let rest = read(body)
        #expect(events(rest, named: "reset").count == 1)
        push(run, 2)
        _ = try run.send("POST", "/api/v1/push/marks", body: #"{"label":"step 2"}"#)
        let text = read(body)
        #expect(events(text, named: "push.message").count == 1)
        #expect(events(text, named: "mark").first?.contains("step 2") == true)
    }

    @Test func `after a break the stream goes on behind the last event that was read`() throws {
        let run = try APIRun()
        for number in 1...5 { push(run, number) }
        let ids = try identifiers(run)
        let text = read(try stream(run, after: Text(ids[1])))
        #expect(events(text, named: "push.message") == Array(ids[2...]))
        let all = read(try stream(run, after: "00000000000000000000000000"))
        #expect(events(all, named: "push.message") == ids)
        let since = read(try stream(run, "?since=1h"))
        #expect(events(since, named: "push.message") == ids)
    }

    @Test func `a slow reader is behind and loses nothing`() throws {
        let run = try APIRun()
        let body = try stream(run)
        _ = read(body)
        for number in 1...700 { push(run, number) }
        var text: [UInt8] = []
        var pieces = 0
        while body.isReady(at: .zero) {
            var piece: [UInt8] = []
            #expect(body.append(to: &piece, upTo: 100, at: .zero))
            #expect(piece.count < 5000)
            text += piece
            pieces += 1
        }
        #expect(pieces == 700)
        #expect(events(String(decoding: text, as: UTF8.self), named: "push.message") == (try identifiers(run)))
    }

    @Test func `a payload over several lines is one event`() throws {
        let run = try APIRun()
        let body = try stream(run)
        _ = read(body)
        run.apns("{\"aps\":\r\n{\"alert\":\n\"x\"}}")
        let frame = try #require(read(body).split(separator: "\n\n").first)
        let lines = frame.split(separator: "\n").dropFirst()
        #expect(lines.allSatisfy { $0.hasPrefix("data: ") })
        let data = lines.map { $0.dropFirst(6) }.joined(separator: "\n")
        #expect(try JSONText(parsing: Array(data.utf8)).root.last("plugin")?.text == "push")
    }

    @Test func `a stream without events says that it lives`() throws {
        let run = try APIRun()
        let body = try stream(run)
        _ = read(body)
        #expect(!body.isReady(at: .seconds(14)))
        #expect(read(body, at: .seconds(15)) == ": still here\n\n")
        #expect(!body.isReady(at: .seconds(29)))
    }

    @Test func `the end of the server ends a stream behind its last event`() throws {
        let run = try APIRun()
        let body = try stream(run)
        push(run, 1)
        run.recorder.drainBegan()
        var output: [UInt8] = []
        #expect(!body.append(to: &output, upTo: 65_536, at: .zero))
        #expect(events(String(decoding: output, as: UTF8.self), named: "push.message").count == 1)
    }

    @Test func `no more streams than the limit are open, and an identifier that is none is refused`() throws {
        let run = try APIRun { $0.streams = 1 }
        do {
            let body = try stream(run)
            #expect(try run.send("GET", "/api/v1/events/stream").status == 503)
            #expect(body.isReady(at: .zero))
        }
        let refused = try run.send("GET", "/api/v1/events/stream", ["host": "localhost", "last-event-id": "7"])
        #expect(refused.status == 400)
        #expect(try refused.json.last("parameter")?.text == "Last-Event-ID")
    }
}
