import Bytes
import CaptureLog
import Export
import Foundation
import HTTPMessage
import JSONText
import Report
import TestSupport
import Testing

/// Exports as other programs read them.
@Suite struct FormTests {
    static let hostile: [Exchange] = HostileText.all.map { hostile in
        var request = HTTPRequest.fixture("POST", hostile.text, body: hostile.text)
        request.headers.append("x-hostile", hostile.text.bytes[...])
        return Exchange.fixture(provider: hostile.text, request, answer: hostile.text)
    }

    static let binary: Exchange = {
        var exchange = Exchange.fixture(provider: "fcm", .fixture("POST", "/v1/projects/p/messages:send"))
        exchange.request.body = Array(0...255)
        exchange.request.headers.append("x-bytes", [0xFF, 0xFE])
        exchange.response.body = [0x80]
        return exchange
    }()

    private var pushes: [CapturedPush] {
        ([Self.binary] + Self.hostile).enumerated().map { CapturedPush($1, position: $0) } + [
            .apns(#"{"aps":{}}"#), .fcm(#"{"message":{"token":"t"}}"#),
        ]
    }

    private func document(_ format: ExportFormat) throws -> [UInt8] {
        let source = ReportSource(events: [])
        let lines = pushes.enumerated().flatMap { format.bytes(of: $1, isFirst: $0 == 0, under: nil) }
        return try format.head(of: source) + lines + format.tail
    }

    @Test func `an HTTP archive is valid and holds every byte`() throws {
        let archive = try JSONText(parsing: document(.har))
        let schema = try JSONSchema(path: Places.package + "/Tests/ExportTests/har-1.2.schema.json")
        #expect(schema.faults(in: archive.root) == [])
        let entries = try #require(archive.root.last("log")?.last("entries")).elements.map { $0 }
        #expect(entries.count == pushes.count)
        let posted = try #require(entries[0].last("request")?.last("postData"))
        #expect(posted.last("_encoding")?.text == "base64")
        #expect(posted.last("text")?.text.flatMap { Base64.decode($0.bytes[...]) } == Array(0...255))
        #expect(entries[0].last("response")?.last("content")?.last("encoding")?.text == "base64")
        for (entry, exchange) in zip(entries.dropFirst(), Self.hostile) {
            #expect(entry.last("request")?.last("postData")?.last("text")?.text?.bytes ?? [] == exchange.request.body)
        }
        let query = try #require(entries.last?.last("request")?.last("queryString")).elements.map { $0 }
        #expect(query.map { $0.last("name")?.text } == ["a", "c"])
        #expect(query.map { $0.last("value")?.text } == ["b", ""])
    }

    @Test func `CloudEvents have what the specification demands`() throws {
        let lines = try document(.cloudevents).split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == pushes.count)
        for (line, push) in zip(lines, pushes) {
            let event = try JSONText(parsing: Array(line)).root
            #expect(event.last("specversion")?.text == "1.0")
            let source = try #require(event.last("source")?.text)
            #expect(["urn:pushreport:apns", "urn:pushreport:fcm", "urn:pushreport:other"].contains(source.description))
            #expect(event.last("type")?.text?.isEmpty == false)
            #expect(event.last("id")?.text == push.id)
            #expect(event.last("time")?.text == Text(repairing: push.time.rfc3339))
            let data = try #require(event.last("data"))
            guard case .push(let exchange)? = EventReader.event(Array(data.raw))?.content else {
                Issue.record("the data is no event")
                continue
            }
            #expect(exchange.request.body == push.exchange.request.body)
        }
    }

    @Test func `a log comes back as it was, with its marks`() async throws {
        let folder = try TemporaryFolder()
        let mark = ReportSource.Mark(id: "01JDX0Q6W5T5V0ZK7M3N8R2B00", time: Instant(microseconds: 1))
        let group = ReportSource.Group(label: "a \"mark\"", pushes: 0..<1, mark: mark)
        let source = ReportSource(events: [])
        let line = ExportFormat.ndjson.bytes(of: CapturedPush(Self.binary), isFirst: true, under: group)
        let head = try ExportFormat.ndjson.head(of: source)
        #expect(head.starts(with: Array("\(ExportFormat.ndjson.opening)".utf8)))
        try folder.write(head + line, to: "x.ndjson")
        let set = try LogSet.open([folder.file("x.ndjson")])
        #expect(set.problems.isEmpty)
        #expect(set.mark(at: 1) == "a \"mark\"")
        guard case .push(let exchange) = try set.event(at: 1).content else {
            Issue.record("the push is gone")
            return
        }
        #expect(exchange.request.body == Self.binary.request.body)
        #expect(exchange.request.headers == Self.binary.request.headers)
    }

    @Test(arguments: [
        ("a\tb\nc", true), ("\u{3}\nid\n", false), ("\u{1B}[201~", false), ("\u{7F}", false), ("a\r\nb", false),
        ("\0", false),
    ])
    func `a body with control characters does not stand in a command`(body: String, stands: Bool) throws {
        var exchange = Exchange.fixture(provider: "fcm", .fixture("POST", "/v1/projects/p/messages:send"))
        exchange.request.body = Array(body.utf8)
        let command = CurlScript.command(for: CapturedPush(exchange, position: 0))
        #expect(command.starts(with: Array("printf '".utf8)) != stands)
        #expect((command.firstRange(of: Array(body.utf8)) != nil) == stands)
    }

    @Test func `a shell takes the script as it is meant`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(document(.curl), to: "x.sh")
        // A curl that tells its arguments and its input, each with a byte behind it that no argument has.
        try folder.write(
            Array(
                "#!/bin/sh\nprintf '%s\\0' \"$@\"\ncase \"$*\" in *'--data-binary @-'*) cat; printf '\\0';; esac\n".utf8
            ),
            to: "curl"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("curl"))
        let path = "\(folder.path):/usr/bin:/bin"
        let result = try await RunningProgram.run("/bin/sh", [folder.file("x.sh")], environment: ["PATH": path])
        #expect(result.status == 0, "\(result.errorText)")
        #expect(result.errors.isEmpty)
        for push in pushes where !push.exchange.request.body.isEmpty {
            #expect(result.output.firstRange(of: push.exchange.request.body) != nil)
        }
        for exchange in Self.hostile where !exchange.request.target.contains(0) {
            #expect(result.output.firstRange(of: [0] + exchange.request.target + [0]) != nil)
        }
    }
}
