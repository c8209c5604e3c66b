import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import TestSupport
import Testing

/// The published schema against lines of every kind, checked by the part of JSON Schema 2020-12 that it uses.
@Suite struct SchemaTests {
    let schema: JSONSchema

    init() throws { schema = try JSONSchema(path: Places.package + "/samples/capture-log.schema.json") }

    static let lines: [(String, [UInt8])] = {
        var request = HTTPRequest(
            method: Array("POST".utf8),
            target: Array("/v1?key=AIza&a=b".utf8),
            version: .http2,
            scheme: Array("https".utf8),
            authority: [0xFF],
            body: [0xFE]
        )
        request.headers.append(
            "authorization", Array("Bearer \(RedactionTests.header).\(RedactionTests.claims).x".utf8)[...])
        request.headers.append("cookie", Array("a=b".utf8)[...])
        request.headers.append([0x80], [0x81])
        var annotations = Annotations()
        annotations.warning = "w"
        annotations.limit = "l"
        annotations.tunnel = "api.push.apple.com:443"
        annotations.isSecure = true
        annotations.clientCertificate = "CN=x"
        annotations.others = [Annotations.Member(key: "new", value: Array("[1]".utf8))]
        var exchange = Exchange(
            provider: "apns",
            request: request,
            response: HTTPResponse(status: 200, headers: HeaderList(["set-cookie": "s"]), body: Array("{}".utf8)),
            annotations: annotations
        )
        var writer = EventWriter()
        var push: [UInt8] = []
        writer.append(exchange, id: Lines.id(1), time: EventWriterTests.time, to: &push)
        exchange.provider = nil
        var other: [UInt8] = []
        writer.append(exchange, id: Lines.id(1), time: EventWriterTests.time, to: &other)
        var run: [UInt8] = []
        let limits: KeyValuePairs<StaticString, Int> = ["body_bytes": 1]
        writer.append(
            runOf: "1", providers: ["x"], limits: limits, listeners: ["[::1]:1"], id: Lines.id(1),
            time: EventWriterTests.time, to: &run
        )
        return [
            ("push", push), ("request", other), ("plain push", Lines.push(1)), ("run", run),
            ("mark", Lines.mark(1, "m")), ("end", Lines.other(1, kind: "end", members: #","counts":{"push":1}"#)),
            ("reset", Lines.other(1, kind: "reset")),
            ("reset of one", Lines.other(1, kind: "reset", members: #","push":"01""#)),
            ("unknown", Lines.other(1, kind: "heartbeat", members: #","x":null"#)),
        ]
    }()

    @Test(arguments: lines) func `accepts what is written`(kind: String, line: [UInt8]) throws {
        let faults = try schema.faults(in: JSONText(parsing: line).root)
        #expect(faults.isEmpty)
    }

    @Test(arguments: [
        (#""v":1"#, #""v":2"#), (#""id":"0"#, #""id":"I"#), (#""time":"1970"#, #""time":"70"#),
        (#""provider":"fcm","#, ""), (#""http":"1.1""#, #""http":"3""#), (#""status":200"#, #""status":"200""#),
        (#""headers":[]"#, #""headers":[["a"]]"#), (#""body":{"text":""}"#, #""body":"x""#),
        (#""annotations":{}"#, #""annotations":{"tls":1}"#), (#","annotations":{}"#, ""),
        (#""headers":[]"#, #""headers":[["a",{"redacted":{"sha256":"xyz","length":1}}]]"#),
        (#""method":"POST""#, #""method":{"bytes":"A"}"#),
    ])
    func `refuses what the format does not have`(part: String, replacement: String) throws {
        let line = String(decoding: Lines.push(1), as: UTF8.self).replacing(part, with: replacement, maxReplacements: 1)
        let faults = try schema.faults(in: JSONText(parsing: Array(line.utf8)).root)
        #expect(!faults.isEmpty)
    }
}
