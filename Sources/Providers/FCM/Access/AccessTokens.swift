import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// Google's token endpoint, where a service account or an authorised user gets the access token for its sends.
///
/// What the request itself decides is checked: its shape, never its signature, its moment or who its `aud` names, since
/// clients leave that at `oauth2.googleapis.com` whatever endpoint they were given. The token is as good as any other
/// here, and says of itself that it is none.
///
/// Source: https://developers.google.com/identity/protocols/oauth2/service-account
struct AccessTokens: Endpoint {
    private static let paths: [StaticString] = ["/token", "/oauth2/v4/token", "/o/oauth2/token"]
    /// How long a token is said to be good, in seconds; below 225 clients take a new one for each send.
    static let lifetime = 3599

    func owns(_ request: HTTPRequest) -> Bool {
        let path = request.path
        return ASCII.hasSuffix(path, "/token") && AccessTokens.paths.contains { ASCII.equal(path, $0) }
    }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        guard ASCII.equal(request.method[...], "POST") else { return Answer(RemovedEndpoint.notFound) }
        if !context.rules.isLenient, let refusal = TokenRequest(request).refusal { return Answer(refusal.response) }
        return Answer(AccessTokens.granted(in: context))
    }

    /// A token that nobody could take for one of Google's.
    static func granted(in context: AnswerContext) -> HTTPResponse {
        var body = JSONWriter()
        body.object { writer in
            writer.member("access_token", Text("pushrecorder-no-real-token-\(context.eventID)"))
            writer.member("expires_in", Int64(lifetime))
            writer.member("token_type", "Bearer")
        }
        return HTTPResponse(status: 200, headers: applicationJSON, body: body.bytes)
    }

    /// The header fields of a token answer; some clients take no other type.
    static let applicationJSON = HeaderList(["content-type": "application/json"])

    func call(in exchange: Exchange) -> EndpointCall {
        let isRefused = exchange.response.status >= 400
        let error = isRefused ? (try? JSONText(parsing: exchange.response.body))?.root : nil
        let description = error?.last("error_description")?.text?.onOneLine(upTo: 200)
        return EndpointCall(
            kind: EndpointCall.accessToken, summary: TokenRequest(exchange.request).words,
            note: description ?? (isRefused ? nil : "The token is none of Google's.")
        )
    }
}

/// Why no token is granted, in the words of OAuth.
///
/// Source: RFC 6749 section 5.2
struct TokenRefusal: Equatable {
    let error: StaticString
    let description: String

    static func == (left: TokenRefusal, right: TokenRefusal) -> Bool {
        left.error.description == right.error.description && left.description == right.description
    }

    var response: HTTPResponse {
        var body = JSONWriter()
        body.object { writer in
            writer.member("error", Text(stringLiteral: error))
            writer.member("error_description", Text(description))
        }
        return HTTPResponse(status: 400, headers: AccessTokens.applicationJSON, body: body.bytes)
    }
}
