import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport

/// Sends and their readings, in a few words.
enum FCMFixture {
    static let target: Text = "/v1/projects/demo/messages:send"
    static let eventID: Text = "01JDX0Q6W5T5V0ZK7M3N8R2B4C"
    static let time = Instant(microseconds: 1_795_996_799_000_000)
    static let lenient = {
        var rules = AnswerRules()
        rules.isLenient = true
        return rules
    }()

    static func context(_ rules: AnswerRules = AnswerRules()) -> AnswerContext {
        AnswerContext(eventID: eventID, uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", rules: rules)
    }

    /// A send with the body.
    static func request(_ body: String) -> HTTPRequest {
        .fixture("POST", target, headers: ["content-type": "application/json"], body: Text(body))
    }

    /// What FCM answers to the body.
    static func answer(_ body: String, _ rules: AnswerRules = AnswerRules()) -> HTTPResponse {
        FCM().answer(to: request(body), in: context(rules)).response
    }

    /// What the body means after the answer it gets.
    static func reading(_ body: String, _ rules: AnswerRules = AnswerRules()) -> PushReading {
        reading(request(body), rules)
    }

    /// What the request means after the answer it gets.
    static func reading(_ request: HTTPRequest, _ rules: AnswerRules = AnswerRules()) -> PushReading {
        let response = FCM().answer(to: request, in: context(rules)).response
        let exchange = Exchange(provider: "fcm", request: request, response: response)
        return FCM().reading(of: exchange, at: time)
    }

    /// What a message to the token `t` means, given its other members.
    static func message(_ members: String, _ rules: AnswerRules = AnswerRules()) -> PushReading {
        reading(#"{"message":{"token":"t","# + members + "}}", rules)
    }
}

extension HTTPResponse {
    /// The body without the white space between its JSON tokens.
    var compactBody: String {
        var output: [UInt8] = []
        var isString = false
        var isEscaped = false
        for byte in body {
            if isString {
                isString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else if ASCII.isSpace(byte) {
                continue
            } else {
                isString = byte == UInt8(ascii: "\"")
            }
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }
}

extension PushReading {
    /// The codes of the findings, in order.
    var codes: [Text] { findings.map(\.code) }

    /// The first finding with the code.
    func finding(_ code: Text) -> Finding? { findings.first { $0.code == code } }

    /// The outcomes on Android, iOS and the web.
    var outcomes: [Outcome?] { [verdicts.android?.outcome, verdicts.ios?.outcome, verdicts.web?.outcome] }

    /// The reasons on Android, iOS and the web.
    var reasons: [Text?] { [verdicts.android?.reason, verdicts.ios?.reason, verdicts.web?.reason] }
}
