import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

/// Pushes at the address of another vendor.
@Suite struct HostFindingTests {
    @Test(
        arguments: [
            ("fcm", "fcm.googleapis.com:443", nil, false), ("fcm", "FCM.googleapis.com.:443", nil, false),
            ("fcm", "api.push.apple.com:443", nil, true), ("fcm", "www.googleapis.com:443", nil, true),
            ("apns", "api.sandbox.push.apple.com:2197", nil, false), ("apns", "fcm.googleapis.com:443", nil, true),
            ("apns", "api-manage-broadcast.push.apple.com:2196", nil, true),
            ("mongoosepush", "api.push.apple.com:443", nil, true),
            ("apns", nil, "api.push.apple.com", false), ("apns", nil, "fcm.googleapis.com", true),
            ("apns", nil, "localhost:8822", false), ("fcm", nil, "", false),
            ("fcm", "fcm.googleapis.com:443", "api.push.apple.com", false),
        ] as [(Text, Text?, Text?, Bool)])
    func `a host that takes no such pushes is an error`(
        provider: Text, tunnel: Text?, authority: Text?, isFound: Bool
    ) throws {
        var request = HTTPRequest.fixture("POST", "/v1/projects/p/messages:send", body: "{}")
        request.authority = authority?.bytes ?? []
        var annotations = Annotations()
        annotations.tunnel = tunnel
        let exchange = Exchange.fixture(provider: provider, request, status: 200, annotations: annotations)
        let findings = try #require(exchange.reading(at: FCMFixture.time)).findings
        let found = findings.filter { $0.code == "other-host" }
        #expect(found.map(\.severity) == (isFound ? [.error] : []))
    }

    @Test func `a push that was not answered reaches nobody, and no vendor is quoted`() throws {
        var annotations = Annotations()
        annotations.scripted = "rule 1: connection dropped"
        let body: Text = #"{"message":{"topic":"t","notification":{"title":"T"}}}"#
        let request = HTTPRequest.fixture("POST", FCMFixture.target, body: body)
        let exchange = Exchange.fixture(
            provider: "fcm", request, status: Exchange.droppedStatus, annotations: annotations)
        let reading = try #require(exchange.reading(at: FCMFixture.time))
        #expect(
            reading.verdicts.all.map(\.verdict.reason) == [
                "connection_dropped", "connection_dropped", "connection_dropped",
            ])
        #expect(reading.message.alert?.title != nil)
        #expect(reading.findings.map(\.code) == ["scripted-answer"])
    }
}
