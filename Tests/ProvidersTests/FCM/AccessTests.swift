import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Providers
import TestSupport
import Testing

/// An assertion of a service account, with a signature that is none.
private func assertion(header: String = #"{"alg":"RS256"}"#, claims: String) -> String {
    var token: [UInt8] = []
    Base64.encode(Array(header.utf8)[...], to: &token)
    token.append(UInt8(ascii: "."))
    Base64.encode(Array(claims.utf8)[...], to: &token)
    // Without padding, in the alphabet for addresses.
    return String(decoding: token.filter { $0 != UInt8(ascii: "=") }.map(urlSafe), as: UTF8.self) + ".c2lnbmF0dXJl"
}

private func urlSafe(_ byte: UInt8) -> UInt8 {
    byte == UInt8(ascii: "+") ? UInt8(ascii: "-") : byte == UInt8(ascii: "/") ? UInt8(ascii: "_") : byte
}

private let goodClaims = #"{"iss":"a@b","aud":"https://elsewhere.example","scope":"s","iat":1.5,"exp":2}"#
private let bearer = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="

func answer(to request: HTTPRequest, rules: AnswerRules = AnswerRules()) throws -> Answer {
    try #require(Providers.endpoint(for: request)).answer(to: request, in: FCMFixture.context(rules))
}

func call(_ request: HTTPRequest) throws -> EndpointCall {
    let endpoint = try #require(Providers.endpoint(for: request))
    let response = endpoint.answer(to: request, in: FCMFixture.context()).response
    return endpoint.call(in: Exchange(provider: nil, request: request, response: response))
}

@Suite struct AccessTests {
    @Test(arguments: ["/token", "/oauth2/v4/token", "/o/oauth2/token", "/token?alt=json"] as [Text])
    func `A token is given at every path that clients use, and is none of Google's`(target: Text) throws {
        for body in [
            bearer + assertion(claims: goodClaims),
            "grant_type=refresh_token&refresh_token=1//x&client_id=c&client_secret=s",
            #"{"grant_type":"refresh_token","refresh_token":"x","client_id":"c"}"#,
        ] {
            let response = try answer(to: .fixture("POST", target, body: Text(body))).response
            #expect(response.status == 200)
            #expect(response.headers.first("content-type") == Array("application/json".utf8)[...])
            let root = try JSONText(parsing: response.body).root
            #expect(root.last("access_token")?.text == Text("pushrecorder-no-real-token-\(FCMFixture.eventID)"))
            #expect(root.last("expires_in")?.integer == 3599)
            #expect(root.last("token_type")?.text == "Bearer")
        }
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let body: String
        let error: Text
        let words: String

        init(_ body: String, _ error: Text, _ words: String) {
            self.body = body
            self.error = error
            self.words = words
        }

        var testDescription: String { "\(words) \(body)" }
    }

    @Test(arguments: [
        Refused("", "invalid_request", "grant_type"),
        Refused("grant_type=password", "unsupported_grant_type", "Invalid grant_type: password"),
        Refused("grant_type=refresh_token&client_id=c", "invalid_request", "refresh_token"),
        Refused("grant_type=refresh_token&refresh_token=x", "invalid_request", "client ID"),
        Refused(bearer, "invalid_request", "assertion"),
        Refused(bearer + "a.b", "invalid_grant", "3 dot separated segments"),
        Refused(bearer + "e30.e30.", "invalid_grant", "3 dot separated segments"),
        Refused(bearer + "e30.e30.a.b", "invalid_grant", "3 dot separated segments"),
        Refused(bearer + "!.e30.a", "invalid_grant", "its header"),
        Refused(bearer + "e30.W10.a", "invalid_grant", "its claims"),
        Refused(
            bearer + assertion(claims: #"{"aud":"a","scope":"s","iat":1,"exp":2}"#), "invalid_grant", "iss is missing"),
        Refused(
            bearer + assertion(claims: #"{"iss":"a","scope":"s","iat":1,"exp":2}"#), "invalid_grant", "aud is missing"),
        Refused(
            bearer + assertion(claims: #"{"iss":"a","aud":"a","scope":"s","iat":1,"exp":"2"}"#), "invalid_grant",
            "exp is no number"),
        Refused(bearer + assertion(claims: #"{"iss":"a","aud":"a","iat":1,"exp":2}"#), "invalid_scope", "scope"),
    ])
    func `What a request itself gets wrong is refused as OAuth has it`(row: Refused) throws {
        let request = HTTPRequest.fixture("POST", "/token", body: Text(row.body))
        let response = try answer(to: request).response
        #expect(response.status == 400)
        let root = try JSONText(parsing: response.body).root
        #expect(root.last("error")?.text == row.error)
        #expect(root.last("error_description")?.text?.description.contains(row.words) == true)
        #expect(try answer(to: request, rules: FCMFixture.lenient).response.status == 200)
    }

    @Test func `The call says what for, and never the secret`() throws {
        let refresh = HTTPRequest.fixture(
            "POST", "/token", body: "grant_type=refresh_token&refresh_token=hidden&client_id=c")
        #expect(
            try call(refresh)
                == EndpointCall(
                    kind: EndpointCall.accessToken, summary: "for an authorised user, by a refresh token",
                    note: "The token is none of Google's."))
        let account = HTTPRequest.fixture("POST", "/token", body: Text(bearer + assertion(claims: goodClaims)))
        #expect(try call(account).summary == "for a service account")
        let other = HTTPRequest.fixture("POST", "/token", body: "grant_type=password")
        #expect(try call(other).note == "Invalid grant_type: password")
    }

    @Test(
        arguments: [
            ("/", "computeMetadata/"), ("/computeMetadata/v1/project/project-id", "pushrecorder"),
            ("/computeMetadata/v1/universe/universe-domain", "googleapis.com"),
            ("/computeMetadata/v1/instance/service-accounts/default/email", "pushrecorder@pushrecorder.invalid"),
            ("/computeMetadata/v1/instance/service-accounts/default/scopes", "auth/firebase.messaging"),
            ("/computeMetadata/v1/instance/service-accounts/default/?recursive=true", #""aliases":["default"]"#),
            ("/computeMetadata/v1/instance/service-accounts/default/token?scopes=a%2Cb", #""expires_in":3599"#),
            (
                "/computeMetadata/v1/instance/service-accounts/pushrecorder@pushrecorder.invalid/token",
                #""token_type":"Bearer""#
            ),
        ] as [(Text, String)])
    func `The metadata server answers who knows its header`(target: Text, words: String) throws {
        let request = HTTPRequest.fixture("GET", target, headers: ["metadata-flavor": "Google"])
        let response = try answer(to: request).response
        #expect(response.status == 200)
        #expect(response.headers.first("metadata-flavor") == Array("Google".utf8)[...])
        #expect(String(decoding: response.body, as: UTF8.self).contains(words))
        #expect(try call(request).kind == EndpointCall.metadata)
    }

    @Test func `Without the header there is no metadata, and the root is somebody else's`() throws {
        #expect(try answer(to: .fixture("GET", "/computeMetadata/v1/project/project-id")).response.status == 403)
        #expect(Providers.endpoint(for: .fixture("GET", "/")) == nil)
        #expect(Providers.endpoint(for: .fixture("GET", "/computeMetadataX")) == nil)
        let request = HTTPRequest.fixture(
            "GET", "/computeMetadata/v1/instance/id", headers: ["metadata-flavor": "Google"])
        #expect(try answer(to: request).response.status == 404)
    }
}
