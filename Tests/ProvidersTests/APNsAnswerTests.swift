import Bytes
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

private let payload: Text = #"{"aps":{"alert":"Hello"}}"#
private let topic: Text = "com.example.MyApp"

private func push(
    _ headers: KeyValuePairs<StaticString, Text>,
    body: Text = payload,
    method: Text = "POST",
    target: Text = deviceTarget
) -> HTTPRequest {
    .fixture(method, target, headers: headers, body: body)
}

private let refused: [Refused] = [
    Refused("another method", push(["apns-topic": topic], method: "GET"), 405, "MethodNotAllowed"),
    Refused("another method before the path", push([:], method: "PUT", target: "/3/device/"), 405, "MethodNotAllowed"),
    Refused("no token", push(["apns-topic": topic], target: "/3/device/"), 400, "MissingDeviceToken"),
    Refused("no token and no slash", push(["apns-topic": topic], target: "/3/device"), 400, "MissingDeviceToken"),
    Refused("no token but a query", push(["apns-topic": topic], target: "/3/device/?a"), 400, "MissingDeviceToken"),
    Refused("a segment too many", push(["apns-topic": topic], target: "/3/device/ab/cd"), 404, "BadPath"),
    Refused("a slash too many", push(["apns-topic": topic], target: "/3/device/ab/"), 404, "BadPath"),
    Refused("apns-id twice", push(["apns-topic": topic, "apns-id": "a", "APNS-ID": "a"]), 400, "DuplicateHeaders"),
    Refused("apns-topic twice", push(["apns-topic": topic, "Apns-Topic": topic]), 400, "DuplicateHeaders"),
    Refused(
        "apns-expiration twice",
        push(["apns-topic": topic, "apns-expiration": "0", "apns-expiration": "0"]),
        400,
        "DuplicateHeaders"
    ),
    Refused(
        "apns-priority twice",
        push(["apns-topic": topic, "apns-priority": "5", "apns-priority": "10"]),
        400,
        "DuplicateHeaders"
    ),
    Refused(
        "apns-push-type twice",
        push(["apns-topic": topic, "apns-push-type": "alert", "apns-push-type": "alert"]),
        400,
        "DuplicateHeaders"
    ),
    Refused(
        "apns-collapse-id twice",
        push(["apns-topic": topic, "apns-collapse-id": "a", "apns-collapse-id": "b"]),
        400,
        "DuplicateHeaders"
    ),
    Refused(
        "authorization twice",
        push(["apns-topic": topic, "authorization": "bearer a", "authorization": "bearer a"]),
        400,
        "DuplicateHeaders"
    ),
    Refused("an apns-id that is no UUID", push(["apns-topic": topic, "apns-id": "17"]), 400, "BadMessageId"),
    Refused(
        "an apns-id with another letter",
        push(["apns-topic": topic, "apns-id": "g23e4567-e89b-12d3-a456-42665544000"]),
        400,
        "BadMessageId"
    ),
    Refused("no topic", push([:]), 400, "MissingTopic"),
    Refused("a blank topic", push(["apns-topic": "  "]), 400, "MissingTopic"),
    Refused("an unknown type", push(["apns-topic": topic, "apns-push-type": "silent"]), 400, "InvalidPushType"),
    Refused("a type in capitals", push(["apns-topic": topic, "apns-push-type": "Alert"]), 400, "InvalidPushType"),
    Refused("another priority", push(["apns-topic": topic, "apns-priority": "7"]), 400, "BadPriority"),
    Refused("a priority in words", push(["apns-topic": topic, "apns-priority": "high"]), 400, "BadPriority"),
    Refused("an expiration in words", push(["apns-topic": topic, "apns-expiration": "1h"]), 400, "BadExpirationDate"),
    Refused(
        "an expiration beyond 64 bits",
        push(["apns-topic": topic, "apns-expiration": "9223372036854775808"]),
        400,
        "BadExpirationDate"
    ),
    Refused(
        "a collapse identifier of 65 bytes",
        push(["apns-topic": topic, "apns-collapse-id": .filler(65)]),
        400,
        "BadCollapseId"
    ),
    Refused(
        "a collapse identifier of 33 characters in 66 bytes",
        push(["apns-topic": topic, "apns-collapse-id": Text(String(repeating: "é", count: 33))]),
        400,
        "BadCollapseId"
    ),
    Refused("4097 bytes", push(["apns-topic": topic], body: .filler(4097)), 413, "PayloadTooLarge"),
    Refused(
        "5121 bytes of voip",
        push(["apns-topic": topic, "apns-push-type": "voip"], body: .filler(5121)),
        413,
        "PayloadTooLarge"
    ),
    Refused("no body", push(["apns-topic": topic], body: ""), 400, "PayloadEmpty"),
    Refused("the header before the body", push(["apns-priority": "7"], body: ""), 400, "MissingTopic"),
]

