import Bytes
import Providers
import PushModel
import Testing

private let hello: Text = #"{"aps":{"alert":"Hello"}}"#

private let headerMistakes: [Mistake] = [
    Mistake(
        "L17",
        headers: ["apns-topic": "a.b", "apns-collapse-id": .filler(65)],
        hello,
        "apns-bad-collapse-id",
        .error,
        .header(name: "apns-collapse-id")
    ),
    Mistake(
        "P17",
        headers: ["apns-topic": "a.b", "apns-collapse-id": "poker"],
        hello,
        "apns-replaces",
        .note,
        .header(name: "apns-collapse-id")
    ),
    Mistake(
        "L20",
        headers: ["apns-topic": "a.b", "apns-expiration": "300"],
        hello,
        "apns-expiration-past",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "past",
        headers: ["apns-topic": "a.b", "apns-expiration": "1795953600"],
        hello,
        "apns-expiration-past",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "milliseconds",
        headers: ["apns-topic": "a.b", "apns-expiration": "1795957200000"],
        hello,
        "apns-milliseconds",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "negative",
        headers: ["apns-topic": "a.b", "apns-expiration": "-1"],
        hello,
        "apns-expiration-negative",
        .warning,
        .header(name: "apns-expiration")
    ),
    Mistake(
        "L22", headers: ["apns-topic": "a.b"], target: "/3/device/abc", hello, "apns-device-token", .warning, .target),
    Mistake(
        "L22", headers: ["apns-topic": "a.b"], target: "/3/device/x:y", hello, "apns-device-token", .warning, .target),
    Mistake(
        "L22",
        headers: ["apns-topic": "a.b", "host": "api.sandbox.push.apple.com:443"],
        hello,
        "apns-sandbox",
        .note,
        .request
    ),
    Mistake("L23", headers: ["apns-topic": "a.b"], .filler(4097), "apns-payload-too-large", .error, .body(pointer: "")),
    Mistake("L23", headers: ["apns-topic": "a.b"], .filler(3687), "apns-payload-near-limit", .note, .body(pointer: "")),
    Mistake(
        "no token", headers: ["apns-topic": "a.b"], hello, "apns-no-provider-token", .note,
        .header(name: "authorization")),
    Mistake(
        "unknown header",
        headers: ["apns-topic": "a.b", "apns-pushtype": "alert"],
        hello,
        "apns-unknown-header",
        .note,
        .header(name: "apns-pushtype")
    ),
    Mistake(
        "channel",
        headers: ["apns-channel-id": "not base64", "apns-push-type": "liveactivity"],
        target: broadcastTarget,
        hello,
        "apns-channel-id",
        .warning,
        .header(name: "apns-channel-id")
    ),
]

@Suite struct APNsRequestFindingTests {
    @Test(arguments: headerMistakes)
    func `a mistake is found where it is`(mistake: Mistake) throws {
        try mistake.expectFound()
    }
}
