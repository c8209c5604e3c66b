import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

/// The device token of Apple's own examples.
let deviceToken: Text = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
let deviceTarget: Text = "/3/device/00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"
let broadcastTarget: Text = "/4/broadcasts/apps/com.example.MyApp"

/// The moment at which every fixture is captured: 2026-11-29T12:00:00Z.
let captureTime = Instant(microseconds: 1_795_953_600_000_000)

/// An answer in a context of its own.
func answerOfAPNs(to request: HTTPRequest, rules: AnswerRules = AnswerRules()) -> Answer {
    let context = AnswerContext(
        eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C",
        uuid: "6b9f3a52-0d8c-4d53-9c55-0a7e4f3f1c11",
        rules: rules
    )
    return APNs().answer(to: request, in: context)
}

/// A push to a device, read back as it would be after the given answer.
func readAPNs(
    _ body: Text,
    headers: KeyValuePairs<StaticString, Text> = [:],
    target: Text = deviceTarget,
    version: HTTPRequest.Version = .http2,
    status: Int = 200,
    answer: Text = "",
    annotations: Annotations = Annotations()
) -> PushReading {
    let request = HTTPRequest.fixture("POST", target, headers: headers, body: body, version: version)
    return readAPNs(.fixture(provider: "apns", request, status: status, answer: answer, annotations: annotations))
}

/// An exchange, read back.
func readAPNs(_ exchange: Exchange) -> PushReading {
    APNs().reading(of: exchange, at: captureTime)
}

/// An exchange with the answer that the provider itself gives.
func recordAPNs(_ request: HTTPRequest, rules: AnswerRules = AnswerRules()) -> PushReading {
    let answer = answerOfAPNs(to: request, rules: rules)
    return readAPNs(Exchange(provider: "apns", request: request, response: answer.response))
}

extension Text {
    /// The letter x so many times.
    static func filler(_ count: Int) -> Text {
        Text(String(repeating: "x", count: count))
    }
}

extension HTTPResponse {
    /// A header field's value as text.
    func header(_ name: StaticString) -> Text? {
        headers.first(name).map { Text(repairing: $0) }
    }
}

/// A request that APNs refuses, with the answer.
struct Refused: CustomTestStringConvertible, Sendable {
    let name: String
    let request: HTTPRequest
    let status: Int
    let reason: Text

    init(_ name: String, _ request: HTTPRequest, _ status: Int, _ reason: Text) {
        self.name = name
        self.request = request
        self.status = status
        self.reason = reason
    }

    var testDescription: String { name }
}
