import Bytes
import CaptureLog
import Filter
import HTTPMessage
import PushModel

/// Four captured pushes that differ in every field.
enum Samples {
    static let all = [order, refresh, refused, topic]

    /// An APNs alert that a user sees.
    static let order: FilterSubject = {
        var message = Message()
        message.pushType = "alert"
        message.app = "com.example.Shop"
        message.environment = .production
        message.target = Target(kind: .device, value: "00FC13ADFF78", source: "path")
        message.alert = alert(title: "Order shipped", body: "It arrives on Monday")
        message.data = #"{"gameID":"12345678","seats":[1,2,3],"note":"a\"b"}"#
        message.dataKeys = ["gameID", "seats", "note"]
        message.delivery.setPriority("10")
        message.delivery.collapseKey = "poker"
        var verdicts = Verdicts()
        verdicts.ios = Verdict(outcome: .shown, reason: "alert_text", explain: "A card.", alert: message.alert)
        return subject(
            "01A", second: 1, provider: "apns", target: "/3/device/00FC13ADFF78",
            headers: HeaderList([
                "apns-topic": "com.example.Shop", "Apns-Priority": "10", "x-trace": "one", "X-Trace": "two",
            ]),
            body: #"{"aps":{"alert":{"title":"Order shipped"},"badge":3,"sound":null},"a/b":{"m~n":[{"k":"é"}]}}"#,
            status: 200, reading: PushReading(message: message, verdicts: verdicts, findings: []), mark: "checkout"
        )
    }()

    /// An FCM data message that only wakes the app.
    static let refresh: FilterSubject = {
        var message = Message()
        message.app = "my-project"
        message.target = Target(kind: .device, value: "fcm-token-1", source: "token")
        message.data = #"{"kind":"refresh","order:id":"7"}"#
        message.dataKeys = ["kind", "order:id"]
        message.delivery.setPriority("NORMAL")
        var verdicts = Verdicts()
        verdicts.android = Verdict(outcome: .appDecides, reason: "data_only", explain: "Data.", wakesApp: true)
        return subject(
            "01B", second: 2, provider: "fcm", target: "/v1/projects/my-project/messages:send",
            body: #"{"message":{"token":"fcm-token-1","data":{"kind":"refresh","order:id":"7"}}}"#, status: 200,
            reading: PushReading(message: message, verdicts: verdicts, findings: [finding("fcm-data-only", .note)])
        )
    }()

    /// A push that APNs refuses.
    static let refused: FilterSubject = {
        var message = Message()
        message.pushType = "alert"
        message.target = Target(kind: .device, value: "00fc", source: "path")
        var verdicts = Verdicts()
        verdicts.ios = Verdict(outcome: .refused, reason: "missing_topic", explain: "Refused.")
        return subject(
            "01C", second: 3, provider: "apns", target: "/3/device/00fc", body: "not JSON", status: 400,
            reading: PushReading(
                message: message, verdicts: verdicts, findings: [finding("apns-missing-topic", .error)])
        )
    }()

    /// An FCM message to a topic, shown by key on Android and in words on the web.
    static let topic: FilterSubject = {
        var message = Message()
        message.app = "my-project"
        message.target = Target(kind: .topic, value: "weather", source: "topic")
        var android = Alert()
        android.localization = Localization()
        android.localization?.title = LocalizedText(key: "STORM_TITLE", arguments: ["Oslo"])
        message.alert = android
        var verdicts = Verdicts()
        verdicts.android = Verdict(outcome: .shown, reason: "notification", explain: "A card.", alert: android)
        verdicts.web = Verdict(
            outcome: .shown, reason: "notification", explain: "A card.", alert: alert(title: "ΟΔΟΣ ÜBER", body: "Sturm")
        )
        return subject(
            "01D", second: 4, provider: "fcm", target: "/v1/projects/my-project/messages:send",
            body: #"{"message":{"topic":"weather"}}"#, status: 200,
            reading: PushReading(message: message, verdicts: verdicts, findings: []), mark: "storm", attempt: 2
        )
    }()

    static func alert(title: Text, body: Text) -> Alert {
        var alert = Alert()
        alert.title = title
        alert.body = body
        return alert
    }

    static func finding(_ code: Text, _ severity: Finding.Severity) -> Finding {
        Finding(code: code, severity: severity, place: .request, message: "Something is wrong.", help: "Mend it.")
    }

    static func subject(
        _ id: Text, second: Int64, provider: Text, target: Text, headers: HeaderList = HeaderList(), body: Text,
        status: Int,
        reading: PushReading, mark: Text? = nil, attempt: Int = 1
    ) -> FilterSubject {
        let request = HTTPRequest(
            method: Array("POST".utf8), target: target.bytes, version: .http2, headers: headers, body: body.bytes)
        return FilterSubject(
            id: id, time: Instant(microseconds: 1_800_000_000_000_000 + second * 1_000_000),
            exchange: Exchange(provider: provider, request: request, response: HTTPResponse(status: status)),
            reading: reading,
            mark: mark,
            attempt: attempt
        )
    }
}