private let accepted: [(String, HTTPRequest)] = [
    ("only a topic", push(["apns-topic": topic])),
    ("a UUID in capitals", push(["apns-topic": topic, "apns-id": "123E4567-E89B-12D3-A456-4266554400AA"])),
    ("64 bytes of collapse identifier", push(["apns-topic": topic, "apns-collapse-id": .filler(64)])),
    ("4096 bytes", push(["apns-topic": topic], body: .filler(4096))),
    ("5120 bytes of voip", push(["apns-topic": topic, "apns-push-type": "voip"], body: .filler(5120))),
    ("a body of white space", push(["apns-topic": topic], body: " ")),
    ("a body that is not JSON", push(["apns-topic": topic], body: "{")),
    ("a negative expiration", push(["apns-topic": topic, "apns-expiration": "-1"])),
    ("the largest expiration", push(["apns-topic": topic, "apns-expiration": "9223372036854775807"])),
    ("a priority in white space", push(["apns-topic": topic, "apns-priority": " 5 "])),
    ("a provider token that is none", push(["apns-topic": topic, "authorization": "Basic abc"])),
    ("a token that is not hexadecimal", push(["apns-topic": topic], target: "/3/device/x")),
    ("headers of other kinds twice", push(["apns-topic": topic, "accept": "a", "accept": "b"])),
]

@Suite struct APNsAnswerTests {
    @Test(arguments: refused)
    func `what APNs refuses is answered in its shape`(row: Refused) {
        let answer = answerOfAPNs(to: row.request).response
        #expect(answer.status == row.status)
        #expect(answer.body == Array("{\"reason\":\"\(row.reason)\"}".utf8))
        #expect(answer.header("content-type") == "application/json")
        #expect(answer.headers.count(of: "apns-id") == 1)
        #expect(answer.header("apns-unique-id") == nil)
    }

    @Test(arguments: accepted)
    func `what APNs takes is answered without a body`(name: String, request: HTTPRequest) {
        let answer = answerOfAPNs(to: request)
        #expect(answer.response.status == 200)
        #expect(answer.response.body.isEmpty)
        #expect(answer.response.header("content-type") == nil)
        #expect(answer.response.header("apns-unique-id") == "01JDX0Q6W5T5V0ZK7M3N8R2B4C")
        #expect(answer.warning == nil)
    }

    @Test(
        arguments: [
            "alert", "background", "complication", "controls", "fileprovider", "liveactivity", "location", "mdm",
            "pushtotalk", "voip", "widgets",
        ] as [Text])
    func `each of the eleven push types is taken`(type: Text) {
        #expect(answerOfAPNs(to: push(["apns-topic": topic, "apns-push-type": type])).response.status == 200)
    }

    @Test(
        arguments: [
            ("123e4567-e89b-12d3-a456-426655440000", "123e4567-e89b-12d3-a456-426655440000"),
            ("123E4567-E89B-12d3-A456-426655440000", "123E4567-E89B-12d3-A456-426655440000"),
            ("not a uuid", "6b9f3a52-0d8c-4d53-9c55-0a7e4f3f1c11"),
            ("17", "17"),
            ("a\r\nx: y", "6b9f3a52-0d8c-4d53-9c55-0a7e4f3f1c11"),
            ("", "6b9f3a52-0d8c-4d53-9c55-0a7e4f3f1c11"),
        ] as [(Text, Text)])
    func `an apns-id comes back byte for byte when a header line can hold it`(sent: Text, answered: Text) {
        let taken = answerOfAPNs(to: push(["apns-topic": topic, "apns-id": sent])).response
        #expect(taken.header("apns-id") == answered)
        let refused = answerOfAPNs(to: push(["apns-id": sent])).response
        #expect(refused.status == 400)
        #expect(refused.header("apns-id") == answered)
    }

    @Test func `without an apns-id one is made, on errors too`() {
        #expect(answerOfAPNs(to: push(["apns-topic": topic])).response.header("apns-id")?.bytes.count == 36)
        let refused = answerOfAPNs(to: push([:], method: "GET", target: "/3/device/a/b")).response
        #expect(refused.header("apns-id")?.bytes.count == 36)
    }

    @Test(arguments: [(HTTPRequest.Version.http11, "1.1"), (.http10, "1.0")])
    func `HTTP/1 is answered the same and flagged`(version: HTTPRequest.Version, name: String) {
        let warning = Text("this request arrived over HTTP/\(name); APNs is HTTP/2 only")
        for (topic, status) in [(topic, 200), ("", 400)] as [(Text, Int)] {
            var request = push(["apns-topic": topic])
            request.version = version
            let answer = answerOfAPNs(to: request)
            #expect(answer.response.status == status)
            #expect(answer.response.header("PushRecorder-Warning") == warning)
            #expect(answer.warning == warning)
        }
    }

