import Bytes
import HTTPMessage
import JSONText
import Providers
import TestSupport
import Testing

/// The pages beside the notifications.
@Suite struct MongoosePushPageTests {
    private func page(
        _ target: Text, _ rules: AnswerRules = AnswerRules(), outcomes: [SendOutcome: Int] = [:]
    ) -> Answer {
        let context = AnswerContext(eventID: "", uuid: "", rules: rules, time: captureTime, outcomes: outcomes)
        return MongoosePush().answer(to: .fixture("GET", target), in: context)
    }

    @Test(arguments: ["/swagger.json", "/swaggerui", "/healthcheck", "/metrics", "/metrics/"] as [Text])
    func `a page is answered, and is no push`(target: Text) {
        let answer = page(target)
        #expect(answer.response.status == 200)
        #expect(!answer.isPush)
        #expect(MongoosePush().owns(.fixture("GET", target)))
    }

    @Test(
        arguments: [
            ("/v4/notification/T", true), ("/v3/notification", true), ("/v3/notification/a/b", true), ("/", true),
            ("/v1/projects/p/messages:send", false), ("/metrics/x", false), ("/favicon.ico", false),
            ("/V3/Notification/a", true), ("//v3/notification/a", true), ("/v3/notifications/a", false),
        ] as [(Text, Bool)])
    func `the paths of the gateway are its own, those it refuses too`(target: Text, isOwn: Bool) {
        #expect(MongoosePush().owns(.fixture("POST", target)) == isOwn)
    }

    @Test func `the document describes three versions with the names of the original`() throws {
        let root = try JSONText(parsing: page("/swagger.json").response.body).root
        #expect(root.last("openapi")?.text == "3.0.0")
        let paths = try #require(root.last("paths"))
        #expect(
            paths.members.map(\.key) == [
                "/v1/notification/{device_id}", "/v2/notification/{device_id}", "/v3/notification/{device_id}",
            ]
        )
        let posts = paths.members.compactMap { $0.value.last("post") }
        #expect(
            posts.map { $0.last("operationId")?.text }
                == ["v1", "v2", "v3"].map { Text("API\($0).NotificationController.send") })
        #expect(posts.map { $0.last("deprecated")?.bool } == [true, true, nil])
        #expect(
            posts.map { $0.last("responses")?.members.map(\.key.description).joined(separator: " ") } == [
                "200 400 500", "200 400 500", "200 400 500 410 413 429 503 520",
            ])
        let schemas = try #require(root.last("components")?.last("schemas"))
        #expect(schemas.count == 12)
        let flat = try #require(schemas.last("Request.SendNotification.FlatNotification"))
        #expect(flat.last("required").map { $0.elements.compactMap(\.text) } == ["service", "body", "title"])
        #expect(flat.last("additionalProperties")?.bool == false)
        #expect(flat.last("properties")?.count == 9)
    }

    @Test func `the page for people has no scripts and fetches nothing`() {
        let answer = page("/swaggerui").response
        let html = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.header("content-type") == "text/html; charset=utf-8")
        #expect(html.contains("/swagger.json"))
        for word in ["<script", "http://", "https://", " src="] { #expect(!html.contains(word)) }
    }

    @Test func `health lists every pool as connected`() throws {
        let root = try JSONText(parsing: page("/healthcheck").response.body).root
        #expect(root.last("status")?.text == "pass")
        #expect(root.last("version")?.text == "2.3.0")
        let checks = try #require(root.last("checks"))
        #expect(checks.members.map(\.key) == ["pool:apns_prod", "pool:apns_dev", "pool:fcm_prod", "pool:fcm_dev"])
        let check = try #require(checks.last("pool:apns_prod")?.elements.map(\.self).first)
        #expect(check.last("output")?.last("connected")?.integer == 1)
        #expect(check.last("time")?.text == "2026-11-29T12:00:00.000000Z")
    }

    @Test func `without pools health is 503 and still says pass`() throws {
        var rules = AnswerRules()
        rules.mongoosePush.pools = []
        let answer = page("/healthcheck", rules).response
        #expect(answer.status == 503)
        #expect(try JSONText(parsing: answer.body).root.last("status")?.text == "pass")
    }

    @Test func `metrics count how pushes ended`() {
        let outcomes = [
            SendOutcome(service: "fcm"): 3,
            SendOutcome(service: "apns", category: "generic", reason: "no_matching_pool"): 1,
            SendOutcome(service: "apns", category: "generic", reason: "a \"b\\\n"): 2,
        ]
        let answer = page("/metrics", outcomes: outcomes).response
        #expect(answer.header("content-type") == "text/plain; charset=utf-8")
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        let name = "mongoose_push_notification_send_time_microsecond"
        for line in [
            #"\#(name)_count{error_category="",error_reason="",service="fcm",status="success"} 3"#,
            #"\#(name)_bucket{error_category="",error_reason="",service="fcm",status="success",le="1000"} 3"#,
            #"\#(name)_count{error_category="generic",error_reason="no_matching_pool",service="apns",status="error"} 1"#,
            #"\#(name)_count{error_category="generic",error_reason="a \"b\\\n",service="apns",status="error"} 2"#,
        ] { #expect(lines.contains(Substring(line)), "\(line)") }
        #expect(lines.count == 2 + 3 * 11)
    }
}
