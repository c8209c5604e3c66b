import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import Testing

@Suite struct RedactionTests {
    static func line(_ exchange: Exchange, writer: inout EventWriter) -> String {
        var line: [UInt8] = []
        writer.append(exchange, id: EventWriterTests.id, time: EventWriterTests.time, to: &line)
        return String(decoding: line, as: UTF8.self)
    }

    static func line(name: String, value: String, provider: Text? = "fcm") -> String {
        var request = HTTPRequest()
        request.headers.append(Array(name.utf8)[...], Array(value.utf8)[...])
        var writer = EventWriter()
        return line(EventWriterTests.exchange(request, provider: provider), writer: &writer)
    }

    @Test(arguments: [
        ("Authorization", "Bearer secret", #""scheme":"Bearer","sha256":"bffde20413347b7a","length":13"#),
        ("authorization", "bearer secret", #""scheme":"bearer","sha256":"aa05c62bbf3bb7c5","length":13"#),
        ("authorization", "hunter2 and more", #""sha256":"d06e08edff6a33f9","length":16"#),
        ("PROXY-AUTHORIZATION", "Basic dTpw", #""scheme":"Basic","sha256":"2123f28b8c31d940","length":10"#),
        ("authorization", "key=AIza", #""sha256":"d040d5be708b67ba","length":8"#),
        ("cookie", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("set-cookie", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("x-goog-api-key", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("X-Api-Key", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("api-key", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("x-authorization", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("X-Forwarded-Authorization", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("cookie2", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("Private-Token", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("x-vault-token", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("X_Api_Key", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("x-goog-firebase-installations-auth", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("x-firebase-appcheck", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
        ("client-secret", "sid=1", #""sha256":"12556944928d6e92","length":5"#),
    ])
    func `replaces a secret by scheme, hash and length`(name: String, value: String, facts: String) {
        let line = Self.line(name: name, value: value)
        #expect(line.contains("[[\"\(name)\",{\"redacted\":{\(facts)}}]]"))
        #expect(!line.contains(value))
    }

    @Test(arguments: [
        ("authorization", ""), ("access_token_auth", "true"), ("content-type", "application/json"),
        ("apns-id", "sid=1"), ("authorizations", "x"), ("x-token-count12", "x"), ("idempotency-key", "x"),
        ("referer", "https://a.example/b?c=d#e"), ("host", "a.example:443"),
    ])
    func `leaves everything else as it came`(name: String, value: String) {
        #expect(Self.line(name: name, value: value).contains("[[\"\(name)\",\"\(value)\"]]"))
    }

    @Test func `takes cookies out of an answer`() {
        var exchange = EventWriterTests.exchange(HTTPRequest())
        exchange.response.headers.append("set-cookie", Array("sid=1".utf8)[...])
        var writer = EventWriter()
        let line = Self.line(exchange, writer: &writer)
        #expect(line.contains(#"[["set-cookie",{"redacted":{"sha256":"12556944928d6e92","length":5}}]]"#))
    }

    @Test(arguments: [
        ("/v1?access_token=sid%3D1", "/v1?access_token=(redacted)", "access_token", 7),
        ("/v1?a=b&key=AIza&c", "/v1?a=b&key=(redacted)&c", "key", 4),
        ("/v1?Oauth%5fToken=x=y?&", "/v1?Oauth%5fToken=(redacted)&", "Oauth_Token", 4),
        ("?key=x", "?key=(redacted)", "key", 1),
        ("/v1?api_key=x", "/v1?api_key=(redacted)", "api_key", 1),
        ("/v1?APIKEY=x", "/v1?APIKEY=(redacted)", "APIKEY", 1),
        ("/v1?id_token=x", "/v1?id_token=(redacted)", "id_token", 1),
        ("/v1?token=x", "/v1?token=(redacted)", "token", 1),
        ("/v1?client-secret=x", "/v1?client-secret=(redacted)", "client-secret", 1),
        ("/v1?bearer_token=x;y", "/v1?bearer_token=(redacted)", "bearer_token", 3),
        ("/v1?a=b;key=x&c", "/v1?a=b;key=(redacted)&c", "key", 1),
        ("/v1;key=x?c", "/v1;key=(redacted)", "key", 3),
        ("/v1#access_token=x&b=c", "/v1#access_token=(redacted)&b=c", "access_token", 1),
        ("/v1?a#key=x", "/v1?a#key=(redacted)", "key", 1),
        ("/v1?b=http://c?key=x", "/v1?b=http://c?key=(redacted)", "key", 1),
        ("/v1?key[]=x&[b]=c", "/v1?key[]=(redacted)&[b]=c", "key[]", 1),
        ("/v1?%2561ccess_token=x", "/v1?%2561ccess_token=(redacted)", "access_token", 1),
        ("//me:pass@h/3/device/ab", "//(redacted)@h/3/device/ab", "userinfo", 7),
        ("https://me:pass@h/3/device/ab", "https://(redacted)@h/3/device/ab", "userinfo", 7),
        ("me:p@ss@h:443", "(redacted)@h:443", "userinfo", 7),
    ])
    func `takes secrets out of the target`(target: String, written: String, name: String, length: Int) {
        var writer = EventWriter()
        let line = Self.line(EventWriterTests.exchange(HTTPRequest(target: Array(target.utf8))), writer: &writer)
        #expect(line.contains("\"target\":\"\(written)\""))
        #expect(line.contains("\"annotations\":{\"redacted\":[{\"parameter\":\"\(name)\",\"sha256\":\""))
        #expect(line.hasSuffix("\",\"length\":\(length)}]}}\n"))
    }

    @Test(arguments: [
        "/key=1", "/v1?keys=1", "/v1?key", "/v1?key=", "/v1?", "?", "/v1?monkey=1&k%65=2", "/v1?key=(redacted)",
        "/me@h", "http://h/me@x", "/a://me@h", "*", "http://@h/", "/v1?topic_name=news;a&;#",
    ])
    func `leaves other targets as they came`(target: String) {
        var writer = EventWriter()
        let line = Self.line(EventWriterTests.exchange(HTTPRequest(target: Array(target.utf8))), writer: &writer)
        #expect(line.contains("\"target\":\"\(target)\""))
        #expect(line.contains("\"annotations\":{}"))
    }

    @Test func `a secret seen before is told the same, however many came between`() {
        var writer = EventWriter()
        func facts(_ value: Int) -> String {
            var request = HTTPRequest()
            request.headers.append("authorization", Array("Bearer \(value)".utf8)[...])
            return Self.line(EventWriterTests.exchange(request), writer: &writer)
        }
        let first = (0..<40).map(facts)
        #expect((0..<40).map(facts) == first)
        #expect(Set(first).count == 40)
    }

    static let header = "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ"
    static let claims = "eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNDM3MTc5MDM2fQ"
    static let decoded =
        #""header":{"text":"{\"alg\":\"ES256\",\"kid\":\"ABC123DEFG\"}"},"#
        + #""claims":{"text":"{\"iss\":\"DEF123GHIJ\",\"iat\":1437179036}"}"#

    @Test(arguments: [
        "bearer \(header).\(claims).c2ln", "BEARER  \(header)==.\(claims)==.c2ln ", "\(header).\(claims).",
    ])
    func `keeps header and claims of a token and never its signature`(value: String) {
        for provider in ["apns", "fcm", nil] as [Text?] {
            let line = Self.line(name: "authorization", value: value, provider: provider)
            #expect(line.contains(#""annotations":{"jwt":{"# + Self.decoded + "}}"))
            #expect(!line.contains("c2ln"))
        }
    }

    @Test(arguments: [
        ("bearer abc", #"{"problem":"the token has 1 segment instead of 3"}"#),
        ("Basic a.b", #"{"problem":"the token has 2 segments instead of 3"}"#),
        ("bearer !.\(claims).x", #"{"problem":"the header segment is not base64url"}"#),
        ("bearer \(header).AP8.x", #"{"problem":"the claims segment is not a JSON object"}"#),
        (
            "bearer W10.AP8.x",
            #"{"problem":"the header segment is not a JSON object; the claims segment is not a JSON object"}"#
        ),
        (
            "bearer c2VjcmV0.c2VjcmV0.c2VjcmV0",
            #"{"problem":"the header segment is not a JSON object; the claims segment is not a JSON object"}"#
        ),
    ])
    func `says why an APNs token is none`(value: String, jwt: String) {
        #expect(Self.line(name: "authorization", value: value, provider: "apns").contains("\"jwt\":" + jwt))
        #expect(Self.line(name: "authorization", value: value, provider: "fcm").hasSuffix("\"annotations\":{}}\n"))
    }

    @Test func `takes user information out of an authority`() {
        let request = HTTPRequest(version: .http2, authority: Array("me:pass@localhost:8822".utf8))
        var writer = EventWriter()
        let line = Self.line(EventWriterTests.exchange(request), writer: &writer)
        #expect(line.contains(#""authority":"(redacted)@localhost:8822""#))
        #expect(line.contains(#""redacted":[{"parameter":"userinfo","in":"authority","sha256":""#))
        #expect(!line.contains("pass"))
    }

    @Test(arguments: [
        ("Referer", "https://me@a/b?key=x&c", "https://(redacted)@a/b?key=(redacted)&c", 2),
        ("referer", "/b?c&token=x", "/b?c&token=(redacted)", 1), ("Host", "me:pass@a", "(redacted)@a", 1),
        ("origin", "http://me@a", "http://(redacted)@a", 1),
    ])
    func `takes secrets out of addresses in header fields`(name: String, value: String, written: String, count: Int) {
        let line = Self.line(name: name, value: value)
        #expect(line.contains("[[\"\(name)\",\"\(written)\"]]"))
        #expect(line.components(separatedBy: "\"in\":\"\(name)\"").count == count + 1)
    }

    struct Body: Sendable, CustomTestStringConvertible {
        let name: String
        var target = "/token"
        var type = "application/x-www-form-urlencoded"
        var provider: Text?
        let posted: String
        /// nil when it is kept as it came.
        var written: String?
        var testDescription: String { name }
    }

    static let bodies = [
        Body(
            name: "an assertion", posted: "grant_type=urn%3Ajwt&assertion=e30.e30.c2ln",
            written: "grant_type=urn%3Ajwt&assertion=(redacted)"),
        Body(
            name: "a refresh token", target: "https://h/oauth2/v4/token", type: "text/plain",
            posted: "refresh_token=s;t&client_id=me&client_secret=u",
            written: "refresh_token=(redacted)&client_id=me&client_secret=(redacted)"),
        Body(name: "a password on any path", target: "/login", posted: "password=s", written: "password=(redacted)"),
        Body(name: "a form without secrets", posted: "grant_type=x&scope=messaging"),
        Body(name: "no form", target: "/other", type: "text/plain", posted: "password=s"),
        Body(
            name: "a push that calls itself a form", target: "/3/device/ab", provider: "apns",
            posted: #"{"aps":{"alert":"a&key=5"}}"#),
        Body(
            name: "a push that is none", target: "/3/device/ab", provider: "apns", posted: "a&key=5"),
        Body(
            name: "a refresh token in JSON", type: "application/json",
            posted: #"{"grant_type":"refresh_token","refresh_token":"s\"t","client_secret":"","n":1}"#,
            written: #"{"grant_type":"refresh_token","refresh_token":"(redacted)","client_secret":"","n":1}"#),
        Body(
            name: "JSON that is cut", type: "application/json", posted: #"{"refresh_token":"s"#, written: "(redacted)"),
        Body(
            name: "JSON with more behind it", type: "application/json", posted: #"{"refresh_token":"s"} x"#,
            written: "(redacted)"),
        Body(
            name: "JSON in an array", type: "application/json", posted: #"[{"refresh_token":"s"}]"#,
            written: "(redacted)"),
        Body(
            name: "JSON with an array", type: "application/json", posted: #"{"refresh_token":["s"]}"#,
            written: "(redacted)"),
        Body(
            name: "JSON behind a byte order mark", type: "application/json",
            posted: "\u{FEFF}{\"refresh_token\":\"s\"}",
            written: "(redacted)"),
        Body(
            name: "a multipart form", type: "multipart/form-data; boundary=b",
            posted: "--b\r\nContent-Disposition: form-data; name=\"refresh_token\"\r\n\r\ns\r\n--b--\r\n",
            written: "(redacted)"),
        Body(
            name: "a code", posted: "grant_type=authorization_code&code=s&code_verifier=t",
            written: "grant_type=authorization_code&code=(redacted)&code_verifier=(redacted)"),
        Body(name: "JSON on nobody's route", target: "/other", posted: #"{"a":"b&key=5"}"#),
        Body(
            name: "requests in a batch", target: "/batch", type: "multipart/mixed; boundary=b", provider: "fcm",
            posted: "--b\r\nContent-Type: application/http\r\n\r\nPOST /v1/x?key=s HTTP/1.1\r\n"
                + "Authorization : Bearer s\r\n t\r\nx-goog-api-key:u\r\nHost: me@h\r\n\r\n"
                + "{\r\n  \"message\": {\"token\": \"t\", \"data\": {\"authorization\": \"kept\"}}}\r\n--b--",
            written: "--b\r\nContent-Type: application/http\r\n\r\nPOST /v1/x?key=(redacted) HTTP/1.1\r\n"
                + "Authorization : (redacted)\r\nx-goog-api-key:(redacted)\r\nHost: (redacted)@h\r\n\r\n"
                + "{\r\n  \"message\": {\"token\": \"t\", \"data\": {\"authorization\": \"kept\"}}}\r\n--b--"),
    ]

    @Test(arguments: bodies)
    func `takes secrets out of forms and batches, and leaves pushes as posted`(body: Body) throws {
        let request = HTTPRequest(
            method: Array("POST".utf8), target: Array(body.target.utf8),
            headers: HeaderList(["content-type": Text(body.type)]), body: Array(body.posted.utf8)
        )
        var writer = EventWriter()
        let line = Self.line(EventWriterTests.exchange(request, provider: body.provider), writer: &writer)
        guard case .push(let exchange)? = try #require(EventReader.event(Array(line.utf8))).asPush else {
            Issue.record("no exchange")
            return
        }
        #expect(String(decoding: exchange.request.body, as: UTF8.self) == body.written ?? body.posted)
        let hidden = exchange.redactions.filter { $0.place.isInBody }.count
        #expect(hidden == (body.written ?? "").components(separatedBy: "(redacted)").count - 1)
    }
}

extension Event {
    /// The content, with a request to nobody's route taken for a push.
    fileprivate var asPush: Content? {
        if case .request(let exchange) = content { .push(exchange) } else { content }
    }
}

extension Redaction.Place {
    fileprivate var isInBody: Bool {
        if case .parameter(_, "body"?) = self { true } else { false }
    }
}