    @Test func `a log that cannot be written is an unavailable service`() {
        let request = push(["apns-topic": topic, "apns-id": "123e4567-e89b-12d3-a456-426655440000"])
        let context = AnswerContext(eventID: "", uuid: "", rules: AnswerRules())
        let answer = APNs().unavailable(for: request, in: context)
        #expect(answer.status == 503)
        #expect(answer.body == Array(#"{"reason":"ServiceUnavailable"}"#.utf8))
        #expect(answer.header("apns-id") == "123e4567-e89b-12d3-a456-426655440000")
    }

    @Test func `a body beyond the server's limit is a payload too large`() {
        let context = AnswerContext(eventID: "", uuid: "u", rules: AnswerRules())
        let answer = APNs().tooLarge(for: push(["apns-topic": topic]), in: context)
        #expect(answer.status == 413)
        #expect(answer.body == Array(#"{"reason":"PayloadTooLarge"}"#.utf8))
        #expect(answer.header("apns-id") == "u")
    }
}

@Suite struct APNsPinTests {
    // {"alg":"ES256","kid":"8YL3G3RRX7"}
    private let bearer: Text = "bearer eyJhbGciOiJFUzI1NiIsImtpZCI6IjhZTDNHM1JSWDcifQ.e30.c2ln"

    private func status(_ headers: KeyValuePairs<StaticString, Text>, _ pin: (inout AnswerRules) -> Void) -> Int {
        var rules = AnswerRules()
        pin(&rules)
        return answerOfAPNs(to: push(headers), rules: rules).response.status
    }

    @Test func `another topic than the pinned one is disallowed`() {
        #expect(status(["apns-topic": "com.example.Other"]) { $0.apnsTopic = topic } == 400)
        #expect(status(["apns-topic": topic]) { $0.apnsTopic = topic } == 200)
        var rules = AnswerRules()
        rules.apnsTopic = topic
        let answer = answerOfAPNs(to: push(["apns-topic": "com.example.MyApp.voip"]), rules: rules).response
        #expect(answer.body == Array(#"{"reason":"TopicDisallowed"}"#.utf8))
    }

    @Test(arguments: [nil, "bearer a.b.c", "bearer", "Basic abc", "bearer eyJraWQiOiJPVEhFUiJ9.e30.c2ln"] as [Text?])
    func `another key than the pinned one is an invalid token`(authorization: Text?) {
        var headers = HeaderList(["apns-topic": topic])
        if let authorization { headers.append("authorization", authorization.bytes[...]) }
        var request = push([:])
        request.headers = headers
        var rules = AnswerRules()
        rules.apnsKeyID = "8YL3G3RRX7"
        let answer = answerOfAPNs(to: request, rules: rules).response
        #expect(answer.status == 403)
        #expect(answer.body == Array(#"{"reason":"InvalidProviderToken"}"#.utf8))
    }

    @Test func `the pinned key is taken, with a fake signature`() {
        #expect(status(["apns-topic": topic, "authorization": bearer]) { $0.apnsKeyID = "8YL3G3RRX7" } == 200)
    }
}

@Suite struct APNsLenientTests {
    private var lenient: AnswerRules {
        var rules = AnswerRules()
        rules.isLenient = true
        return rules
    }

    @Test(arguments: refused)
    func `leniency takes what can be understood`(row: Refused) {
        let hopeless: [Text] = ["MethodNotAllowed", "MissingDeviceToken", "BadPath", "PayloadEmpty"]
        let isHopeless = hopeless.contains(row.reason) || row.request.body.isEmpty
        #expect((answerOfAPNs(to: row.request, rules: lenient).response.status == 200) == !isHopeless)
    }

    @Test(arguments: refused)
    func `what leniency took is still told as a refusal by APNs`(row: Refused) {
        let isTaken = answerOfAPNs(to: row.request, rules: lenient).response.status == 200
        let first = recordAPNs(row.request, rules: lenient).findings.first
        #expect(first?.severity == .error)
        let start =
            isTaken ? "Accepted here, and APNs would refuse it with \(row.status) \(row.reason)" : "Refused with"
        #expect(first?.message.description.hasPrefix(start) == true)
    }

    @Test func `a pin holds under leniency`() {
        var rules = lenient
        rules.apnsTopic = topic
        #expect(answerOfAPNs(to: push([:]), rules: rules).response.status == 400)
    }
}

@Suite struct APNsRouteTests {
    @Test(
        arguments: [
            "/3/device/ab", "/3/device", "/3/device/", "/3/device/a/b?c", "/4/broadcasts/apps/com.x", "/4/broadcasts",
        ] as [Text])
    func `the path decides`(target: Text) {
        #expect(APNs().owns(.fixture("POST", target)))
        #expect(APNs().owns(.fixture("GET", target, version: .http11)))
        #expect(Providers.owner(of: .fixture("POST", target))?.name == "apns")
    }

    @Test(
        arguments: [
            "/", "/3", "/3/devices/ab", "/v1/projects/p/messages:send", "/4/broadcasts-x", "/1/apps/com.x/channels",
            "*", "",
        ] as [Text])
    func `other paths are not for APNs`(target: Text) {
        #expect(!APNs().owns(.fixture("POST", target)))
    }
}
