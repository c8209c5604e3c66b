import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import Privacy
import Providers
import PushModel
import TestSupport
import Testing

/// One captured push to hide parts of.
struct Capture: Sendable, CustomTestStringConvertible {
    let name: String
    let exchange: Exchange
    var testDescription: String { name }

    func exchange(hiding hidden: Hidden) -> Exchange {
        var tokens = DeviceTokenIndex()
        for token in DeviceTokens.all(in: exchange) { tokens.insert(token) }
        let event = Event(id: "1", time: EventLines.time, content: .push(exchange))
        let redacted = LogRedaction(hiding: hidden, tokens: tokens).redacted(event)
        guard case .push(let exchange) = redacted.content else { return exchange }
        return exchange
    }

    func reading(of exchange: Exchange) -> PushReading {
        guard let provider = exchange.provider.flatMap(Providers.named) else {
            return PushReading(message: Message(), verdicts: Verdicts(), findings: [])
        }
        return provider.reading(of: exchange, at: EventLines.time)
    }

    static func apns(
        _ body: String,
        token: String = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
        type: String = "alert"
    ) -> Exchange {
        var headers = HeaderList(["apns-topic": "com.example.MyApp", "apns-priority": "10"])
        headers.append("apns-push-type", Array(type.utf8)[...])
        return Exchange(
            provider: "apns",
            request: HTTPRequest(
                method: Array("POST".utf8),
                target: Array("/3/device/\(token)".utf8),
                version: .http2,
                headers: headers,
                body: Array(body.utf8)
            ),
            response: HTTPResponse(status: 200)
        )
    }

    static func fcm(_ body: String, status: Int = 200, answer: String = "{}") -> Exchange {
        Exchange(
            provider: "fcm",
            request: HTTPRequest(
                method: Array("POST".utf8),
                target: Array("/v1/projects/p/messages:send".utf8),
                version: .http11,
                headers: HeaderList(["content-type": "application/json"]),
                body: Array(body.utf8)
            ),
            response: HTTPResponse(status: status, body: Array(answer.utf8))
        )
    }

    static let gatewayToken = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    /// A push to MongoosePush, answered as it would, or with a scripted refusal.
    static func gateway(
        _ body: String, token: String = gatewayToken, version: String = "v3", failure: ScriptedFailure? = nil
    ) -> Exchange {
        let request = HTTPRequest(
            method: Array("POST".utf8), target: Array("/\(version)/notification/\(token)".utf8), version: .http2,
            headers: HeaderList(["content-type": "application/json"]), body: Array(body.utf8))
        let context = AnswerContext(eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "u", rules: AnswerRules())
        let plain = MongoosePush().answer(to: request, in: context)
        let answer = failure.flatMap { MongoosePush().answer($0, to: request, in: context) } ?? plain
        var annotations = Annotations()
        annotations.others = answer.notes
        return Exchange(
            provider: "mongoosepush", request: request, response: answer.response, annotations: annotations)
    }

    /// Pushes as large as is allowed, and one byte larger, with values that are written in another way when they go on.
    private static let atTheLimit: [Capture] = [
        "12345", "1000.5", "1e5", "-12345", "0.001", "2.50", "7", "[128512,128512]", "[200,3000,70000]", #""\u0000""#,
        #""\u000a\u0022\u005c\u007f""#, #""\u00e9\ud83d\udd12""#, #""\/\n\"""#, "true", "false", "null",
    ].flatMap { value in
        ["apns", "fcm"].flatMap { service in
            [0, 1].compactMap { more in
                func body(_ count: Int) -> String {
                    let filler = String(repeating: "y", count: count)
                    return #"{"service":"\#(service)","topic":"c.x","data":{"n":\#(value),"x":"\#(filler)"}}"#
                }
                func isRefused(_ count: Int) -> Bool {
                    let exchange = gateway(body(count))
                    return MongoosePush().reading(of: exchange, at: EventLines.time).isRefused(answered: 200)
                }
                guard let largest = (3900...4100).last(where: { !isRefused($0) }) else { return nil }
                return Capture(
                    name: "\(service) \(value) at the limit and \(more)", exchange: gateway(body(largest + more)))
            }
        }
    }

