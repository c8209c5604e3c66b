import Bytes
import Foundation
import TestSupport
import Testing

/// Clients that nobody here wrote.
@Suite struct ClientTests {
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    /// The interpreter with the clients; a machine without it has not run `scripts/test`.
    private func python() throws -> String {
        try #require(
            FileManager.default.isExecutableFile(atPath: Places.python) ? Places.python : nil,
            "build/venv is missing; scripts/test makes it"
        )
    }

    @Test func `every request of real clients is found whole in the log`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let result = try await RunningProgram.run(
            python(), ["\(fixtures)/replay.py", "\(fixtures)/clients.ndjson", "\(recorder.port)", recorder.log]
        )
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(result.outputText == "243 requests found whole\n")
        await recorder.stop()
    }

    @Test func `httpx speaks all versions`() async throws {
        let folder = try TemporaryFolder()
        let certificate = try await Certificate(in: folder)
        let recorder = try await StartedRecorder(in: folder, certificate.options)
        let result = try await RunningProgram.run(
            python(), ["\(fixtures)/httpx_clients.py", "\(recorder.port)", certificate.certificate]
        )
        #expect(
            result.outputText == """
                http/1.1: 50 answers, statuses {200}, HTTP/1.1, 50 names
                h2c: 50 answers, statuses {200}, HTTP/2, 50 names
                tls h2: 50 answers, statuses {200}, HTTP/2, 50 names
                tls http/1.1: 50 answers, statuses {200}, HTTP/1.1, 50 names

                """, "\(result.errorText)"
        )
        await recorder.stop()
        #expect(try CapturedLines(of: recorder.log).pushes.count == 200)
    }

    @Test func `nghttp sends on one connection`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let body = try folder.write(Array(#"{"aps":{"alert":"nghttp"}}"#.utf8), to: "body.json")
        let result = try await RunningProgram.run(
            "nghttp",
            ["-v", "-m", "20", "-d", body, "-H", "apns-topic: com.example.MyApp"]
                + ["http://127.0.0.1:\(recorder.port)/3/device/\(Curl.token)"]
        )
        #expect(result.status == 0)
        #expect(result.outputText.contains(":status: 200"))
        await recorder.stop()
        #expect(try CapturedLines(of: recorder.log).pushes.count == 20)
    }

    struct Load: Sendable, CustomTestStringConvertible {
        let options: [String]
        let usesTLS: Bool

        var testDescription: String { (options + [usesTLS ? "TLS" : "clear"]).joined(separator: " ") }
    }

    @Test(arguments: [
        Load(options: ["-c", "8", "-m", "100"], usesTLS: false),
        Load(options: ["-c", "8", "-m", "100"], usesTLS: true),
        Load(options: ["--h1", "-c", "64"], usesTLS: false),
    ])
    func `h2load loses nothing`(load: Load) async throws {
        let folder = try TemporaryFolder()
        let certificate = try await Certificate(in: folder)
        let recorder = try await StartedRecorder(in: folder, certificate.options)
        let body = try folder.write(Array(#"{"aps":{"alert":"h2load"}}"#.utf8), to: "body.json")
        let result = try await RunningProgram.run(
            "h2load",
            ["-n", "5000", "-d", body, "-H", "apns-topic: com.example.MyApp"] + load.options
                + ["\(load.usesTLS ? "https" : "http")://127.0.0.1:\(recorder.port)/3/device/\(Curl.token)"]
        )
        #expect(result.outputText.contains("5000 done, 5000 succeeded, 0 failed, 0 errored"), "\(result.outputText)")
        #expect(await recorder.stop().status == 0)
        #expect(try CapturedLines(of: recorder.log).pushes.count == 5000)
    }
}
