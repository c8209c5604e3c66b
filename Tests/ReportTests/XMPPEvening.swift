import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import Providers
import TestSupport

/// What an XMPP server pushes through MongoosePush in an evening: messages to people who are away, silent pushes to apps
/// that fetch their own, an incoming call, and what goes wrong with each.
struct XMPPEvening {
    /// The log, as a recorder would have written it.
    private(set) var log: [UInt8] = []

    private var writer = EventWriter()
    private var identifiers = EventIdentifiers(high: 0, low: 0)
    private var time = Instant(microseconds: 1_796_239_800_000_000)
    private let rules: AnswerRules

    private static let iPhone = "740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad"
    private static let pushKit = "9c1d3f7a08e2b64f5a7c9d1e3b5f7092a4c6e8f0b1d3f5a7c9e1f3a5b7c9d1e3"
    private static let android = "fQ7x0bJtS0a:APA91bHun4MxP5egoKMwt2KZFBaFUH-1RYqx"

    /// The pools are those of `samples/pools.json`.
    init() throws {
        var rules = AnswerRules()
        let pools = try TemporaryFolder.bytes(at: "\(Places.package)/samples/pools.json")
        rules.mongoosePush.pools = try MongoosePush.Pool.list(parsing: pools)
        self.rules = rules
        stage { writer, line, id, time in
            writer.append(
                runOf: "0.1.0", providers: ["mongoosepush"], limits: [:], listeners: ["127.0.0.1:8443"], id: id,
                time: time, to: &line
            )
        }
        messages()
        silentPushes()
        call()
        mistakes()
        stage { $0.append(endWith: ["push": 12], id: $2, time: $3, to: &$1) }
    }

    private mutating func messages() {
        mark("juliet writes while romeo is away")
        let alert =
            #""alert":{"body":"Wherefore art thou?","title":"juliet@capulet.example","tag":"juliet@capulet.example","badge":1,"click_action":"message","sound":"chat.caf"}"#
        push(to: Self.iPhone, #"{"service":"apns","mode":"prod","mutable_content":"true",\#(alert)}"#)
        push(to: Self.android, #"{"service":"fcm","mode":"prod","priority":"high",\#(alert)}"#)
    }

    private mutating func silentPushes() {
        mark("romeo's apps fetch the messages themselves")
        let data =
            #""data":{"last-message-body":"Good night, good night!","last-message-sender":"juliet@capulet.example","message-count":2}"#
        push(to: Self.iPhone, #"{"service":"apns","topic":"com.example.xmpp","priority":"normal",\#(data)}"#)
        push(to: Self.android, #"{"service":"fcm","priority":"normal","time_to_live":"3600",\#(data)}"#)
    }

    private mutating func call() {
        mark("juliet calls")
        let data =
            #""data":{"type":"jmi","jmi-sid":"ca3cf894-5325-482f-a412-a6e9f832298d","jmi-from":"juliet@capulet.example/balcony"}"#
        push(to: Self.pushKit, #"{"service":"apns","topic":"com.example.xmpp.voip","tags":["voip"],\#(data)}"#)
        push(to: Self.android, #"{"service":"fcm",\#(data)}"#)
        push(to: Self.android, #"{"service":"fcm","tags":["calls"],\#(data)}"#)
    }

    private mutating func mistakes() {
        mark("what goes wrong")
        push(to: Self.iPhone, #"{"service":"apns","topic":"com.example.xmpp","data":{"type":"jmi"}}"#)
        push(to: Self.android, #"{"service":"fcm","data":{"room":{"name":"garden"}}}"#)
        push(to: Self.android, #"{"service":"fcm","mode":"dev","data":{"k":"v"}}"#)
        push(to: Self.iPhone, #"{"service":"apns","alert":{"title":"juliet@capulet.example","subtitle":"verona"}}"#)
        push(to: Self.iPhone, #"{"service":"apns","data":{"last-message-sender":"juliet@capulet.example"}}"#)
    }

    private mutating func mark(_ label: Text) {
        stage { $0.append(mark: label, id: $2, time: $3, to: &$1) }
    }

    private mutating func push(to device: String, _ body: String) {
        let request = HTTPRequest(
            method: Array("POST".utf8), target: Array("/v3/notification/\(device)".utf8), version: .http2,
            scheme: Array("https".utf8), authority: Array("push.example:8443".utf8),
            headers: HeaderList(["content-type": "application/json"]), body: Array(body.utf8)
        )
        let rules = rules
        stage { writer, line, id, time in
            let context = AnswerContext(
                eventID: id, uuid: "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", rules: rules, time: time
            )
            let answer = MongoosePush().answer(to: request, in: context)
            var annotations = Annotations()
            annotations.others = answer.notes
            annotations.isSecure = true
            let exchange = Exchange(
                provider: "mongoosepush", request: request, response: answer.response, annotations: annotations
            )
            writer.append(exchange, id: id, time: time, to: &line)
        }
    }

    private mutating func stage(_ write: (inout EventWriter, inout [UInt8], Text, Instant) -> Void) {
        time = Instant(microseconds: time.microseconds + 41_337_017)
        write(&writer, &log, identifiers.next(at: time), time)
    }
}
