import Bytes
import CaptureLog
import Comparison
import Filter
import HTTPMessage
import Providers
import PushModel
import TestSupport

/// A run of captured pushes, made by hand.
struct CapturedRun {
    private(set) var pushes: [FilterSubject] = []
    var mark: Text?
    /// Makes identifiers and times of one run different from those of another.
    let number: Int

    init(number: Int = 1) {
        self.number = number
    }

    /// Takes the pushes of another run as they are.
    init(_ pushes: [FilterSubject]) {
        number = 0
        self.pushes = pushes
    }

    /// Appends a push to APNs.
    mutating func apns(
        _ body: Text, to token: Text = "00fc13adff785122", type: Text = "alert", collapse: Text? = nil,
        headers: KeyValuePairs<StaticString, Text> = [:], status: Int = 200
    ) {
        var fields = HeaderList(headers)
        fields.append("apns-topic", Text("com.example.Shop").bytes[...])
        fields.append("apns-push-type", type.bytes[...])
        if let collapse { fields.append("apns-collapse-id", collapse.bytes[...]) }
        let request = HTTPRequest(
            method: Array("POST".utf8), target: Array("/3/device/".utf8) + token.bytes, version: .http2,
            headers: fields, body: body.bytes
        )
        append(
            Exchange(provider: "apns", request: request, response: HTTPResponse(status: status)))
    }

    /// Appends a push to FCM.
    mutating func fcm(_ body: Text) {
        append(
            .fixture(
                provider: "fcm", .fixture("POST", "/v1/projects/shop/messages:send", body: body, version: .http11),
                answer: #"{"name":"projects/shop/messages/1"}"#
            )
        )
    }

    /// Appends a push to the service itself with these header fields and no others.
    mutating func apns(_ body: Text, to token: Text, only headers: KeyValuePairs<StaticString, Text>) {
        append(
            .fixture(
                provider: "apns",
                .fixture("POST", Text("/3/device/\(token)"), headers: headers, body: body)))
    }

    /// Appends a push to MongoosePush, as the recorder notes it.
    mutating func gateway(
        _ body: Text, to token: Text = "00fc13adff785122", version: Text = "v3", _ rules: AnswerRules = AnswerRules()
    ) {
        let request = HTTPRequest.fixture(
            "POST", Text("/\(version)/notification/\(token)"),
            headers: ["content-type": "application/json", "x-gateway": Text(String(number))], body: body)
        let context = AnswerContext(
            eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e",
            rules: rules, time: Instant(microseconds: 0))
        let answer = MongoosePush().answer(to: request, in: context)
        var annotations = Annotations()
        annotations.others = answer.notes
        append(
            Exchange(
                provider: "mongoosepush", request: request, response: answer.response,
                annotations: annotations))
    }

    /// Appends a push that is answered as its provider answers it.
    mutating func strict(_ request: HTTPRequest) {
        guard let provider = Providers.owner(of: request) else { return }
        let context = AnswerContext(
            eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", rules: AnswerRules())
        append(
            Exchange(
                provider: provider.name, request: request, response: provider.answer(to: request, in: context).response)
        )
    }

    /// Appends an exchange.
    mutating func append(_ exchange: Exchange) {
        let time = Instant(microseconds: Int64(number) * 86_400_000_000 + Int64(pushes.count) * 1_000_000)
        let reading = Providers.named(exchange.provider ?? "")?.reading(of: exchange, at: time)
        pushes.append(
            FilterSubject(
                id: Text("\(number)-\(pushes.count)"), time: time, exchange: exchange,
                reading: reading ?? PushReading(message: Message(), verdicts: Verdicts(), findings: []), mark: mark
            )
        )
    }

    func digested(_ side: Side, _ rules: ComparisonRules) -> Comparison.Run {
        let digester = PushDigester(rules, side: side)
        var digests = DigestedRun()
        for (position, push) in pushes.enumerated() { digests.add(digester.digest(push, position: position)) }
        return Comparison.Run(name: Text(side.rawValue), digests: digests) { [pushes] in pushes[$0] }
    }
}

extension Comparison {
    init(_ base: CapturedRun, _ head: CapturedRun, _ rules: ComparisonRules = ComparisonRules()) throws {
        try self.init(base: base.digested(.base, rules), head: head.digested(.head, rules), rules: rules)
    }

    /// What is different, one line for each entry: `changed 0→1 text title` and so on.
    var dump: [String] {
        get throws {
            try entries.map { entry in
                let places = entry.places.map { "\($0.base.map(String.init) ?? "")→\($0.head.map(String.init) ?? "")" }
                let changes = try difference(of: entry.first)?.untold ?? []
                let told = changes.map { "\($0.isRegression ? "!" : "")\($0.aspect.rawValue) \($0.name)" }
                return
                    ([(entry.isRegression ? "!" : "") + entry.kind.rawValue] + places + [told.joined(separator: ", ")])
                    .filter { !$0.isEmpty }.joined(separator: " ")
            }
        }
    }
}

/// The body of an alert with a title and a body.
func alert(_ title: String, _ body: String = "It arrives on Tuesday", _ more: String = "") -> Text {
    Text(#"{"aps":{"alert":{"title":"\#(title)","body":"\#(body)"},"sound":"default"}\#(more)}"#)
}
