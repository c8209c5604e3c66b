import Bytes
import Foundation
import TestSupport
import Testing

/// `pushreport check` on logs that another process still writes.
@Suite struct FollowTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(Places.program("pushreport"), ["check", "captures.ndjson"] + arguments, folder: folder.path)
    }

    private static let shown = #"{"message":{"topic":"weather","notification":{"title":"Storm warning"}}}"#

    @Test func `a lower bound is settled by the push that reaches it`() async throws {
        let recorder = try await StartedRecorder(in: folder)
        let check = try start(["title:storm", "--at-least", "2", "--within", "4m"])
        let curl = Curl(port: recorder.port)
        _ = try await curl.fcm(Self.shown)
        _ = try await curl.fcm(#"{"message":{"topic":"weather","data":{"a":"b"}}}"#)
        _ = try await curl.fcm(Self.shown)
        let result = await check.result()
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText.hasPrefix("ok      title:storm (2 matched)\n"))
    }

    @Test func `one too many is settled at once`() async throws {
        let recorder = try await StartedRecorder(in: folder)
        let check = try start(["title:storm", "--none", "--settle", "4m"])
        _ = try await Curl(port: recorder.port).fcm(Self.shown)
        let result = await check.result()
        #expect(result.status == 1)
        #expect(result.outputText.contains("1 matched, expected none"))
    }

    @Test func `an answer that may change is given when it has stood or the time is over`() async throws {
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).fcm(Self.shown)
        #expect(
            await (try start(["title:storm", "--count", "1", "--within", "4m", "--settle", "100ms"])).result().status
                == 0)
        #expect(await (try start(["title:rain", "--none", "--settle", "100ms"])).result().status == 0)
        #expect(await (try start(["title:storm", "--count", "1", "--within", "100ms"])).result().status == 0)
        #expect(await (try start(["title:storm", "--count", "2", "--within", "100ms"])).result().status == 1)
    }

    @Test func `a log that comes later is waited for, and one that never comes is an error`() async throws {
        let check = try start(["title:storm", "--within", "4m"])
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).fcm(Self.shown)
        #expect(await check.result().status == 0)
        let other = try await RunningProgram.run(
            Places.program("pushreport"), ["check", "missing.ndjson", "title:storm", "--within", "50ms"],
            folder: folder.path
        )
        #expect(other.status == 2)
        #expect(other.errorText == "pushreport: missing.ndjson does not exist\n")
    }

    @Test func `a log without pushes names the listeners and the requests that went elsewhere`() async throws {
        let recorder = try await StartedRecorder(in: folder)
        _ = try await Curl(port: recorder.port).send("http://localhost:\(recorder.port)/elsewhere", [])
        for arguments in [["title:storm"], ["title:storm", "--within", "50ms"]] {
            let result = await (try start(arguments)).result()
            #expect(result.status == 4)
            #expect(
                result.outputText.contains(
                    "nothing was captured\nthe recorder listened on 127.0.0.1:\(recorder.port)\n"))
            #expect(result.outputText.contains("1 other request came, to no provider's route"))
        }
    }

    @Test func `damaged lines are passed over and told`() async throws {
        var log = WrittenLog()
        log.append(raw: "{broken}\n")
        log.fcm(Self.shown)
        try folder.write(log.bytes, to: "captures.ndjson")
        let result = await (try start(["title:storm", "--follow"])).result()
        #expect(result.status == 3)
        #expect(await (try start(["title:storm", "--follow", "--lenient"])).result().status == 0)
    }
}
