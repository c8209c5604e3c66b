package import Bytes
package import CaptureLog
package import HTTPMessage
package import PushModel

/// Firebase Cloud Messaging: the HTTP v1 send method, and the paths of the APIs that Google removed.
///
/// Source: https://firebase.google.com/docs/reference/fcm/rest/v1/projects.messages/send
package struct FCM: Provider {
    /// The provider; it has no state.
    package init() {}

    package let name: Text = "fcm"

    package let endpoints: [any Endpoint] = [
        AccessTokens(), MetadataServer(), TopicSubscriptions(), InstanceIDTopics(),
    ]

    package func owns(_ request: HTTPRequest) -> Bool { FCMRoute(request) != nil }

    package func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        switch FCMRoute(request) {
        case .send(let project): Answer(SendAnswer.answer(to: request, project: project, in: context))
        case .batch: Answer(RemovedEndpoint.batch)
        case .webPush: Answer(FCM.webPushNotHandled, warning: "this is Web Push, which the recorder does not handle")
        case .legacySend, nil: Answer(RemovedEndpoint.notFound)
        }
    }

    package func answer(
        _ failure: ScriptedFailure, to request: HTTPRequest, in context: AnswerContext
    ) -> Answer? {
        guard case .fcm(let word, let retryAfter) = failure, case .send = FCMRoute(request),
            let code = FCMErrorCode(rawValue: word.description)
        else { return nil }
        var response = code.error.response
        if let retryAfter { response.headers.append("retry-after", Text("\(retryAfter)").bytes[...]) }
        return Answer(response)
    }

    package func unavailable(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        FCMErrorCode.unavailable.error.response
    }

    package func tooLarge(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        GoogleError.tooLarge.response
    }

    package func reading(of exchange: Exchange, at time: Instant) -> PushReading {
        switch FCMRoute(exchange.request) {
        case .send(let project): SendReading(of: exchange, project: project, at: time).pushReading
        case .webPush: PushReading(of: exchange, for: .webPush)
        case .legacySend, .batch, nil: PushReading(of: exchange, for: .legacySend)
        }
    }

    /// A push service would take this and deliver it to a browser; nothing here could say what the browser shows, since
    /// the body is encrypted for it (RFC 8291).
    private static let webPushNotHandled = HTTPResponse(
        status: 501,
        headers: HeaderList(["content-type": "text/plain; charset=UTF-8"]),
        body: Array("Web Push is not handled here: the message is encrypted for the browser.\n".utf8)
    )
}
