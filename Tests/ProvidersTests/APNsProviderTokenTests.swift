import Bytes
import CaptureLog
import Providers
import PushModel
import TestSupport
import Testing

private func findings(header: String?, claims: String?) -> [Finding] {
    var annotations = Annotations()
    annotations.jwtHeader = header.map { Array($0.utf8) }
    annotations.jwtClaims = claims.map { Array($0.utf8) }
    let headers: KeyValuePairs<StaticString, Text> = [
        "apns-topic": "a.b", "apns-push-type": "alert", "authorization": "",
    ]
    return readAPNs(#"{"aps":{"alert":"x"}}"#, headers: headers, annotations: annotations).findings
}

private let goodHeader = #"{"alg":"ES256","kid":"8YL3G3RRX7","typ":"JWT"}"#
private let goodClaims = #"{"iss":"C86NV9JX3D","iat":1795953000}"#

@Suite struct APNsProviderTokenTests {
    @Test func `a token in order makes no finding`() {
        #expect(findings(header: goodHeader, claims: goodClaims).isEmpty)
    }

    /// The clock stands at 1795953600; the limit is 3600 seconds.
    @Test(
        arguments: [
            "1795953600", "1795950000", #""1795953000""#, "1795953000.25", #""1795953000.25""#, "1795953000000",
            #""1795953000000""#,
        ])
    func `an iat within the hour is taken in each form that senders write`(iat: String) {
        #expect(findings(header: goodHeader, claims: #"{"iss":"C86NV9JX3D","iat":\#(iat)}"#).isEmpty)
    }

    @Test(
        arguments: [
            ("1795949999", "apns-token-stale"), ("1756800000", "apns-token-stale"),
            (#""1756800000000""#, "apns-token-stale"), ("1795953601", "apns-token-future"),
            ("0", "apns-token-iat"), ("-1", "apns-token-iat"), (#""soon""#, "apns-token-iat"),
            ("1e400", "apns-token-iat"), ("1e300", "apns-token-iat"), ("true", "apns-token-iat"),
        ] as [(String, Text)])
    func `an iat out of bounds is a warning`(iat: String, code: Text) {
        let found = findings(header: goodHeader, claims: #"{"iss":"C86NV9JX3D","iat":\#(iat)}"#)
        #expect(found.map(\.code) == [code])
        #expect(found.map(\.severity) == [.warning])
        #expect(found.map(\.place) == [.header(name: "authorization")])
    }

    @Test(
        arguments: [
            (#"{"alg":"RS256","kid":"8YL3G3RRX7"}"#, "apns-token-algorithm", .error),
            (#"{"alg":"none","kid":"8YL3G3RRX7"}"#, "apns-token-algorithm", .error),
            (#"{"kid":"8YL3G3RRX7"}"#, "apns-token-algorithm", .error),
            (#"{"alg":"ES256","kid":"8YL3G3RRX"}"#, "apns-token-kid", .warning),
            (#"{"alg":"ES256","kid":"8YL3G3RRX7X"}"#, "apns-token-kid", .warning),
            (#"{"alg":"ES256","kid":1234567890}"#, "apns-token-kid", .warning),
            (#"{"alg":"ES256"}"#, "apns-token-kid", .warning),
        ] as [(String, Text, Finding.Severity)])
    func `a header out of order is found`(header: String, code: Text, severity: Finding.Severity) {
        let found = findings(header: header, claims: goodClaims)
        #expect(found.map(\.code) == [code])
        #expect(found.map(\.severity) == [severity])
    }

    @Test(
        arguments: [
            (#"{"iss":"short","iat":1795953000}"#, "apns-token-iss"), (#"{"iat":1795953000}"#, "apns-token-iss"),
            (#"{"iss":"C86NV9JX3D"}"#, "apns-token-iat"),
        ] as [(String, Text)])
    func `claims out of order are found`(claims: String, code: Text) {
        #expect(findings(header: goodHeader, claims: claims).map(\.code) == [code])
    }

    @Test func `a token that cannot be read says why`() throws {
        var annotations = Annotations()
        annotations.jwtProblem = "it has 2 segments instead of 3"
        let reading = readAPNs(#"{"aps":{"alert":"x"}}"#, headers: ["apns-topic": "a.b"], annotations: annotations)
        let finding = try #require(reading.findings.first { $0.code == "apns-token-malformed" })
        #expect(finding.severity == .warning)
        #expect(finding.message.description.contains("it has 2 segments instead of 3"))
        #expect(reading.verdicts.ios?.outcome == .shown)
    }

    @Test func `a client certificate stands in for a token`() {
        var annotations = Annotations()
        annotations.clientCertificate = "CN=com.example.MyApp"
        let reading = readAPNs(#"{"aps":{"alert":"x"}}"#, headers: ["apns-topic": "a.b"], annotations: annotations)
        #expect(!reading.findings.contains { $0.code == "apns-no-provider-token" })
    }
}
