import Bytes
import Foundation
import HTTPMessage
import HTTPServer
import JSONText
import TestSupport
import Testing

/// A recorder whose log has something in it already, or is changed by somebody else.
@Suite struct ContinuedLogTests {
    private func identifiers(_ run: APIRun) throws -> [Text] {
        try run.list().compactMap { $0.last("id")?.text }
    }

    @Test func `what the log has is there, with its marks and without what was cleared`() throws {
        var run: APIRun? = try APIRun(hasSamples: true)
        let folder = try #require(run).folder
        let ids = try identifiers(#require(run))
        #expect(try run?.send("POST", "/api/v1/push/marks", body: #"{"label":"checkout"}"#).status == 201)
        run?.apns(#"{"aps":{"alert":"marked"}}"#)
        #expect(try run?.send("DELETE", "/api/v1/push/messages/\(ids[1])").status == 204)
        let before = try run?.list().map { Array($0.raw) }
        run = nil

        let next = try APIRun(continuing: folder)
        #expect(try next.list().map { Array($0.raw) } == before)
        #expect(try next.list().map { $0.last("mark")?.text } == ["checkout", nil, nil])
        #expect(try next.send("GET", "/api/v1/push/messages/\(ids[1])").status == 404)
        next.apns(#"{"aps":{"alert":"later"}}"#)
        #expect(try next.list("?q=mark:checkout").count == 2)
        #expect(try next.send("GET", "/api/v1/health").json.last("events")?.integer == 4)
    }

    @Test func `what was cleared before stays cleared`() throws {
        var run: APIRun? = try APIRun(hasSamples: true)
        let folder = try #require(run).folder
        #expect(try run?.send("DELETE", "/api/v1/push/messages").status == 204)
        run = nil
        #expect(try APIRun(continuing: folder).list().isEmpty)
    }

    @Test func `a recorder around a command shows what the command sends`() throws {
        var run: APIRun? = try APIRun(hasSamples: true)
        let folder = try #require(run).folder
        run = nil
        let next = try APIRun(continuing: folder, showsEarlier: false)
        #expect(try next.list().isEmpty)
        next.apns(#"{"aps":{"alert":"now"}}"#)
        #expect(try next.list().count == 1)
        #expect(try next.kinds().count == 4)
    }

    @Test func `a clock that was set back loses no push`() throws {
        var run: APIRun? = try APIRun(hasSamples: true)
        let folder = try #require(run).folder
        run = nil
        let next = try APIRun(hasSamples: true, continuing: folder, after: -60)
        let ids = try identifiers(next)
        #expect(ids.count == 6)
        for id in ids { #expect(try next.send("GET", "/api/v1/push/messages/\(id)").json.last("id")?.text == id) }
        let page = try next.list("?cursor=\(ids[2])").compactMap { $0.last("id")?.text }
        #expect(page == Array(ids[3...]))
        let headers: KeyValuePairs<StaticString, Text> = ["host": "localhost", "last-event-id": ids[3]]
        guard case .stream(_, let body) = next.reply("GET", "/api/v1/events/stream", headers) else {
            Issue.record("no stream")
            return
        }
        var output: [UInt8] = []
        #expect(body.append(to: &output, upTo: 65_536, at: .zero))
        let text = String(decoding: output, as: UTF8.self)
        #expect(ids.reversed().filter { text.contains("data: \($0)\n") } == Array(ids[..<3].reversed()))
    }

    @Test func `a push of a provider that is not known is passed over`() throws {
        var run: APIRun? = try APIRun(hasSamples: true)
        let folder = try #require(run).folder
        run = nil
        let log = String(decoding: try folder.read("captures.ndjson"), as: UTF8.self)
        try folder.write(
            Array(log.replacingOccurrences(of: #""provider":"fcm""#, with: #""provider":"wns""#).utf8),
            to: "captures.ndjson")
        let next = try APIRun(continuing: folder)
        #expect(try next.list().map { $0.last("provider")?.text } == ["apns", "apns"])
    }

    @Test(arguments: [0, 1, 2])
    func `what somebody cut off the log is gone`(kept: Int) throws {
        let run = try APIRun(hasSamples: true)
        let lines = try folderLines(run)
        let file = try #require(FileHandle(forWritingAtPath: run.folder.file("captures.ndjson")))
        try file.truncate(atOffset: UInt64(lines.prefix(kept).reduce(0) { $0 + $1.count + 1 }))
        #expect(try run.list().count == kept)
        #expect(try run.send("GET", "/api/v1/health").json.last("events")?.integer == Int64(kept))
    }

    @Test func `a log that somebody wrote over is told, not guessed at`() throws {
        let run = try APIRun(hasSamples: true)
        let file = try #require(FileHandle(forWritingAtPath: run.folder.file("captures.ndjson")))
        try file.write(contentsOf: Data("garbage".utf8))
        let response = try run.send("GET", "/api/v1/push/messages?priority=high")
        #expect(response.status == 500)
        #expect(try response.json.last("error")?.text?.isEmpty == false)
    }

    private func folderLines(_ run: APIRun) throws -> [ArraySlice<UInt8>] {
        try run.folder.read("captures.ndjson").split(separator: UInt8(ascii: "\n"))
    }
}
