import Bytes
import CaptureLog
import Filter
import HTTPMessage
import JSONText
import PushModel
import Testing

/// The fields of pushes that came by a gateway.
@Suite struct GatewayTests {
    /// A push that went on to APNs.
    static let sent: FilterSubject = {
        var message = Message()
        message.gateway = Gateway(
            service: "apns", mode: "prod", pool: "apns_voip",
            outgoing: OutgoingRequest(
                service: "apns", authority: "api.push.apple.com", path: "/3/device/TOK",
                headers: [OutgoingRequest.Header(name: "apns-push-type", value: "voip")],
                body: #"{"type":"jmi","n":1,"aps":{"badge":3}}"#
            )
        )
        return Samples.subject(
            "01G", second: 5, provider: "mongoosepush", target: "/v3/notification/TOK",
            headers: HeaderList(["content-type": "application/json"]),
            body: #"{"service":"apns","data":{"type":"jmi"}}"#,
            status: 200, reading: PushReading(message: message, verdicts: Verdicts(), findings: [])
        )
    }()

    /// A push that went nowhere, and whose answer was scripted.
    static let refused: FilterSubject = {
        var message = Message()
        message.gateway = Gateway(service: "fcm", mode: "dev", pool: nil, outgoing: nil)
        var annotations = Annotations()
        annotations.scripted = "rule 1: drop"
        let request = HTTPRequest(method: Array("POST".utf8), target: Array("/v3/notification/T".utf8))
        return FilterSubject(
            id: "01H", time: Instant(microseconds: 1_800_000_006_000_000),
            exchange: Exchange(
                provider: "mongoosepush", request: request, response: HTTPResponse(status: 400),
                annotations: annotations
            ),
            reading: PushReading(message: message, verdicts: Verdicts(), findings: [])
        )
    }()

    @Test(arguments: [
        ("pool:apns_voip", "G"), ("pool:=APNS_VOIP", "G"), ("pool:\"\"", "G"), ("-pool:\"\"", "ABCDH"),
        ("service:apns", "ACG"), ("service:=fcm", "BDH"), ("mode:prod", "G"), ("mode:dev", "H"),
        ("scripted:yes", "H"), ("scripted:no", "ABCDG"), ("scripted:true", "H"),
        ("outgoing.path:/3/device", "ACG"), ("outgoing.path:=/3/device/TOK", "G"), ("outgoing.path:\"\"", "ABCDG"),
        ("outgoing.header.apns-push-type:voip", "G"), ("outgoing.header.APNS-topic:shop", "A"),
        ("outgoing.header.content-type:json", ""), ("header.content-type:json", "G"),
        ("outgoing.json:/aps/badge=3", "AG"), ("outgoing.json:/type:jmi", "G"), ("outgoing.json:/data/type", ""),
        ("json:/data/type=jmi", "G"), ("OUTGOING.JSON:/n", "G"), ("apns_voip", "G"), ("\"badge\\\":3\"", "AG"),
    ])
    func `a term holds for the pushes that it describes`(text: String, expected: String) throws {
        let filter = try Filter(parsing: Array(text.utf8))
        let held = (Samples.all + [Self.sent, Self.refused]).filter(filter.matches)
        #expect(held.map { String($0.id.description.last ?? "?") }.joined() == expected)
        #expect(try Filter(parsing: filter.text.bytes) == filter)
    }

    @Test(
        arguments: [
            "pool", "service", "mode", "scripted", "outgoing.path", "outgoing.header.apns-topic",
            "outgoing.json:/aps/alert",
        ] as [Text])
    func `a name is read back`(name: Text) throws {
        #expect(try #require(Field(name: name)).name == name)
    }

    @Test func `JSON of the outgoing request is compared as JSON`() throws {
        var reader = FieldReader(Self.sent)
        let field = try #require(Field(name: "outgoing.json:/aps"))
        #expect(field.isJSON)
        #expect(reader.json(of: field)?.last("badge")?.integer == 3)
    }
}
