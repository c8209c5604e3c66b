import Bytes
import CaptureLog
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

@Suite struct FCMRouteTests {
    @Test(
        arguments: [
            ("/v1/projects/demo/messages:send", true), ("/v1/projects/demo/messages:send?alt=json", true),
            ("/v1/projects/123/messages:send", true), ("/fcm/send", true), ("/batch", true),
            ("/fcm/send/abc:def", true),
            ("/v1/projects//messages:send", false), ("/v1/projects/a/b/messages:send", false),
            ("/v1/projects/demo/messages:sendAll", false), ("/v1/projects/demo/messages", false),
            ("/fcm/sender", false),
            ("/v1/projects/messages:send", false), ("/", false), ("", false), ("/batch/", false),
        ] as [(Text, Bool)]) func `Routes are told by their path`(target: Text, isFCM: Bool)
    {
        #expect(FCM().owns(.fixture("POST", target)) == isFCM)
    }

    @Test(arguments: [HTTPRequest.Version.http10, .http11, .http2])
    func `Any version and content type is taken`(version: HTTPRequest.Version) {
        let request = HTTPRequest.fixture(
            "POST",
            FCMFixture.target,
            headers: ["content-type": "text/plain"],
            body: #"{"message":{"topic":"x"}}"#,
            version: version
        )
        #expect(FCM().owns(request))
        #expect(FCM().answer(to: request, in: FCMFixture.context()).response.status == 200)
    }

    @Test(arguments: ["GET", "PUT", "post", "DELETE"] as [Text])
    func `The send method takes POST alone`(method: Text) {
        let request = HTTPRequest.fixture(method, FCMFixture.target, body: #"{"message":{"topic":"x"}}"#)
        let response = FCM().answer(to: request, in: FCMFixture.context()).response
        #expect(response.status == 404)
        #expect(response.headers.first("content-type") == Array("text/html; charset=UTF-8".utf8)[...])
        let reading = FCMFixture.reading(request)
        #expect(reading.reasons == ["refused", "refused", "refused"])
        #expect(reading.codes.contains("fcm-method"))
    }

    @Test(
        arguments: [("/fcm/send", "Error 404"), ("/batch", "The requested URL /batch was not found on this server.")]
            as [(Text, String)])
    func `A removed endpoint is answered with a page and read as such`(target: Text, words: String) {
        let request = HTTPRequest.fixture("POST", target, body: #"{"to":"t","notification":{"title":"T"}}"#)
        let response = FCM().answer(to: request, in: FCMFixture.context()).response
        #expect(response.status == 404)
        #expect(String(decoding: response.body, as: UTF8.self).contains(words))
        let reading = FCMFixture.reading(request)
        #expect(reading.outcomes == [.refused, .refused, .refused])
        #expect(reading.reasons == ["removed_endpoint", "removed_endpoint", "removed_endpoint"])
        #expect(reading.finding("fcm-removed-endpoint")?.severity == .error)
        #expect(reading.message.kind == .empty)
    }

    @Test func `Web Push is not taken for the removed API`() {
        let request = HTTPRequest.fixture("POST", "/fcm/send/abc", headers: ["content-encoding": "aes128gcm"])
        let answer = FCM().answer(to: request, in: FCMFixture.context())
        #expect(answer.response.status == 501)
        #expect(answer.warning != nil)
        let reading = FCMFixture.reading(request)
        #expect(reading.outcomes == [nil, nil, .refused])
        #expect(reading.codes == ["web-push-not-handled"])
    }

    @Test(
        arguments: [
            (nil, 401), ("Bearer wrong", 401), ("Bearer secret", 200), ("bearer secret", 200), ("Basic secret", 401),
            ("Bearer", 401), ("secret", 401), ("Bearer secret2", 401),
        ] as [(Text?, Int)]) func `A pinned token is compared`(authorization: Text?, status: Int)
    {
        var rules = AnswerRules()
        rules.fcmBearerToken = "secret"
        var request = FCMFixture.request(#"{"message":{"topic":"x","notification":{"title":"T"}}}"#)
        if let authorization { request.headers.append("authorization", authorization.bytes[...]) }
        let response = FCM().answer(to: request, in: FCMFixture.context(rules)).response
        #expect(response.status == status)
        guard status == 401 else { return }
        #expect(
            response.compactBody
                == #"{"error":{"code":401,"message":"Request is missing required authentication credential. "#
                + "Expected OAuth 2 access token, login cookie or other valid authentication credential. "
                + #"See https://developers.google.com/identity/sign-in/web/devconsole-project.","status":"UNAUTHENTICATED"}}"#
        )
        let reading = FCMFixture.reading(request, rules)
        #expect(reading.reasons == ["unauthenticated", "unauthenticated", "unauthenticated"])
        #expect(reading.message.alert?.title == "T")
    }

    @Test(arguments: [nil, "Bearer any", "anything"] as [Text?])
    func `Without a pin any credentials pass`(authorization: Text?) {
        var request = FCMFixture.request(#"{"message":{"topic":"x"}}"#)
        if let authorization { request.headers.append("authorization", authorization.bytes[...]) }
        #expect(FCM().answer(to: request, in: FCMFixture.context()).response.status == 200)
    }

    @Test func `When the log cannot be written FCM is unavailable`() {
        let request = FCMFixture.request(#"{"message":{"topic":"x"}}"#)
        let response = FCM().unavailable(for: request, in: FCMFixture.context())
        #expect(response.status == 503)
        #expect(
            response.compactBody
                == #"{"error":{"code":503,"message":"The service is currently unavailable.","status":"UNAVAILABLE","#
                + #""details":[{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"UNAVAILABLE"}]}}"#
        )
    }

    @Test func `A body over the server's limit is too large, and nothing else is said of it`() {
        var request = FCMFixture.request("")
        request.body = []
        let response = FCM().tooLarge(for: request, in: FCMFixture.context())
        #expect(response.status == 400)
        #expect(response.compactBody.contains("Message is too large. The maximum is 4K (4096 bytes)."))
        var annotations = Annotations()
        annotations.limit = "a body of 1048576 bytes"
        let exchange = Exchange(provider: "fcm", request: request, response: response, annotations: annotations)
        #expect(FCM().reading(of: exchange, at: FCMFixture.time).codes == ["fcm-refused"])
    }

    @Test func `The list of providers knows FCM`() {
        #expect(Providers.named("fcm") != nil)
        #expect(Providers.owner(of: FCMFixture.request("{}"))?.name == "fcm")
    }
}
