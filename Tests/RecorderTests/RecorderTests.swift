import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import HTTPServer
import JSONText
import Providers
import TestSupport
import Testing

@testable import Recorder

@Suite struct RecorderTests {
    private let connection = ConnectionFacts(listener: 0, isSecure: true, clientCertificate: "CN=sender")
    private let noon = Instant(microseconds: 1_796_040_000_000_000)

    private func push() -> HTTPRequest {
        HTTPRequest(
            method: Array("POST".utf8),
            target: Array("/3/device/00fc13ad".utf8),
            version: .http2,
            headers: HeaderList(["apns-topic": "com.example.MyApp"]),
            body: Array(#"{"aps":{"alert":"Bob wants to play poker"}}"#.utf8)
        )
    }

    private func lines(in folder: TemporaryFolder) throws -> [JSONText] {
        try folder.read("captures.ndjson").split(separator: UInt8(ascii: "\n")).map { try JSONText(parsing: Array($0)) }
    }

    @Test func `A run is a start line, a line for each request on any route, and an end line with counts`() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")),
            rules: AnswerRules(),
            now: { noon },
            notify: { Issue.record("unexpected notice \($0)") }
        )
        try recorder.start(version: "1", limits: ["body_bytes": 1000], listeners: ["127.0.0.1:8822"])
        let answer = recorder.received(push(), on: connection, cut: nil)
        let stray = recorder.received(
            HTTPRequest(method: Array("GET".utf8), target: Array("/favicon.ico".utf8)),
            on: connection,
            cut: nil
        )
        #expect(recorder.commit())
        try recorder.finish()
        #expect(answer.status == 200)
        #expect(stray.status == 404)

        let lines = try lines(in: folder)
        let kinds = lines.compactMap { $0.root.last("kind")?.text }
        #expect(kinds == ["run", "push", "request", "end"])
        #expect(Set(lines.compactMap { $0.root.last("id")?.text }).count == 4)
        #expect(lines[1].root.last("annotations")?.last("tls")?.bool == true)
        #expect(lines[1].root.last("annotations")?.last("client_certificate")?.text == "CN=sender")
        let counts = try #require(lines[3].root.last("counts"))
        #expect(counts.last("push")?.integer == 1)
        #expect(counts.last("request")?.integer == 1)
    }

    @Test func `Nothing is in the log before the batch is kept`() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")),
            rules: AnswerRules(),
            now: { noon },
            notify: { _ in }
        )
        _ = recorder.received(push(), on: connection, cut: nil)
        #expect(try lines(in: folder).isEmpty)
        #expect(recorder.commit())
        #expect(try lines(in: folder).count == 1)
    }

    @Test(arguments: [
        (RequestCut.bodyBytes(limit: 10), 413, "body bytes: 10"),
        (.headerBytes(limit: 20), 431, "header bytes: 20"),
        (.headerFields(limit: 30), 431, "header fields: 30"),
        (.bufferedBytes(limit: 40), 503, "bytes buffered for all connections: 40"),
        (.requestTime(limit: .seconds(20)), 408, "request time: 20s"),
        (.transferCoding, 501, "transfer coding: chunked"),
        (.malformed("host is missing"), 400, "protocol: host is missing"),
    ])
    func `A request cut short is recorded with the limit and the answer it got`(
        cut: RequestCut,
        status: Int,
        limit: String
    ) throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")),
            rules: AnswerRules(),
            now: { noon },
            notify: { _ in }
        )
        let answer = recorder.received(push(), on: connection, cut: cut)
        #expect(recorder.commit())
        #expect(answer.status == status)
        let line = try #require(try lines(in: folder).first)
        #expect(line.root.last("annotations")?.last("limit")?.text == Text(limit))
        #expect(line.root.last("response")?.last("status")?.integer == Int64(status))
        let isPush = line.root.last("kind")?.text.map { $0 == "push" }
        #expect(isPush == ![400, 408, 501].contains(status))
    }

    @Test(arguments: [LogChange.deleted, .moved])
    func `A log that is taken away is begun anew, with all that a log begins with`(change: LogChange) throws {
        let folder = try TemporaryFolder()
        var notices: [Recorder.Notice] = []
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")),
            rules: AnswerRules(),
            now: { noon },
            notify: { notices.append($0) }
        )
        try recorder.start(version: "1", limits: [:], listeners: [])
        _ = recorder.received(push(), on: connection, cut: nil)
        #expect(recorder.commit())
        if change == .moved {
            try FileManager.default.moveItem(atPath: folder.file("captures.ndjson"), toPath: folder.file("moved"))
        } else {
            try FileManager.default.removeItem(atPath: folder.file("captures.ndjson"))
        }
        for _ in 0..<2 { _ = recorder.received(push(), on: connection, cut: nil) }
        #expect(recorder.commit())
        try recorder.finish()
        #expect(notices == [.logChanged(change, lines: 2)])
        #expect(recorder.counts.lost == (change == .moved ? 0 : 2))
        #expect(recorder.counts.isIncomplete == (change == .deleted))
        #expect(try lines(in: folder).compactMap { $0.root.last("kind")?.text } == ["run", "push", "push", "end"])
    }

    @Test func `What no handler saw is counted at the end`() throws {
        let folder = try TemporaryFolder()
        let recorder = Recorder(
            log: try LogWriter(path: folder.file("captures.ndjson")), rules: AnswerRules(), now: { noon },
            notify: { _ in }
        )
        try recorder.finish()
        let counts = try #require(try lines(in: folder).first?.root.last("counts"))
        for name in ["lost", "refused_streams", "malformed", "timed_out", "broken_off"] {
            #expect(counts.members.contains { $0.key == Text(name) && $0.value.integer == 0 })
        }
    }

    @Test func `UUIDs have version 4, variant 1, and differ`() {
        var uuids = UUIDs()
        let made = (0..<1000).map { _ in uuids.next() }
        #expect(Set(made).count == 1000)
        for uuid in made {
            #expect(uuid.bytes.count == 36)
            #expect(uuid.bytes[14] == UInt8(ascii: "4"))
            #expect("89ab".utf8.contains(uuid.bytes[19]))
            #expect([8, 13, 18, 23].allSatisfy { uuid.bytes[$0] == UInt8(ascii: "-") })
        }
    }
}
