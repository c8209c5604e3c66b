import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport

/// Requests to the gateway and what they mean, in a few words.
enum MongoosePushFixture {
    /// The gateway with the pools of the observed cases.
    static let rules: AnswerRules = {
        var rules = AnswerRules()
        rules.mongoosePush.pools = MongoosePushCase.pools
        return rules
    }()

    /// The rules for release 2.2.
    static let olderRules: AnswerRules = {
        var older = rules
        older.mongoosePush.profile = .release2_2
        return older
    }()

    /// A notification.
    static func request(_ body: Text, to target: Text = "/v3/notification/TOK") -> HTTPRequest {
        .fixture("POST", target, headers: ["content-type": "application/json"], body: body)
    }

    static func answer(to request: HTTPRequest, _ rules: AnswerRules = rules) -> Answer {
        let context = AnswerContext(
            eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", rules: rules,
            time: captureTime
        )
        return MongoosePush().answer(to: request, in: context)
    }

    /// The exchange as the recorder notes it.
    static func exchange(_ request: HTTPRequest, _ rules: AnswerRules = rules) -> Exchange {
        let answer = answer(to: request, rules)
        var annotations = Annotations()
        annotations.others = answer.notes
        annotations.warning = answer.warning
        return Exchange(
            provider: "mongoosepush", request: request, response: answer.response, annotations: annotations
        )
    }

    static func reading(of request: HTTPRequest, _ rules: AnswerRules = rules) -> PushReading {
        MongoosePush().reading(of: exchange(request, rules), at: captureTime)
    }

    static func reading(
        _ body: Text, to target: Text = "/v3/notification/TOK", _ rules: AnswerRules = rules
    )
        -> PushReading
    {
        reading(of: request(body, to: target), rules)
    }

    /// The body that goes on to the service for a body, in canonical form.
    static func outgoing(
        _ body: Text, to target: Text = "/v3/notification/TOK", _ rules: AnswerRules = rules
    )
        -> String?
    {
        reading(body, to: target, rules).message.gateway?.outgoing.map { canonical($0.body) }
    }
}

extension OutgoingRequest {
    /// The value of a header field.
    func header(_ name: Text) -> Text? { headers.first { $0.name == name }?.value }
}
