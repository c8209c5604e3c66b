import Bytes
import CaptureLog
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
    }

    @Test func `A tunnel is refused and recorded`() throws {
        let answer = answerOffRoute(
            to: HTTPRequest(method: Array("CONNECT".utf8), target: Array("fcm.googleapis.com:443".utf8))
        )
        #expect(answer.status == 403)
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