    private static func gateway(_ failure: ScriptedFailure, version: String) -> Exchange {
        let alert =
            version == "v1"
            ? #""title":"Order 4","body":"It left.""# : #""alert":{"title":"Order 4","body":"It left."}"#
        return gateway(#"{"service":"apns","topic":"com.example.MyApp",\#(alert)}"#, version: version, failure: failure)
    }

    private static let refusals: [ScriptedFailure] = [
        .apns(reason: "BadDeviceToken", timestamp: nil), .apns(reason: "Unregistered", timestamp: nil),
        .apns(reason: "ServiceUnavailable", timestamp: nil),
        .mongoosePush(category: "generic", reason: "no_matching_pool"),
        .mongoosePush(category: "generic", reason: "invalid_notification"),
        .mongoosePush(category: "generic", reason: "unable_to_connect"),
        .mongoosePush(category: "generic", reason: "connection_lost"),
    ]

    private static let gatewayBodies = [
        "", "{", "{}", "[]", #"{"service":"apns","title":"Order 4","body":"It left.","data":{"a":1}}"#,
        #"{"service":"apns","alert":{"title":"Order 4","body":"It left.","badge":"3"}}"#,
        #"{"service":"apns","topic":"com.example.MyApp","alert":{"title":"Order 4","body":"It left."},"priority":"high"}"#,
        #"{"service":"apns","topic":"com.example.MyApp","data":{"order":"No. 4","aps":{"x":1}},"time_to_live":60}"#,
        #"{"service":"apns","topic":"com.example.MyApp","tags":["gold"],"data":{"order":"No. 4"}}"#,
        #"{"service":"apns","data":{"type":"jmi","jmi-sid":"ca3cf894","jmi-from":"romeo@montague.example"}}"#,
        #"{"service":"fcm","data":{"type":"jmi","jmi-from":"romeo@montague.example"}}"#,
        #"{"service":"fcm","data":{"type":"jmi","jmi-sid":"ca3cf894"},"priority":"normal","time_to_live":"-5"}"#,
        #"{"service":"fcm","data":{"from":"x","nested":"y"}}"#, #"{"service":"fcm","data":{"k":{"n":1}}}"#,
        #"{"service":"fcm","time_to_live":"+60","alert":{"title":"T","body":"B","badge":"+3"}}"#,
        #"{"service":"apns","title":"T","body":"B","badge":2147483648,"topic":"com.example.MyApp"}"#,
        #"{"service":"apns","topic":"a","alert":{"title":"T","body":"B","badge":-2147483648}}"#,
        #"{"service":"fcm","data":{"k":[1.5]}}"#, #"{"service":"fcm","data":{"k":[55296]}}"#,
        #"{"service":"fcm","data":{"k":[1114112]}}"#, #"{"service":"fcm","data":{"k":[-1]}}"#,
        #"{"service":"fcm","data":{"k":[57343],"n":{}}}"#, #"{"service":"fcm","data":{"k":[104,105,1114111]}}"#,
        #"{"service":"fcm","data":{"k":1e400}}"#, #"{"_method":"put"}"#,
        #"{"_method":"get","service":"fcm","data":{}}"#,
        #"{"_format":"json","service":"fcm","data":{}}"#, #"{"_format":"xml","service":"fcm","data":{}}"#,
        #"{"_json":{"service":"fcm","data":{"type":"jmi","jmi-sid":"s"}}}"#,
        #"{"service":"fcm","data":{"k":"\ud83d"}}"#,
        #"{"service":"fcm","alert":{"title":"","body":""}}"#, #"{"service":"fcm","alert":{"title":1},"mode":"test"}"#,
        #"{"service":"apns","alert":{"title":"T","body":"\#(String(repeating: "long ", count: 900))"},"topic":"a"}"#,
    ]

    /// The fixtures that the providers are tested with, and mistakes of every sort.
    static let all: [Capture] =
        apnsBodies.flatMap { body in
            ["alert", "background", "liveactivity"].map { type in
                Capture(name: "\(type) \(body)", exchange: apns(body, type: type))
            }
        }
        + ["not-a-token", "00f", "a%20b", "x/y"].map { token in
            Capture(name: "to \(token)", exchange: apns(#"{"aps":{"alert":"Hello"}}"#, token: token))
        }
        + fcmBodies.map { Capture(name: $0, exchange: fcm($0)) }
        + gatewayBodies.flatMap { body in
            ["v1", "v2", "v3"].map { Capture(name: "\($0) \(body)", exchange: gateway(body, version: $0)) }
        }
        + ["a%2Fb", "a%zzb", "a%2", "a%FFb", "a%20b", "%C3%A9", "a%3Fb", "/"].flatMap { token in
            ["apns", "fcm"].map { service in
                Capture(
                    name: "\(service) to \(token)",
                    exchange: gateway(
                        #"{"service":"\#(service)","topic":"com.example.MyApp","data":{"k":"v"}}"#, token: token))
            }
        }
        + atTheLimit
        + refusals.flatMap { failure in
            ["v1", "v2", "v3"].map { Capture(name: "\($0) \(failure)", exchange: gateway(failure, version: $0)) }
        } + sentByClients

    /// What real clients sent, answered as the vendors would.
    private static let sentByClients: [Capture] = {
        let path = Places.package + "/Tests/ProgramTests/Fixtures/clients.ndjson"
        let lines = (try? TemporaryFolder.bytes(at: path))?.split(separator: UInt8(ascii: "\n")) ?? []
        return lines.enumerated().compactMap { number, line in
            guard let root = (try? JSONText(parsing: Array(line)))?.root, let method = root.last("method")?.text,
                let path = root.last("path")?.text, let body = root.last("body")?.text
            else { return nil }
            var headers = HeaderList()
            for pair in root.last("headers").map({ Array($0.elements) }) ?? [] {
                let parts = pair.elements.compactMap(\.text)
                if parts.count == 2 { headers.append(parts[0].bytes[...], parts[1].bytes[...]) }
            }
            let request = HTTPRequest(
                method: method.bytes, target: path.bytes, version: .http2, headers: headers, body: body.bytes)
            guard let owner = Providers.owner(of: request) else { return nil }
            let context = AnswerContext(eventID: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", uuid: "u", rules: AnswerRules())
            let answer = owner.answer(to: request, in: context)
            return Capture(
                name: "client line \(number + 1)",
                exchange: Exchange(provider: owner.name, request: request, response: answer.response)
            )
        }
    }()

    private static let apnsBodies = [
        "", "Hello", #"{"aps":"#, "[]", "{}", #"{"aps":1}"#, #"{"aps":{}}"#, #"{"aps":{"alert":""}}"#,
        #"{"aps":{"alert":"   "}}"#, #"{"aps":{"alert":"Hello","badge":0}}"#, #"{"aps":{"badge":"3"}}"#,
        #"{"aps":{"alert":{"title":"Order","subtitle":"No. 4","body":"It left."},"sound":"chime.caf"}}"#,
        #"{"aps":{"alert":{"title-loc-args":["a"],"loc-key":"K","loc-args":["b"]},"mutable-content":1}}"#,
        #"{"aps":{"content-available":1},"sync":"orders"}"#, #"{"aps":{"content-available":"1"}}"#,
        #"{"aps":{"content-available":2,"mutable-content":true}}"#, #"{"alert":"outside","badge":1}"#,
        #"{"aps":{"alert":"x","interruption-level":"time-senstive","relevance-score":7}}"#,
        #"{"aps":{"alert":"x","interruption-level":"not a level","relevance-score":"x"}}"#,
        #"{"aps":{"alert":"x","sound":{"critical":1,"name":"a","volume":3}}}"#,
        #"{"aps":{"timestamp":1796169600,"event":"update","content-state":{"home":2}}}"#,
        #"{"aps":{"timestamp":1796169600000,"event":"end","dismissal-date":1}}"#,
        #"{"aps":{"timestamp":1,"event":"start","attributes-type":"A","attributes":{},"content-state":{}}}"#,
        #"{"aps":{"alert":"x","alert":"y","Badge":1},"headers":{"apns-priority":"5"}}"#,
        #"{"aps":{"alert":"\#(String(repeating: "long ", count: 800))"}}"#,
    ]

    private static let fcmBodies = [
        "", "{", "[]", "{}", #"{"message":{}}"#, #"{"message":{"token":"abc"}}"#, #"{"to":"abc","notification":{}}"#,
        #"{"registration_ids":["abc","def"],"data":{"a":"b"}}"#, #"{"message":{"token":"a b"}}"#,
        #"{"message":{"topic":"weather","notification":{"title":"Storm","body":"Hatches"}}}"#,
        #"{"message":{"topic":"/topics/x"}}"#, #"{"message":{"condition":"'a' in topics &&"}}"#,
        #"{"message":{"token":"abc","topic":"a","data":{"from":"x"}}}"#,
        #"{"message":{"token":"abc","data":{"a":1,"b":true,"gcm.x":"y"}}}"#,
        #"{"message":{"token":"abc","notification":{"title":"T","image":"https://a.b/c.png"},"apns":{"payload":{"aps":{"badge":1}}}}}"#,
        ##"{"message":{"token":"abc","android":{"priority":"HIGH","ttl":"3600s","notification":{"title":"T","color":"#ff8800","visibility":"SECRET","notification_count":3}}}}""##,
        #"{"message":{"token":"abc","android":{"priority":"urgent","ttl":"1h","notification":{"color":"red","notification_priority":"PRIORITY_MIN","sticky":"true","proxy":"DENY"}}}}"#,
        #"{"message":{"token":"abc","webpush":{"headers":{"TTL":"x"},"notification":{"title":"W"},"fcm_options":{"link":"http://a"}}}}"#,
        #"{"message":{"token":"abc","webpush":{"fcm_options":{"link":"https://a.b/c"}}}}"#,
        #"{"message":{"token":"abc","apns":{"headers":{"apns-priority":"10","apns-collapse-id":"c"},"payload":{"aps":{"content-available":1}}},"data":{"a":"b"}}}"#,
        #"{"validate_only":true,"message":{"token":"abc","notification":{"titel":"x","body":5}}}"#,
        #"{"message":{"token":"abc","data":{"long":"\#(String(repeating: "v\\u00e9", count: 1600))"}}}"#,
    ]
}

/// Lines of events at one moment.
enum EventLines {
    static let time = Instant(microseconds: 1_796_169_599_123_456)

    static func line(_ exchange: Exchange) -> [UInt8] {
        var writer = EventWriter()
        var line: [UInt8] = []
        writer.append(exchange, id: "01JDX0Q6W5T5V0ZK7M3N8R2B4C", time: time, to: &line)
        return line
    }
}
