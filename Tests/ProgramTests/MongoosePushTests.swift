import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// The MongoosePush gateway of the built programs.
@Suite struct MongoosePushTests {
    private let fixtures = "\(Places.package)/Tests/ProgramTests/Fixtures"

    @Test func `the observed requests are answered as observed, over every version and TLS`() async throws {
        let folder = try TemporaryFolder()
        let certificate = try await Certificate(in: folder)
        let recorder = try await StartedRecorder(
            in: folder, certificate.options + ["--pools", "\(fixtures)/mongoosepush_pools.json"]
        )
        let cases = "\(Places.package)/Tests/ProvidersTests/Fixtures/mongoosepush.jsonl"
        let result = try await RunningProgram.run(
            Places.python, ["\(fixtures)/mongoosepush_cases.py", cases, "\(recorder.port)", certificate.certificate]
        )
        #expect(
            result.outputText == """
                http/1.1: 148 of 148 as observed
                h2c: 148 of 148 as observed
                tls h2: 148 of 148 as observed
                tls http/1.1: 148 of 148 as observed

                """, "\(result.errorText)"
        )
        await recorder.stop()
        let lines = try CapturedLines(of: recorder.log)
        #expect(lines.pushes.count == 146 * 4)
        #expect(lines.pushes.allSatisfy { $0.text("provider") == "mongoosepush" })
        let pools = lines.pushes.compactMap { $0.text("annotations", "pool", "name") }
        #expect(Set(pools) == ["apns_dev", "apns_prod", "apns_tag", "fcm_prod", "fcm_tag"])
    }

    @Test func `requests that nobody observed are answered and sent on as a second implementation has it`() async throws
    {
        let folder = try TemporaryFolder()
        let pools = "\(fixtures)/mongoosepush_pools.json"
        let recorder = try await StartedRecorder(in: folder, ["--pools", pools])
        let result = try await RunningProgram.run(
            Places.python,
            [
                "\(fixtures)/mongoosepush_generated.py", "\(recorder.port)", pools, recorder.log,
                Places.program("pushreport"), "2000",
            ]
        )
        #expect(result.outputText == "2000 posted, 0 wrong\n", "\(result.errorText)")
        await recorder.stop()
    }

    @Test func `pages are answered and are no pushes`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let base = "http://localhost:\(recorder.port)"
        let curl = Curl(port: recorder.port)
        let body = #"{"service":"fcm","alert":{"title":"T","body":"B"}}"#
        for _ in 0..<2 {
            let answer = try await curl.send(
                "\(base)/v3/notification/TOK", ["-H", "content-type: application/json", "-d", body]
            )
            #expect(answer.status == 200)
            #expect(answer.body == Array("null".utf8))
        }
        for page in ["swagger.json", "swaggerui", "healthcheck"] {
            #expect(try await curl.send("\(base)/\(page)", ["-X", "GET"]).status == 200)
        }
        let metrics = try await curl.send("\(base)/metrics", ["-X", "GET"])
        let series = #"_count{error_category="",error_reason="",service="fcm",status="success"} 2"#
        let text = String(decoding: metrics.body, as: UTF8.self)
        #expect(text.contains("mongoose_push_notification_send_time_microsecond\(series)\n"))
        await recorder.stop()
        let lines = try CapturedLines(of: recorder.log)
        #expect(
            lines.all.map { $0.text("kind") } == [
                "run", "push", "push", "request", "request", "request", "request", "end",
            ])
    }

    @Test(arguments: [([], 500, ""), (["--mongoosepush-friendly-errors"], 400, #"{"error":"the body is no JSON"#)])
    func `what the framework cannot take is 500 and nothing, unless asked otherwise`(
        options: [String], status: Int, body: String
    ) async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, options)
        let answer = try await Curl(port: recorder.port).send(
            "http://localhost:\(recorder.port)/v3/notification/TOK",
            ["-H", "content-type: application/json", "-d", "{"]
        )
        #expect(answer.status == status)
        #expect(answer.body.starts(with: body.utf8) && answer.body.isEmpty == body.isEmpty)
        #expect(answer.head.lowercased().contains("pushrecorder-warning: the body is no json"))
        await recorder.stop()
    }

    @Test func `a body of eight million bytes is taken, and one byte more is 500 and nothing`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder)
        let json = Array(#"{"service":"fcm","alert":{"title":"T","body":"B"}}"#.utf8)
        let sizes = [8_000_000, 8_000_001]
        for (size, status) in zip(sizes, [200, 500]) {
            let body = try folder.write(
                json + [UInt8](repeating: UInt8(ascii: " "), count: size - json.count), to: "body.json")
            // Over HTTP/2 curl 7.88 may wait for ever when an answer without a body comes before it has sent all.
            for version in ["--http1.1"] + (status == 200 ? ["--http2-prior-knowledge"] : []) {
                let answer = try await Curl(port: recorder.port).send(
                    "http://localhost:\(recorder.port)/v3/notification/TOK",
                    [version, "-H", "content-type: application/json", "--data-binary", "@\(body)"]
                )
                #expect(answer.status == status)
                #expect(answer.body == Array((status == 200 ? "null" : "").utf8))
                let words = "pushrecorder-warning: the body is over the limit"
                #expect(answer.head.lowercased().contains(words) == (status != 200), "\(answer.head)")
            }
        }
        await recorder.stop()
        let pushes = try CapturedLines(of: recorder.log).pushes
        #expect(pushes.map { $0.text("request", "body", "text")?.bytes.count } == [8_000_000, 8_000_000, 0])
        let limit: Text = "body bytes: 8000000"
        #expect(pushes.map { $0.text("annotations", "limit") } == [nil, nil, limit])
    }

    @Test func `release 2_2 is stood in for when asked`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, ["--mongoosepush-profile", "2.2"])
        _ = try await Curl(port: recorder.port).send(
            "http://localhost:\(recorder.port)/v3/notification/TOK",
            ["-H", "content-type: application/json", "-d", #"{"service":"fcm","data":{"type":"jmi"}}"#]
        )
        await recorder.stop()
        let result = try await RunningProgram.run(
            Places.program("pushreport"),
            [
                "query", recorder.log,
                "outgoing.json:/message/android/data/type=jmi -outgoing.json:/message/android/ttl", "--format", "count",
            ]
        )
        #expect(result.outputText == "1\n", "\(result.errorText)")
    }

    @Test func `a file of pools that cannot be read is said to be so`() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(#"{"pools":[{"name":"a","service":"gcm"}]}"#.utf8), to: "pools.json")
        for (path, words) in [
            (file, "/pools/0/service: this has to be one of apns, fcm"), ("/nowhere", "No such file"),
        ] {
            let result = try await RunningProgram.run(
                Places.program("pushrecorder"),
                ["--log", folder.file("log"), "--ingress", "127.0.0.1:0", "--no-api", "--pools", path]
            )
            #expect(result.status == 2)
            #expect(result.errorText.contains(words), "\(result.errorText)")
        }
    }

    /// What the original's document is silent about, or the original itself is not true to, is left out: the 422 that it
    /// never names, 404 for other methods, requests without a pool, and lists that crash it.
    @Test func `the document is true to the answers`() async throws {
        let folder = try TemporaryFolder()
        let recorder = try await StartedRecorder(in: folder, ["--mongoosepush-friendly-errors"])
        let result = try await RunningProgram.run(
            URL(fileURLWithPath: Places.python).deletingLastPathComponent().path + "/schemathesis",
            [
                "run", "http://127.0.0.1:\(recorder.port)/swagger.json", "--max-examples", "10", "--seed", "1",
                "--no-color",
            ]
                + ["--phases", "examples,coverage,fuzzing", "--exclude-checks"]
                + ["not_a_server_error,status_code_conformance,positive_data_acceptance,unsupported_method"],
            folder: folder.path
        )
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
        #expect(await recorder.stop().status == 0)
    }

    @Test(arguments: [
        ("capture-log", "xmpp-evening/captures.ndjson"), ("report", "xmpp-evening/report.json"),
        ("pools", "pools.json"),
        ("answers", "answers.json"),
    ])
    func `the samples are what their schemas say`(schema: String, file: String) async throws {
        let samples = "\(Places.package)/samples"
        let result = try await RunningProgram.run(
            Places.python, ["\(fixtures)/validate.py", "\(samples)/\(schema).schema.json", "\(samples)/\(file)"]
        )
        #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
    }
}
