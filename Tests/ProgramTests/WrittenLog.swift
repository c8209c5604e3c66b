import Bytes
import CaptureLog
import HTTPMessage
import TestSupport

/// A log written line by line, for the report to read.
struct WrittenLog {
    private(set) var bytes: [UInt8] = []
    private var writer = EventWriter()
    private var identifiers = EventIdentifiers()
    private var time = Instant(microseconds: 1_795_996_800_000_000)

    /// Appends a push to APNs.
    mutating func apns(_ body: String, token: String = Curl.token, topic: String = "com.example.MyApp") {
        append(
            .fixture(
                provider: "apns",
                .fixture(
                    "POST", Text("/3/device/\(token)"),
                    headers: ["apns-topic": Text(topic), "apns-push-type": "alert"],
                    body: Text(body)
                )
            )
        )
    }

    /// Appends a push to FCM.
    mutating func fcm(_ body: String, project: String = "my-project") {
        append(
            .fixture(
                provider: "fcm",
                .fixture("POST", Text("/v1/projects/\(project)/messages:send"), body: Text(body), version: .http11),
                answer: #"{"name":"projects/my-project/messages/1"}"#
            )
        )
    }

    /// Appends an exchange.
    mutating func append(_ exchange: Exchange) {
        time = Instant(microseconds: time.microseconds + 1000)
        writer.append(exchange, id: identifiers.next(at: time), time: time, to: &bytes)
    }

    /// Appends a mark.
    mutating func mark(_ label: String) {
        time = Instant(microseconds: time.microseconds + 1000)
        writer.append(mark: Text(label), id: identifiers.next(at: time), time: time, to: &bytes)
    }

    /// Appends a mark and pushes that have the text in every place that a sender fills.
    mutating func fill(with text: String) {
        var literal: [UInt8] = []
        literal.appendJSONString(Array(text.utf8))
        let json = String(decoding: literal, as: UTF8.self)
        mark(text)
        apns(
            #"{"aps":{"alert":{"title":\#(json),"subtitle":\#(json),"body":\#(json)},"sound":\#(json),"category":\#(json),"thread-id":\#(json)},\#(json):\#(json)}"#,
            token: text, topic: text
        )
        fcm(
            #"{"message":{"topic":\#(json),"notification":{"title":\#(json),"body":\#(json),"image":\#(json)},"data":{\#(json):\#(json)},"android":{"collapse_key":\#(json)}}}"#,
            project: text
        )
        append(
            .fixture(
                provider: Text(text),
                .fixture(
                    Text(text), Text("/" + text), headers: ["x-hostile": Text(text)], body: Text(text)),
                answer: Text(text)
            )
        )
    }

    /// Appends bytes as they are.
    mutating func append(raw text: String) {
        bytes += text.utf8
    }

    /// A log with a shown, a silent and a refused push.
    static var ordinary: WrittenLog {
        var log = WrittenLog()
        log.apns(#"{"aps":{"alert":{"title":"Game Request","body":"Bob wants to play poker"}}}"#)
        log.mark("checkout places an order")
        log.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm warning","body":"Batten down"}}}"#)
        log.fcm(#"{"message":{"token":"abc","data":{"kind":"sync"}}}"#)
        return log
    }
}
