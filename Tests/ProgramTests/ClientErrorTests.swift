import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// What real clients make of answers that a script gives, and how often they try.
@Suite struct ClientErrorTests {
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    struct Client: Sendable, CustomTestStringConvertible {
        /// Its function in `client_errors.py`.
        let name: String
        let answers: [String]
        /// Of each device what the client says and how many pushes are recorded.
        let outcomes: [(device: String, says: String, pushes: ClosedRange<Int>)]

        var testDescription: String { name }
    }

    private static let apns = [
        #"{"target":"bad","answer":{"reason":"BadDeviceToken"}}"#,
        #"{"target":"gone","answer":{"reason":"Unregistered","timestamp":1795953600000}}"#,
        #"{"target":"busy","times":1,"answer":{"reason":"TooManyRequests"}}"#,
        #"{"target":"down","times":1,"answer":{"reason":"ServiceUnavailable"}}"#,
        #"{"target":"drop","times":1,"answer":{"drop":true}}"#,
        #"{"target":"away","times":1,"answer":{"goaway":true}}"#,
    ]

    private static let fcm = [
        #"{"target":"bad","answer":{"error":"INVALID_ARGUMENT"}}"#,
        #"{"target":"gone","answer":{"error":"UNREGISTERED"}}"#,
        #"{"target":"busy","times":1,"answer":{"error":"QUOTA_EXCEEDED"}}"#,
        #"{"target":"later","times":1,"answer":{"error":"QUOTA_EXCEEDED","retry_after":1}}"#,
        #"{"target":"down","times":1,"answer":{"error":"UNAVAILABLE"}}"#,
        #"{"target":"drop","times":1,"answer":{"drop":true}}"#,
        #"{"target":"away","times":1,"answer":{"goaway":true}}"#,
    ]

    // Behind its answer a GOAWAY, or over HTTP/1.1 the end of the connection, makes a client connect again and nothing else.
    private static let clients = [
        Client(
            name: "aioapns", answers: apns,
            outcomes: [
                ("bad", "BadDeviceToken", 1...1), ("gone", "Unregistered since 1795953600000", 1...1),
                ("busy", "TooManyRequests", 1...1), ("down", "ServiceUnavailable", 1...1), ("drop", "sent", 2...2),
                ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
        Client(
            name: "simple_apns", answers: apns,
            outcomes: [
                ("bad", "APNSTokenError", 1...1), ("gone", "APNSTokenError", 1...1), ("busy", "sent", 2...2),
                ("down", "sent", 2...2), ("drop", "sent", 2...2), ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
        Client(
            name: "kalyke", answers: apns,
            outcomes: [
                ("bad", "BadDeviceToken", 1...1), ("gone", "Unregistered", 1...1), ("busy", "TooManyRequests", 1...1),
                ("down", "ServiceUnavailable", 1...1), ("drop", "RemoteProtocolError", 1...1),
                ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
        Client(
            name: "firebase_admin", answers: fcm,
            outcomes: [
                ("bad", "InvalidArgumentError", 1...1), ("gone", "UnregisteredError", 1...1),
                ("busy", "QuotaExceededError", 1...1), ("later", "sent", 2...2), ("down", "sent", 2...2),
                ("drop", "sent", 2...2), ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
        Client(
            name: "pyfcm", answers: fcm,
            outcomes: [
                ("bad", "InvalidDataError", 1...1), ("gone", "FCMNotRegisteredError", 1...1),
                ("busy", "FCMServerError", 1...1), ("later", "sent", 2...2), ("down", "sent", 2...2),
                ("drop", "sent", 2...2), ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
        Client(
            name: "async_firebase", answers: fcm,
            outcomes: [
                ("bad", "InvalidArgumentError", 1...1), ("gone", "UnregisteredError", 1...1),
                ("busy", "QuotaExceededError", 1...1), ("later", "QuotaExceededError", 1...1),
                ("down", "UnavailableError", 1...1), ("drop", "UnknownError", 1...1), ("away", "sent", 1...1),
                ("fine", "sent", 1...1),
            ]),
        Client(
            name: "apprise", answers: fcm,
            outcomes: [
                ("bad", "False", 1...1), ("gone", "False", 1...1), ("busy", "False", 1...1), ("later", "False", 1...1),
                ("down", "False", 1...1), ("drop", "False", 1...1), ("away", "sent", 1...1), ("fine", "sent", 1...1),
            ]),
    ]

    @Test(arguments: clients)
    func `a client meets what the script says`(client: Client) async throws {
        let folder = try TemporaryFolder()
        try await SenderKeys.make(in: folder)
        let answers = try folder.write(
            Array(#"{"answers":[\#(client.answers.joined(separator: ","))]}"#.utf8), to: "answers.json")
        let log = folder.file("run.ndjson")
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"),
            ["--quiet", "--log", log, "--ingress", "127.0.0.1:0", "--no-api", "--answers", answers]
                + ["--tls", "auto", "--ca-dir", folder.file("ca")]
                + ["--", Places.python, "\(fixtures)/client_errors.py", client.name] + client.outcomes.map(\.device),
            folder: folder.file("")
        )
        #expect(result.status == 0, "\(result.errorText)")
        let said = client.outcomes.map { "\($0.device) \($0.says)\n" }.joined()
        #expect(result.outputText == said, "\(result.errorText)")
        let pushes = try await RunningProgram.run(
            Places.program("pushreport"), ["query", log, "--fields", "target"])
        let targets = pushes.outputText.split(separator: "\n").dropFirst()
        for outcome in client.outcomes {
            let count = targets.count { $0 == outcome.device }
            #expect(outcome.pushes.contains(count), "\(outcome.device): \(count)")
        }
    }

    @Test func `a report tells that a client tried again`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let curl = Curl(port: recorder.port)
        for _ in 0..<3 { _ = try await curl.fcm(#"{"message":{"topic":"a","notification":{"title":"T"}}}"#) }
        _ = try await curl.fcm(#"{"message":{"topic":"b","notification":{"title":"T"}}}"#)
        await recorder.stop()
        let program = Places.program("pushreport")
        let count = try await RunningProgram.run(program, ["query", recorder.log, "attempt:>1", "--format", "count"])
        #expect(count.outputText == "2\n", "\(count.errorText)")
        let table = try await RunningProgram.run(program, ["query", recorder.log, "--fields", "attempt,target"])
        #expect(table.outputText.contains("3        a"), "\(table.outputText)")
        let check = try await RunningProgram.run(program, ["check", recorder.log, "attempt:3", "--count", "1"])
        #expect(check.status == 0, "\(check.outputText)\(check.errorText)")
        let following = try await RunningProgram.run(
            program, ["check", recorder.log, "attempt:3", "--count", "1", "--follow"])
        #expect(following.status == 64)
        #expect(following.errorText.contains("attempt is known in whole logs alone"))
    }

    @Test func `five hundred sends over one connection, ninety at a time, are all there`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await RunningProgram.run(
            Places.python, ["\(fixtures)/many_sends.py", "http://127.0.0.1:\(recorder.port)"])
        #expect(result.status == 0, "\(result.errorText)")
        await recorder.stop()
        let pairs = result.outputText.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(pairs.count == 500)
        #expect(pairs.allSatisfy { $0[0] == $0[1] })
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(Set(pushes.compactMap { $0.text("request", "target") }).count == 500)
        let bodies = Set(pushes.compactMap { $0.text("request", "body", "text")?.description })
        #expect(bodies == Set((0..<500).map { #"{"aps":{"alert":"push \#($0)"}}"# }))
    }
}
