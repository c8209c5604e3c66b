package import Bytes
package import CaptureLog
package import HTTPMessage
package import PushModel

/// Apple's provider API: pushes to devices and broadcasts to channels.
///
/// Answers have the statuses, reasons and header fields of APNs. `apns-id` comes back byte for byte, on errors too:
/// clients match answers to requests by it. One that no header line could hold is replaced.
///
/// With ``AnswerRules/isLenient`` a request is refused only when there is nothing to understand in it (method, path,
/// empty body) or when it misses a pin; what APNs would have refused is then a finding.
///
/// Source: https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns
package struct APNs: Provider {
    /// The provider.
    package init() {}

    package let name: Text = "apns"

    package let endpoints: [any Endpoint] = [ChannelManagement()]

    package func owns(_ request: HTTPRequest) -> Bool {
        APNsRoute.owns(request.path)
    }

    package func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        let route = APNsRoute(request.path)
        let headers = APNsHeaders(request.headers)
        let reason =
            context.rules.isLenient
            ? APNsRules.essentialRefusal(of: request, route, headers, pins: context.rules)
            : APNsRules.refusal(of: request, route, headers, pins: context.rules)
        var response = HTTPResponse(status: reason?.status ?? 200, headers: identifiers(route, headers, context))
        if let reason {
            response.headers.append("content-type", applicationJSON[...])
            response.body = reason.body
        } else {
            response.headers.append("apns-unique-id", context.eventID.bytes[...])
        }
        guard request.version != .http2 else { return Answer(response) }
        let warning = request.version == .http10 ? http10Warning : http11Warning
        response.headers.append("PushRecorder-Warning", warning.bytes[...])
        return Answer(response, warning: warning)
    }

    package func answer(
        _ failure: ScriptedFailure, to request: HTTPRequest, in context: AnswerContext
    ) -> Answer? {
        guard case .apns(let word, let timestamp) = failure, let reason = APNsReason(rawValue: word.description) else {
            return nil
        }
        var answer = answer(to: request, in: context)
        answer.response = refusal(reason, of: request, in: context)
        if reason.status == 410 {
            answer.response.body = reason.body(since: timestamp ?? context.time.microseconds / 1000)
        }
        return answer
    }

    package func unavailable(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        refusal(.serviceUnavailable, of: request, in: context)
    }

    package func tooLarge(for request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        refusal(.payloadTooLarge, of: request, in: context)
    }

    package func reading(of exchange: Exchange, at time: Instant) -> PushReading {
        APNsReading(of: exchange, at: time).pushReading
    }

    private func refusal(_ reason: APNsReason, of request: HTTPRequest, in context: AnswerContext) -> HTTPResponse {
        let headers = APNsHeaders(request.headers)
        var fields = identifiers(APNsRoute(request.path), headers, context)
        fields.append("content-type", applicationJSON[...])
        return HTTPResponse(status: reason.status, headers: fields, body: reason.body)
    }

    /// The fields by which a client knows which request an answer is for: sent back as they came, or made.
    private func identifiers(_ route: APNsRoute, _ headers: APNsHeaders, _ context: AnswerContext) -> HeaderList {
        var fields = HeaderList(reservingFields: 3, bytes: 128)
        if case .broadcast = route {
            fields.append("apns-request-id", APNs.echo(headers[.requestID]) ?? context.uuid.bytes[...])
            if let id = APNs.echo(headers[.id]) { fields.append("apns-id", id) }
        } else {
            fields.append("apns-id", APNs.echo(headers[.id]) ?? context.uuid.bytes[...])
        }
        return fields
    }

    /// A value that is safe to send back: visible ASCII, so that it cannot end a header line.
    static func echo(_ value: ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        guard let value, value.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return value
    }
}

private let applicationJSON = Array("application/json".utf8)
private let http11Warning: Text = "this request arrived over HTTP/1.1; APNs is HTTP/2 only"
private let http10Warning: Text = "this request arrived over HTTP/1.0; APNs is HTTP/2 only"
