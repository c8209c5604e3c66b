import Bytes
import CaptureLog
import Foundation
import HTTPMessage
import JSONText
import Providers
import TestSupport
import Testing

@Suite struct TopicTests {
    private static let subscriptions: Text = "/v1/projects/demo/registrations/tok-a/topicSubscriptions"

    @Test func `A registration subscribes and unsubscribes`() throws {
        let subscribe = HTTPRequest.fixture("POST", Text("\(Self.subscriptions)?topic_name=news"), body: "{}")
        let root = try JSONText(parsing: answer(to: subscribe).response.body).root
        #expect(root.last("name")?.text == "projects/demo/registrations/tok-a/topicSubscriptions/news")
        #expect(root.last("topic_name")?.text == "news")
        #expect(root.last("create_time")?.text != nil)
        #expect(try call(subscribe).summary == "subscribe a registration to news")
        let unsubscribe = HTTPRequest.fixture("DELETE", Text("\(Self.subscriptions)/news?allow_missing=true"))
        #expect(try answer(to: unsubscribe).response.body == Array("{}".utf8))
        #expect(try call(unsubscribe).summary == "unsubscribe a registration from news")
        #expect(try call(unsubscribe).note?.description.contains("not kept") == true)
    }

    @Test(
        arguments: [
            ("POST", "", 400), ("POST", "?topic_name=a%2Fb", 400), ("POST", "?topic_name=a%2Db", 200), ("GET", "", 200),
            ("GET", "/news", 404), ("PUT", "/news", 404), ("DELETE", "", 404), ("POST", "/news", 200),
        ] as [(Text, Text, Int)])
    func `What can be known of subscriptions is answered`(method: Text, rest: Text, status: Int) throws {
        #expect(
            try answer(to: .fixture(method, Text("\(Self.subscriptions)\(rest)"), body: "{}")).response.status == status
        )
    }

    @Test(
        arguments: [
            (
                #"{"to":"/topics/news","registration_tokens":["a","","c"]}"#, 200,
                #"{"results":[{},{"error":"INVALID_ARGUMENT"},{}]}"#
            ),
            (#"{"to":"news","registration_tokens":["a"]}"#, 400, #"{"error":"InvalidTopicName"}"#),
            (#"{"to":"/topics/a b","registration_tokens":["a"]}"#, 400, #"{"error":"InvalidTopicName"}"#),
            (#"{"to":"/topics/news"}"#, 400, #"{"error":"MissingRegistrationToken"}"#),
            ("nonsense", 400, #"{"error":"InvalidJson"}"#),
        ] as [(Text, Int, String)])
    func `Instance ID answers for each registration in order`(body: Text, status: Int, answered: String) throws {
        for path in ["/iid/v1:batchAdd", "/iid/v1:batchRemove"] as [Text] {
            let response = try answer(to: .fixture("POST", path, body: body)).response
            #expect(response.status == status)
            #expect(String(decoding: response.body, as: UTF8.self) == answered)
        }
    }

    @Test(arguments: [(1000, 200), (1001, 400)])
    func `A thousand registrations fit one request`(count: Int, status: Int) throws {
        let tokens = (0..<count).map { "\"t\($0)\"" }.joined(separator: ",")
        let request = HTTPRequest.fixture(
            "POST", "/iid/v1:batchAdd", body: Text(#"{"to":"/topics/news","registration_tokens":[\#(tokens)]}"#))
        #expect(try answer(to: request).response.status == status)
        #expect(try call(request).summary == Text("subscribe \(count) registrations to news"))
    }

    @Test(arguments: [Text("\(subscriptions)?topic_name=t"), "/iid/v1:batchAdd"])
    func `A pinned token holds for topics too`(target: Text) throws {
        var rules = AnswerRules()
        rules.fcmBearerToken = "secret"
        #expect(try answer(to: .fixture("POST", target, body: "{}"), rules: rules).response.status == 401)
    }

    @Test(
        arguments: [
            "/v1/projects/p/registrations//topicSubscriptions", "/v1/projects/p/registrations/t/topicSubscriptions/a/b",
            "/v1/projects/p/registrations/t", "/iid/v1:batchImport", "/tokens", "/x/token",
            "/v1/projects/p/messages:send", "/3/device/t", "/fcm/send/abc:def", "/fcm/send", "/batch",
        ] as [Text])
    func `No other path is an endpoint's`(target: Text) {
        #expect(Providers.endpoint(for: .fixture("POST", target)) == nil)
    }

    private struct Line: Decodable {
        let client: String
        let method: String
        let path: String
        let headers: [[String]]
        let body: String
    }

    @Test func `Every call of real clients around their sends is granted`() throws {
        let file = URL(fileURLWithPath: "\(Places.package)/Tests/ProgramTests/Fixtures/clients.ndjson")
        var granted = 0
        for data in try Data(contentsOf: file).split(separator: 0x0A) {
            let line = try JSONDecoder().decode(Line.self, from: Data(data))
            var request = HTTPRequest.fixture(Text(line.method), Text(line.path), body: Text(line.body))
            for field in line.headers { request.headers.append(Array(field[0].utf8)[...], Array(field[1].utf8)[...]) }
            guard Providers.endpoint(for: request) != nil else { continue }
            #expect(try answer(to: request).response.status == 200, "\(line.client) \(line.method) \(line.path)")
            #expect(try call(request).note != nil)
            granted += 1
        }
        #expect(granted == 34)
    }
}
