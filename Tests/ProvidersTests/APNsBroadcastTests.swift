import Bytes
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

private let channel: Text = "dHN0LXNyY2gtY2hubA=="

@Suite struct APNsBroadcastTests {
    private static func broadcast(
        _ headers: KeyValuePairs<StaticString, Text>,
        body: Text = #"{"aps":{"event":"update"}}"#,
        target: Text = broadcastTarget
    ) -> HTTPRequest {
        .fixture("POST", target, headers: headers, body: body)
    }

    private static let refused: [Refused] = [
        Refused("no app", broadcast(["apns-channel-id": channel], target: "/4/broadcasts/apps/"), 404, "BadPath"),
        Refused("no apps", broadcast(["apns-channel-id": channel], target: "/4/broadcasts"), 404, "BadPath"),
        Refused("a segment too many", broadcast([:], target: "/4/broadcasts/apps/com.x/y"), 404, "BadPath"),
        Refused(
            "the suffix in the path",
            broadcast(
                ["apns-channel-id": channel, "apns-push-type": "liveactivity"],
                target: "/4/broadcasts/apps/com.example.MyApp.push-type.liveactivity"
            ),
            400,
            "TopicDisallowed"
        ),
        Refused("no channel", broadcast(["apns-push-type": "liveactivity"]), 400, "MissingChannelId"),
        Refused(
            "a channel that is no base64",
            broadcast(["apns-channel-id": "not base64", "apns-push-type": "liveactivity"]),
            400,
            "BadChannelId"
        ),
        Refused("no push type", broadcast(["apns-channel-id": channel]), 400, "MissingPushType"),
        Refused(
            "another push type",
            broadcast(["apns-channel-id": channel, "apns-push-type": "alert"]),
            400,
            "InvalidPushType"
        ),
        Refused(
            "the channel twice",
            broadcast(["apns-channel-id": channel, "apns-channel-id": channel, "apns-push-type": "liveactivity"]),
            400,
            "DuplicateHeaders"
        ),
        Refused(
            "another priority",
            broadcast(["apns-channel-id": channel, "apns-push-type": "liveactivity", "apns-priority": "7"]),
            400,
            "BadPriority"
        ),
        Refused(
            "5121 bytes",
            broadcast(["apns-channel-id": channel, "apns-push-type": "liveactivity"], body: .filler(5121)),
            413,
            "PayloadTooLarge"
        ),
        Refused(
            "no body",
            broadcast(["apns-channel-id": channel, "apns-push-type": "liveactivity"], body: ""),
            400,
            "PayloadEmpty"
        ),
    ]

    @Test(arguments: refused)
    func `what APNs refuses of a broadcast`(row: Refused) {
        let answer = answerOfAPNs(to: row.request).response
        #expect(answer.status == row.status)
        #expect(answer.body == Array("{\"reason\":\"\(row.reason)\"}".utf8))
    }

    @Test(arguments: [5120, 2])
    func `a broadcast needs a channel and a type, and no topic`(size: Int) {
        let request = Self.broadcast(
            ["apns-channel-id": channel, "apns-push-type": "liveactivity", "apns-request-id": "req-1"],
            body: .filler(size)
        )
        let answer = answerOfAPNs(to: request).response
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
        #expect(answer.header("apns-request-id") == "req-1")
        #expect(answer.header("apns-unique-id") == "01JDX0Q6W5T5V0ZK7M3N8R2B4C")
    }

    @Test func `a request identifier is made when there is none, on errors too`() {
        #expect(answerOfAPNs(to: Self.broadcast([:])).response.header("apns-request-id")?.bytes.count == 36)
    }

    @Test func `a broadcast goes to a channel of the app in the path`() {
        let reading = recordAPNs(Self.broadcast(["apns-channel-id": channel, "apns-push-type": "liveactivity"]))
        #expect(reading.message.app == "com.example.MyApp")
        #expect(reading.message.target.kind == .channel)
        #expect(reading.message.target.value == channel)
        #expect(reading.message.target.source == "apns-channel-id")
        #expect(reading.message.target.isFanOut)
        #expect(reading.verdicts.ios?.reason == "live_activity_update")
    }
}
