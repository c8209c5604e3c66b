import Bytes
import CaptureLog
import HTTPMessage
import Providers
import TestSupport
import Testing

private let channels: Text = "/1/apps/com.example.MyApp/channels"
private let creation: Text = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#

@Suite struct APNsChannelTests {
    @Test func `A channel that was made here can be read, by its identifier alone`() throws {
        let made = try answer(to: .fixture("POST", channels, body: creation)).response
        #expect(made.status == 201)
        let channel = try #require(made.headers.first("apns-channel-id"))
        #expect(Base64.decode(channel) != nil)
        #expect(made.headers.first("apns-request-id") != nil)
        let read = try answer(
            to: .fixture("GET", channels, headers: ["apns-channel-id": Text(repairing: channel)]))
        #expect(read.response.status == 200)
        #expect(
            String(decoding: read.response.body, as: UTF8.self)
                == #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        #expect(read.warning?.description.contains("not kept") == true)
        #expect(read.response.headers.first("PushRecorder-Warning") != nil)
        let broadcast = HTTPRequest.fixture(
            "POST", broadcastTarget,
            headers: ["apns-channel-id": Text(repairing: channel), "apns-push-type": "liveactivity"],
            body: #"{"aps":{"event":"update"}}"#)
        #expect(answerOfAPNs(to: broadcast).response.status == 200)
    }

    @Test func `A list is empty, and a deletion is granted`() throws {
        let list = try answer(to: .fixture("GET", "/1/apps/com.example.MyApp/all-channels"))
        #expect(String(decoding: list.response.body, as: UTF8.self) == #"{"channels":[]}"#)
        #expect(list.warning != nil)
        let deletion = try answer(
            to: .fixture(
                "DELETE", channels, headers: ["apns-channel-id": "dHN0LXNyY2gtY2hubA==", "apns-request-id": "r-1"]))
        #expect(deletion.response.status == 204)
        #expect(deletion.response.body.isEmpty)
        #expect(deletion.response.headers.first("apns-request-id") == Array("r-1".utf8)[...])
    }

    @Test(
        arguments: [
            ("POST", channels, [:], "", 400, "PayloadEmpty"), ("POST", channels, [:], "x", 400, "BadRequestPayload"),
            (
                "POST", channels, [:], #"{"message-storage-policy":2,"push-type":"LiveActivity"}"#, 400,
                "BadRequestPayload"
            ),
            ("POST", channels, [:], #"{"message-storage-policy":0}"#, 400, "MissingPushType"),
            ("POST", channels, [:], #"{"message-storage-policy":0,"push-type":"alert"}"#, 400, "InvalidPushType"),
            ("GET", channels, [:], "", 400, "MissingChannelId"), ("DELETE", channels, [:], "", 400, "MissingChannelId"),
            ("GET", channels, ["apns-channel-id": "not base64"], "", 400, "BadChannelId"),
            ("GET", channels, ["apns-channel-id": "dHN0LXNyY2gtY2hubA=="], "", 400, "ChannelNotRegistered"),
            ("PUT", channels, [:], "", 405, "MethodNotAllowed"),
            ("POST", "/1/apps/com.example.MyApp/all-channels", [:], "", 405, "MethodNotAllowed"),
            ("GET", "/1/apps/com.example.MyApp", [:], "", 404, "BadPath"),
            ("GET", "/1/apps//channels", [:], "", 404, "BadPath"),
            (
                "POST", "/1/apps/com.example.MyApp.push-type.liveactivity/channels", [:], creation, 400,
                "TopicDisallowed"
            ),
        ] as [(Text, Text, KeyValuePairs<StaticString, Text>, Text, Int, String)])
    func `What Apple refuses about channels`(
        method: Text, target: Text, headers: KeyValuePairs<StaticString, Text>, body: Text, status: Int, reason: String
    ) throws {
        let response = try answer(to: .fixture(method, target, headers: headers, body: body)).response
        #expect(response.status == status)
        #expect(String(decoding: response.body, as: UTF8.self) == "{\"reason\":\"\(reason)\"}")
    }

    @Test func `The call names the app`() throws {
        let made = try call(.fixture("POST", channels, body: creation))
        #expect(made.kind == EndpointCall.channel)
        #expect(made.summary == "make a channel of com.example.MyApp")
        #expect(made.note?.description.contains("not kept") == true)
    }
}
