import Bytes
import HTTPMessage
import JSONText
import PushModel

/// A request for an access token: a form, or JSON with the same names.
struct TokenRequest {
    private let grantType: Text?
    private let assertion: Text?
    private let refreshToken: Text?
    private let clientID: Text?

    static let jwtBearer: Text = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let refresh: Text = "refresh_token"

    init(_ request: HTTPRequest) {
        let value: (StaticString) -> Text?
        if request.body.first == UInt8(ascii: "{") {
            let root = (try? JSONText(parsing: request.body))?.root
            value = { root?.last($0)?.text }
        } else {
            let form = FormParameters(form: request.body[...])
            value = { form[$0] }
        }
        grantType = value("grant_type")
        assertion = value("assertion")
        refreshToken = value("refresh_token")
        clientID = value("client_id")
    }

    /// What was asked for, in a few words; the same whether or not the secrets are still there.
    var words: Text {
        switch grantType {
        case TokenRequest.jwtBearer: "for a service account"
        case TokenRequest.refresh: "for an authorised user, by a refresh token"
        case let other?: Text("by \(other.onOneLine(upTo: EndpointCall.longestWord))")
        case nil: "without a grant type"
        }
    }

    /// Why there is no token for it; nil when there is one.
    var refusal: TokenRefusal? {
        switch grantType {
        case nil: return .invalidRequest("Required parameter is missing: grant_type")
        case TokenRequest.jwtBearer:
            guard let assertion else { return .invalidRequest("Required parameter is missing: assertion") }
            return Assertion.fault(in: assertion)
        case TokenRequest.refresh:
            if refreshToken == nil { return .invalidRequest("Missing required parameter: refresh_token") }
            return clientID == nil ? .invalidRequest("Could not determine client ID from request.") : nil
        case let other?:
            return TokenRefusal(
                error: "unsupported_grant_type",
                description: "Invalid grant_type: \(other.onOneLine(upTo: EndpointCall.longestWord))"
            )
        }
    }
}

/// What can be told of the assertion of a service account from its shape.
///
/// Source: RFC 7523 section 3
private enum Assertion {
    static func fault(in assertion: Text) -> TokenRefusal? {
        let segments = assertion.bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3, !segments.contains(where: \.isEmpty) else {
            return .invalidGrant("Invalid assertion format. 3 dot separated segments required.")
        }
        guard object(segments[0]) != nil else { return .invalidGrant("Invalid JWT: its header is no JSON object.") }
        guard let claims = object(segments[1]) else {
            return .invalidGrant("Invalid JWT: its claims are no JSON object.")
        }
        for (name, isNumber) in [("iss", false), ("aud", false), ("exp", true), ("iat", true)] as [(StaticString, Bool)]
        {
            let value = claims.last(name)
            guard isNumber ? value?.kind == .number : value?.text.map({ !$0.isEmpty }) ?? false else {
                return .invalidGrant(
                    "Invalid JWT: \(name) is \(value == nil ? "missing" : isNumber ? "no number" : "no text").")
            }
        }
        guard let scope = claims.last("scope")?.text, !scope.isEmpty else {
            return TokenRefusal(
                error: "invalid_scope", description: "Invalid OAuth scope or ID token audience provided.")
        }
        return nil
    }

    private static func object(_ segment: ArraySlice<UInt8>) -> JSONValue? {
        guard let bytes = Base64.decode(segment), let root = (try? JSONText(parsing: bytes))?.root,
            root.kind == .object
        else { return nil }
        return root
    }
}

extension TokenRefusal {
    fileprivate static func invalidRequest(_ description: String) -> TokenRefusal {
        TokenRefusal(error: "invalid_request", description: description)
    }

    fileprivate static func invalidGrant(_ description: String) -> TokenRefusal {
        TokenRefusal(error: "invalid_grant", description: description)
    }
}
