package import Bytes
package import CaptureLog
package import HTTPMessage
package import PushModel

/// The MongoosePush gateway, through which backends such as XMPP servers push to both services: its notification endpoint
/// in three versions, and its pages.
///
/// A notification is answered as the original answers it, and read as the request that the original would have sent to
/// Apple or Google, by the rules of ``APNs`` and ``FCM``. What that request depends on besides the notification, the pool
/// and the release, is noted in the log.
///
/// With ``AnswerRules/isLenient`` keys that the schema does not have are passed over.
///
/// Source: https://github.com/esl/MongoosePush, releases 2.2 and 2.3
package struct MongoosePush: Provider {
    /// The provider; it has no state.
    package init() {}

    package let name: Text = "mongoosepush"

    package let endpoints: [any Endpoint] = [GatewayPages()]

    package func owns(_ request: HTTPRequest) -> Bool { GatewayRoute.owns(request.path) }

    package func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        let decision = GatewayDecision(
            on: request, context.rules.mongoosePush, isLenient: context.rules.isLenient
        )
        return GatewayAnswer(request: request, context: context).answer(to: decision)
    }

    package func answer(
        _ failure: ScriptedFailure, to request: HTTPRequest, in context: AnswerContext
    ) -> Answer? {
        var decision = GatewayDecision(
            on: request, context.rules.mongoosePush, isLenient: context.rules.isLenient
        )
        guard case .sent(let push) = decision.outcome, let version = decision.version,
            let result = GatewayResult(failure, from: push.service)
        else { return nil }
        decision.stop(at: result)
        let gateway = GatewayAnswer(request: request, context: context)
        var answer = gateway.answer(to: decision)
        answer.response = gateway.result(result, in: version)
        answer.outcome = SendOutcome(service: Text(push.service.rawValue), failure: result)
        return answer
    }

    package func unavailable(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        let version = try? GatewayRoute(request.path).version
        return GatewayAnswer(request: request, context: context).result(.unableToConnect, in: version ?? .v3)
    }

    package func tooLarge(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        GatewayAnswer(request: request, context: context).failure(.tooLarge("body bytes"))
    }

    package func reading(of exchange: Exchange, at time: Instant) -> PushReading {
        GatewayReading(of: exchange, at: time).pushReading
    }
}

extension GatewayRoute {
    fileprivate var version: GatewayVersion? {
        if case .notification(let version, _) = self { version } else { nil }
    }
}
