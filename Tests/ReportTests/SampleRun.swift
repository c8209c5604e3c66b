import Bytes
import CaptureLog
import HTTPMessage
import PushModel
import Report

/// An ordinary nightly run with marks: both vendors, every verdict, some mistakes.
struct SampleRun {
    private(set) var events: [Event] = []
    private var time = Instant(microseconds: 1_796_169_599_123_456)

    init() {
        fillWithAPNs()
        fillWithFCM()
    }

    /// A run of nothing yet.
    init(empty: Void) {}

    private mutating func next() -> (Text, Instant) {
        time = Instant(microseconds: time.microseconds + 1_337_017)
        var id = Array("01JDX0Q6W5T5V0ZK7M3N8R".utf8)
        let number = Array("\(10_000 + events.count)".utf8)
        id.append(contentsOf: number.dropFirst())
        return (Text(repairing: id), time)
    }

    mutating func mark(_ label: Text) {
        let (id, time) = next()
        events.append(Event(id: id, time: time, content: .mark(label: label)))
    }

    mutating func push(_ exchange: Exchange) {
        let (id, time) = next()
        events.append(Event(id: id, time: time, content: .push(exchange)))
    }

    mutating func apns(
        _ body: Text,
        token: Text = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
        headers: KeyValuePairs<StaticString, Text> = ["apns-topic": "com.example.MyApp", "apns-push-type": "alert"],
        status: Int = 200,
        answer: Text = ""
    ) {
        var fields = HeaderList(headers)
        fields.append("authorization", [])
        push(
            Exchange(
                provider: "apns",
                request: HTTPRequest(
                    method: Array("POST".utf8),
                    target: Array("/3/device/".utf8) + token.bytes,
                    version: .http2,
                    scheme: Array("http".utf8),
                    headers: fields,
                    body: body.bytes
                ),
                response: HTTPResponse(
                    status: status,
                    headers: HeaderList(["apns-id": "5D3D6A5E-2C1B-4C1E-8F5E-6D7E6A0D6C1B"]),
                    body: answer.bytes
                ),
                redactions: [
                    Redaction(
                        place: .header(position: fields.count - 1),
                        scheme: "bearer",
                        sha256: "9f86d081884c7d65",
                        length: 211
                    )
                ]
            )
        )
    }

    mutating func fcm(_ body: Text, project: Text = "my-project", status: Int = 200, answer: Text? = nil) {
        push(
            Exchange(
                provider: "fcm",
                request: HTTPRequest(
                    method: Array("POST".utf8),
                    target: Array("/v1/projects/".utf8) + project.bytes + Array("/messages:send".utf8),
                    version: .http11,
                    headers: HeaderList(["host": "127.0.0.1:8822", "content-type": "application/json"]),
                    body: body.bytes
                ),
                response: HTTPResponse(
                    status: status,
                    headers: HeaderList(["content-type": "application/json; charset=UTF-8"]),
                    body: (answer ?? #"{"name":"projects/my-project/messages/0:1733"}"#).bytes
                )
            )
        )
    }

    private mutating func fillWithAPNs() {
        apns(#"{"aps":{"alert":{"title":"Game Request","body":"Bob wants to play poker"}}}"#)
        mark("checkout places an order")
        apns(
            #"{"aps":{"alert":{"title":"Order shipped","subtitle":"No. 48151623","body":"Your order left the warehouse in Rotterdam this morning. It is expected between 14:00 and 16:00 on Tuesday; the courier calls before arriving. You can follow the parcel, change the delivery window or choose a neighbour in the app until midnight."},"badge":3,"sound":"chime.caf","category":"ORDER","thread-id":"orders","interruption-level":"time-sensitive"},"order":48151623}"#,
            headers: [
                "apns-topic": "com.example.MyApp", "apns-push-type": "alert", "apns-priority": "10",
                "apns-expiration": "1796256000", "apns-collapse-id": "order-48151623",
            ]
        )
        apns(
            #"{"aps":{"alert":{"title-loc-key":"ORDER_TITLE","title-loc-args":["48151623"],"loc-key":"ORDER_BODY","loc-args":["Ann","Tuesday"]}}}"#
        )
        apns(
            #"{"aps":{"content-available":1},"sync":"orders","cursor":18446744073709551616,"ratio":1.10}"#,
            headers: ["apns-topic": "com.example.MyApp", "apns-push-type": "background", "apns-priority": "5"]
        )
        apns(#"{"aps":{"badge":0}}"#)
        apns(#"{"aps":{"badge":12,"sound":"default"}}"#)
        mark("a storm is coming")
        apns(
            #"{"aps":{"alert":{"title":"Flood warning","body":"Leave the riverside now."},"sound":{"critical":1,"name":"alarm.caf","volume":1.0},"interruption-level":"critical"}}"#
        )
        apns(
            #"{"aps":{"timestamp":1796169600,"event":"update","content-state":{"home":2,"away":1},"alert":{"title":"Goal","body":"2 : 1"}}}"#,
            headers: ["apns-topic": "com.example.MyApp.push-type.liveactivity", "apns-push-type": "liveactivity"]
        )
        apns(#"{"aps":{"alert":"שלום, ההזמנה שלך יצאה לדרך 🚚"}}"#)
        mark("mistakes")
        apns(#"{"aps":{}}"#)
        apns(#"{"aps":{"alert":"Hello"}"#, status: 200)
        apns(
            #"{"aps":{"alert":"Hello"}}"#,
            headers: ["apns-push-type": "alert"],
            status: 400,
            answer: #"{"reason":"MissingTopic"}"#
        )
        apns(
            #"{"aps":{"alert":"Hello"}}"#,
            token: "not-a-token",
            status: 400,
            answer: #"{"reason":"BadDeviceToken"}"#
        )
    }

    private mutating func fillWithFCM() {
        mark("both platforms")
        fcm(
            #"{"message":{"topic":"weather","notification":{"title":"Storm warning","body":"Batten down the hatches"}}}"#
        )
        fcm(
            #"{"message":{"token":"fcm-registration-token-of-a-phone:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3hVZjC9KtT8OvPVGJ","notification":{"title":"Seat found","body":"Row 12, seat C","image":"https://cdn.example.com/seat.png"},"android":{"priority":"HIGH","ttl":"3600s","collapse_key":"seat","notification":{"title":"Seat found for you","channel_id":"travel","sound":"ding"}},"apns":{"payload":{"aps":{"badge":1}}}}}"#
        )
        fcm(
            #"{"message":{"token":"abc","apns":{"payload":{"aps":{"alert":{"title":"Only on iOS","body":"Android shows nothing"}}}}}}"#
        )
        fcm(#"{"message":{"token":"abc","data":{"event":"sync","id":"12"}}}"#)
        fcm(
            #"{"message":{"token":"abc","notification":{"title":"Web"},"webpush":{"notification":{"title":"In the browser","body":"With a body of its own"}}}}"#
        )
        fcm(
            #"{"message":{"notification":{"title":"Nobody"}}}"#,
            status: 400,
            answer:
                #"{"error":{"code":400,"message":"Recipient of the message is not set.","status":"INVALID_ARGUMENT"}}"#
        )
    }
}
