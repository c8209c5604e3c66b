import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct LifecycleTests {
    private let push = #"{"aps":{"alert":"hello"}}"#

    @Test func `a restart continues the log`() async throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let recorder = try await StartedRecorder(in: folder)
            #expect(try await Curl(port: recorder.port).apns(push).status == 200)
            #expect(await recorder.stop().status == 0)
        }
        let lines = try CapturedLines(of: folder.file("captures.ndjson"))
        #expect(lines.all.map { $0.text("kind") } == ["run", "push", "end", "run", "push", "end"])
        #expect(Set(lines.all.map { $0.text("id") }).count == 6)
    }

    @Test func `a second recorder on the log is refused`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let second = try await RunningProgram.run(
            Places.program("pushrecorder"), ["--log", recorder.log, "--no-api", "--ingress", "127.0.0.1:0"]
        )
        #expect(second.status == 2)
        #expect(second.output.isEmpty)
        #expect(second.errorText.split(separator: "\n").count == 1)
        #expect(second.errorText.contains("another recorder"))
        #expect(await recorder.stop().status == 0)
    }

    @Test(arguments: ["--ingress", "--api"])
    func `a taken port is named with the option that chooses another`(option: String) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let free = ["--ingress": "127.0.0.1:0", "--api": "127.0.0.1:0"]
        let arguments = free.merging([option: "127.0.0.1:\(recorder.port)"]) { $1 }.flatMap { [$0.key, $0.value] }
        let second = try await RunningProgram.run(
            Places.program("pushrecorder"), ["--log", folder.file("other.ndjson")] + arguments
        )
        #expect(second.status == 2)
        #expect(second.errorText.contains("127.0.0.1:\(recorder.port) is in use by another program"))
        #expect(second.errorText.contains("take a free port with \(option) 127.0.0.1:0"))
        await recorder.stop()
    }

    @Test func `what cannot be set up is one sentence and status 2`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let junk = try folder.write(Array("no certificate".utf8), to: "junk.pem")
        for arguments in [
            ["--ingress", "127.0.0.1:\(recorder.port)"],
            ["--ingress", "host.invalid:0", "--allow-remote"],
            ["--ingress", "127.0.0.1:0", "--tls-cert", junk, "--tls-key", junk],
            ["--ingress", "127.0.0.1:0", "--tls-cert", folder.file("none"), "--tls-key", junk],
            ["--ingress", "127.0.0.1:0", "--ready-file", folder.file("none/ready.json")],
            ["--ingress", "127.0.0.1:0", "--log", folder.file("none/log.ndjson")],
            ["--ingress", "127.0.0.1:0", "--log", folder.path],
        ] {
            let result = try await RunningProgram.run(
                Places.program("pushrecorder"), ["--no-api", "--log", folder.file("other.ndjson")] + arguments
            )
            #expect(result.status == 2, "\(arguments)")
            #expect(result.output.isEmpty, "\(arguments)")
            #expect(result.errorText.hasPrefix("pushrecorder: "))
            #expect(result.errorText.split(separator: "\n").count == 1, "\(result.errorText)")
        }
        await recorder.stop()
    }

    @Test(arguments: [
        ["--ingress", "0.0.0.0:0"], ["--ingress", "[::]:0"], ["--ingress", "8822"], ["--tls-cert", "x"],
        ["--tls-key", "x"], ["operand"], ["--sync", "always"], ["--min-latency", "fast"],
    ])
    func `a line that makes no sense is status 64`(arguments: [String]) async throws {
        let folder = try TemporaryFolder()
        let result = try await RunningProgram.run(
            Places.program("pushrecorder"), ["--no-api", "--log", folder.file("log.ndjson")] + arguments
        )
        #expect(result.status == 64, "\(result.errorText)")
        #expect(result.errorText.contains("Try 'pushrecorder --help'."))
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal ends it in order`(signal: Int32) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        #expect(try await Curl(port: recorder.port).apns(push).status == 200)
        recorder.program.signal(signal)
        let result = await recorder.program.result()
        #expect(result.status == 0)
        #expect(result.errorText.contains("1 push"))
        let end = try #require(try CapturedLines(of: recorder.log).of(kind: "end").first)
        #expect(end.integer("counts", "push") == 1)
    }

    @Test func `a reader of standard output that goes away does not end the recording`() async throws {
        let folder = try TemporaryFolder()
        // The recorder starts only once the reader is gone.
        let program = try RunningProgram(
            "bash",
            ["-c", #"exec 3> >(exit); wait $!; exec "$0" "$@" >&3"#, Places.program("pushrecorder")]
                + ["--log", folder.file("log.ndjson"), "--ingress", "127.0.0.1:0"]
                + ["--ready-file", folder.file("ready.json")]
        )
        try await waited { try folder.names().contains("ready.json") }
        program.signal(SIGTERM)
        #expect(await program.result().status == 0)
        #expect(try CapturedLines(of: folder.file("log.ndjson")).of(kind: "end").count == 1)
    }

    @Test func `without standard streams it records all the same`() async throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            "bash",
            ["-c", #"exec "$0" "$@" <&- >&- 2>&-"#, Places.program("pushrecorder"), "--no-api"]
                + ["--log", folder.file("log.ndjson"), "--ingress", "127.0.0.1:0"]
                + ["--ready-file", folder.file("ready.json")]
        )
        try await waited { try folder.names().contains("ready.json") }
        program.signal(SIGTERM)
        #expect(await program.result().status == 0)
        #expect(try CapturedLines(of: folder.file("log.ndjson")).all.map { $0.text("kind") } == ["run", "end"])
    }

    @Test func `one that is to outlive its terminal does`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(
            in: folder, launcher: ["/bin/sh", "-c", #"trap "" HUP; exec "$@""#, "sh"])
        recorder.program.signal(SIGHUP)
        #expect(try await Curl(port: recorder.port).apns(push).status == 200)
        #expect(await recorder.stop().status == 0)
    }

    @Test(arguments: [(false, 3, ["run", "push", "end"]), (true, 0, ["run", "push", "end"])])
    func `a log that is taken away is missed`(isMoved: Bool, status: Int32, kinds: [Text]) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let curl = Curl(port: recorder.port)
        #expect(try await curl.apns(push).status == 200)
        if isMoved {
            try FileManager.default.moveItem(atPath: recorder.log, toPath: folder.file("moved.ndjson"))
        } else {
            try FileManager.default.removeItem(atPath: recorder.log)
        }
        #expect(try await curl.apns(push).status == 200)
        let listed = try await RunningProgram.run("curl", ["-sS", "http://\(recorder.api)/api/v1/push/messages"])
        #expect(try JSONText(parsing: listed.output).root.count == 1, "\(listed.outputText)")
        let result = await recorder.stop()
        #expect(result.status == status)
        #expect(result.errorText.contains(isMoved ? "was moved" : "was deleted"))
        #expect(try CapturedLines(of: recorder.log).all.compactMap { $0.text("kind") } == kinds)
    }

    @Test func `the ready file of a recorder that is gone does not outlast a start that fails`() async throws {
        let folder = try TemporaryFolder()
        let gone = try await RunningProgram.run("sh", ["-c", "echo $$"])
        let process = try #require(Int(gone.outputText.split(separator: "\n").joined()))
        for (pid, isLeft) in [(process, false), (Int(getpid()), true)] {
            try folder.write(Array(#"{"ingress":"127.0.0.1:1","pid":\#(pid)}"#.utf8), to: "ready.json")
            let result = try await RunningProgram.run(
                Places.program("pushrecorder"),
                ["--no-api", "--ingress", "host.invalid:0", "--allow-remote", "--log", folder.file("log.ndjson")]
                    + ["--ready-file", folder.file("ready.json")]
            )
            #expect(result.status == 2)
            #expect(try folder.names().contains("ready.json") == isLeft)
        }
    }

    @Test func `the ready file of another recorder is left where it is`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        try FileManager.default.removeItem(atPath: folder.file("ready.json"))
        try folder.write(Array("another's".utf8), to: "ready.json")
        #expect(await recorder.stop().status == 0)
        #expect(try folder.read("ready.json") == Array("another's".utf8))
    }

    @Test func `quiet says nothing`() async throws {
        let folder = try TemporaryFolder()
        let program = try RunningProgram(
            Places.program("pushrecorder"),
            ["--quiet", "--no-api", "--log", folder.file("log.ndjson"), "--ingress", "127.0.0.1:0"]
                + ["--ready-file", folder.file("ready.json")]
        )
        try await waited { try folder.names().contains("ready.json") }
        program.signal(SIGTERM)
        let result = await program.result()
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
        #expect(result.errors.isEmpty)
    }

    @Test func `a kill under load loses nothing that was answered`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let body = try folder.write(Array(push.utf8), to: "body.json")
        let load = try RunningProgram(
            "h2load",
            ["-n", "2000000", "-c", "8", "-m", "100", "-d", body, "-H", "apns-topic: com.example.MyApp"]
                + ["http://127.0.0.1:\(recorder.port)/3/device/\(Curl.token)"]
        )
        try await waited { try size(of: recorder.log) > 2_000_000 }
        await recorder.kill()
        let result = await load.result()
        let answered = try #require(firstNumber(before: " done,", in: result.outputText))
        #expect(answered > 0)
        #expect(answered < 2_000_000)

        var bytes = try TemporaryFolder.contents(of: recorder.log)
        bytes.removeLast(bytes.count - 1 - (bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0))
        let whole = try folder.write(bytes, to: "whole.ndjson")
        #expect(try CapturedLines(of: whole).pushes.count >= answered)

        // The log as the kill left it, and as it would be after a cut in the middle of a line.
        try folder.write(bytes.prefix(1_000_003) + [], to: "torn.ndjson")
        for log in [recorder.log, folder.file("torn.ndjson")] {
            let render = try await RunningProgram.run(
                Places.program("pushreport"),
                ["render", log, "-o", folder.file("report.html"), "--max-cards", "100000"]
            )
            #expect([0, 3].contains(render.status), "\(render.errorText)")
            #expect(try size(of: folder.file("report.html")) > 0)
        }
    }

    @Test func `a full disk is the vendor's unavailable until there is room again`() async throws {
        let folder = try TemporaryFolder()
        // A file size limit fails a write as a full disk does, half written too; it takes no rights to set or lift.
        let recorder = try await StartedRecorder(
            in: folder, launcher: ["/bin/sh", "-c", #"ulimit -S -f 8; exec "$@""#, "sh"]
        )
        let curl = Curl(port: recorder.port)
        var statuses: [Int] = []
        repeat {
            statuses.append(try await curl.apns(push).status)
        } while statuses.last == 200 && statuses.count < 100
        #expect(statuses.last == 503)
        let apns = try await curl.apns(push)
        #expect(apns.status == 503)
        #expect(try JSONText(parsing: apns.body).root.text("reason") == "ServiceUnavailable")
        let fcm = try await curl.fcm(#"{"message":{"topic":"a","data":{"k":"v"}}}"#)
        #expect(fcm.status == 503)
        #expect(try JSONText(parsing: fcm.body).root.text("error", "status") == "UNAVAILABLE")

        let lifted = try await RunningProgram.run(
            "prlimit", ["--pid", "\(recorder.program.identifier)", "--fsize=unlimited"]
        )
        #expect(lifted.status == 0)
        #expect(try await curl.apns(push).status == 200)
        let result = await recorder.stop()
        #expect(result.status == 3)
        #expect(result.errorText.contains("refused and not recorded"))
        // Each line parses, so no half one was left behind.
        #expect(try CapturedLines(of: recorder.log).pushes.count == statuses.count)
        // The report of such a run says that there was more.
        let render = try await RunningProgram.run(
            Places.program("pushreport"), ["render", recorder.log, "-o", folder.file("report.md")])
        #expect(render.status == 3)
        let report = String(decoding: try folder.read("report.md"), as: UTF8.self)
        #expect(report.contains("3 requests are not recorded"))
        let check = try await RunningProgram.run(
            Places.program("pushreport"), ["check", recorder.log, "title:nothing", "--none"])
        #expect(check.status == 3)
    }

    private func size(of path: String) throws -> Int {
        try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }

    /// Asks until the answer is yes; the time limit of the suite ends a question that stays open.
    private func waited(until isMet: () throws -> Bool) async throws {
        while try !isMet() { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func firstNumber(before suffix: String, in text: String) -> Int? {
        guard let end = text.range(of: suffix)?.lowerBound else { return nil }
        return Int(text[..<end].reversed().prefix(while: \.isNumber).reversed().map(String.init).joined())
    }
}
