import Bytes
import CaptureLog
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
    ])
    func `replaces a secret by scheme, hash and length`(name: String, value: String, facts: String) {
        let line = Self.line(name: name, value: value)
        #expect(line.contains("[[\"\(name)\",{\"redacted\":{\(facts)}}]]"))
        #expect(!line.contains(value))
    }

    @Test(arguments: [
        ("authorization", ""), ("access_token_auth", "true"), ("content-type", "application/json"),
        ("apns-id", "sid=1"), ("authorizations", "x"), ("x-token-count12", "x"),
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
    ])
    func `takes secrets out of the target`(target: String, written: String, name: String, length: Int) {
        var writer = EventWriter()
        let line = Self.line(EventWriterTests.exchange(HTTPRequest(target: Array(target.utf8))), writer: &writer)
        #expect(line.contains("\"target\":\"\(written)\""))
        #expect(line.contains("\"annotations\":{\"redacted\":[{\"parameter\":\"\(name)\",\"sha256\":\""))
        #expect(line.hasSuffix("\",\"length\":\(length)}]}}\n"))
    }

    @Test(arguments: ["/key=1", "/v1?keys=1", "/v1?key", "/v1?key=", "/v1?", "?", "/v1?monkey=1&k%65=2"])
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
        (
            "bearer !.\(claims).x",
            #"{"claims":{"text":"{\"iss\":\"DEF123GHIJ\",\"iat\":1437179036}"},"problem":"the header segment is not base64url"}"#
        ),
        (
            "bearer W10.AP8.x",
            #"{"header":{"text":"[]"},"claims":{"bytes":"AP8="},"problem":"the header segment is not a JSON object; the claims segment is not a JSON object"}"#
        ),
    ])
    func `says why an APNs token is none`(value: String, jwt: String) {
        #expect(Self.line(name: "authorization", value: value, provider: "apns").contains("\"jwt\":" + jwt))
        #expect(Self.line(name: "authorization", value: value, provider: "fcm").hasSuffix("\"annotations\":{}}\n"))
    }
}
