import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// What an XMPP server sent through MongoosePush, handed on in each form.
@Suite struct GatewayExportTests {
    private static let log = "\(Places.package)/samples/xmpp-evening/captures.ndjson"
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Exports the gateway's pushes and gives what was written.
    private func exported(_ form: String, _ filter: String = "provider:mongoosepush") async throws -> [UInt8] {
        let result = try await RunningProgram.run(
            Places.program("pushreport"), ["export", Self.log, filter, "--as", form], folder: folder.path)
        #expect(result.status == 0, "\(result.errorText)")
        return result.output
    }

    private func sent() throws -> [JSONValue] {
        try CapturedLines(of: Self.log).pushes.filter { $0.text("provider") == "mongoosepush" }
    }

    private func lines(_ bytes: [UInt8]) throws -> [JSONValue] {
        try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONText(parsing: Array($0)).root }
    }

    @Test func `the simulator gets the payloads that the gateway would have sent to Apple`() async throws {
        let filter = "service:apns outgoing.json:/aps -refused:yes"
        let result = try await RunningProgram.run(
            Places.program("pushreport"), ["export", Self.log, filter, "--as", "apns", "-o", "simulator"],
            folder: folder.path)
        #expect(result.status == 0, "\(result.errorText)")
        let pushes = try lines(
            try await RunningProgram.run(
                Places.program("pushreport"), ["query", Self.log, filter, "-f", "ndjson"], folder: folder.path
            ).output)
        #expect(pushes.count > 1)
        for push in pushes {
            let outgoing = try #require(push.last("message")?.last("outgoing")?.last("body")?.raw)
            let topic = try #require(push.text("message", "app"))
            let file = try folder.read("simulator/\(push.text("id") ?? "").apns")
            let expected = Array(#"{"Simulator Target Bundle":"\#(topic)","#.utf8) + outgoing.dropFirst()
            #expect(file == expected, "\(String(decoding: file, as: UTF8.self))")
        }
    }

    @Test func `the script posts each request to the gateway again`() async throws {
        try folder.write(try await exported("curl"), to: "again.sh")
        let recorder = try await StartedRecorder(in: folder)
        let run = try await RunningProgram.run(
            "/bin/sh", [folder.file("again.sh")], environment: ["PUSH_URL": "http://127.0.0.1:\(recorder.port)"])
        #expect(run.status == 0, "\(run.errorText)")
        await recorder.stop()
        let (sent, received) = (try sent(), try CapturedLines(of: recorder.log).pushes)
        #expect(received.count == sent.count && sent.count > 5)
        for (sent, received) in zip(sent, received) {
            #expect(received.text("provider") == "mongoosepush")
            for key in ["method", "target", "http", "body"] as [StaticString] {
                #expect(received.last("request")?.last(key)?.raw == sent.last("request")?.last(key)?.raw, "\(key)")
            }
        }
    }

    @Test func `an HTTP archive has what was posted to the gateway`() async throws {
        let archive = try JSONText(parsing: try await exported("har")).root
        let entries = try #require(archive.last("log")?.last("entries")).elements.map(\.self)
        let sent = try sent()
        #expect(entries.count == sent.count)
        for (entry, sent) in zip(entries, sent) {
            #expect(entry.text("_provider") == "mongoosepush")
            let request = try #require(entry.last("request"))
            let target = try #require(sent.last("request")?.text("target"))
            #expect(request.text("url")?.description.hasSuffix(target.description) == true)
            #expect(request.last("postData")?.text("text") == sent.last("request")?.last("body")?.text("text"))
            #expect(entry.last("response")?.last("status")?.integer == sent.last("response")?.last("status")?.integer)
        }
    }

    @Test func `CloudEvents have the lines of the log as their data`() async throws {
        let (events, sent) = (try lines(try await exported("cloudevents")), try sent())
        #expect(events.count == sent.count)
        for (event, sent) in zip(events, sent) {
            #expect(event.text("source") == "urn:pushreport:mongoosepush")
            #expect(event.text("id") == sent.text("id"))
            #expect(event.last("data")?.raw == sent.raw)
        }
    }

    @Test func `a log means the same as the one that it was taken from`() async throws {
        try folder.write(try await exported("ndjson"), to: "copy.ndjson")
        var outputs: [[UInt8]] = []
        for log in [Self.log, "copy.ndjson"] {
            let result = try await RunningProgram.run(
                Places.program("pushreport"), ["query", log, "provider:mongoosepush", "-f", "ndjson"],
                folder: folder.path)
            outputs.append(result.output)
        }
        #expect(outputs[0] == outputs[1])
        #expect(!outputs[0].isEmpty)
    }
}
