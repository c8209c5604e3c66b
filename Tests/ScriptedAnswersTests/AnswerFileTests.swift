import Bytes
import Foundation
import JSONText
import Providers
import ScriptedAnswers
import TestSupport
import Testing

/// The file of scripted answers.
@Suite struct AnswerFileTests {
    @Test func `the sample is what its schema says and what is read`() throws {
        let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: "\(Places.package)/samples/answers.json")))
        let schema = try JSONSchema(path: "\(Places.package)/samples/answers.schema.json")
        #expect(try schema.faults(in: JSONText(parsing: bytes).root) == [])
        let rules = try AnswerFile.read(bytes)
        #expect(
            rules.map(\.failure) == [
                .apns(reason: "Unregistered", timestamp: 1_795_953_600_000), .fcm(code: "UNAVAILABLE", retryAfter: 30),
                .mongoosePush(category: "generic", reason: "connection_lost"), nil, nil,
            ]
        )
        #expect(rules.map(\.times) == [nil, 2, nil, nil, 1])
        #expect(rules.map(\.isDropped) == [false, false, false, false, true])
        #expect(rules[3].delay == TimeSpan(microseconds: 200_000))
        #expect(rules[2].app == "com.example.xmpp")
    }

    struct Faulty: Sendable, CustomTestStringConvertible {
        let rule: String
        let fault: String

        var testDescription: String { rule }
    }

    @Test(arguments: [
        Faulty(rule: "{}", fault: "/answers/0: answer is missing"),
        Faulty(
            rule: #"{"answer":{}}"#,
            fault: "/answers/0/answer: there is neither reason, error, result, drop, goaway nor delay"
        ),
        Faulty(
            rule: #"{"answer":{"drop":true,"goaway":true}}"#,
            fault: "/answers/0/answer/goaway: a dropped connection gets no GOAWAY"
        ),
        Faulty(
            rule: #"{"filter":"attempt:1","answer":{"drop":true}}"#,
            fault: "/answers/0/filter: attempt is known in whole logs alone; use times"
        ),
        Faulty(rule: #"{"answer":{"goaway":1}}"#, fault: "/answers/0/answer/goaway: this has to be true or false"),
        Faulty(rule: #"{"answer":{"drop":false}}"#, fault: "/answers/0/answer: there is neither"),
        Faulty(
            rule: #"{"provider":"gcm","answer":{"drop":true}}"#,
            fault: "/answers/0/provider: this has to be one of apns, fcm, mongoosepush"
        ),
        Faulty(rule: #"{"filter":"kind:","answer":{"drop":true}}"#, fault: "/answers/0/filter: "),
        Faulty(
            rule: #"{"times":0,"answer":{"drop":true}}"#,
            fault: "/answers/0/times: this has to be a whole number from 1"),
        Faulty(
            rule: #"{"answer":{"reason":"Unregistred"}}"#,
            fault: "/answers/0/answer/reason: this is no reason of APNs, such as Unregistered"
        ),
        Faulty(
            rule: #"{"provider":"fcm","answer":{"reason":"Unregistered"}}"#,
            fault: "/answers/0/answer: fcm gives no answer with reason"
        ),
        Faulty(
            rule: #"{"provider":"apns","answer":{"error":"UNAVAILABLE"}}"#,
            fault: "/answers/0/answer: apns gives no answer with error"
        ),
        Faulty(
            rule: #"{"provider":"apns","answer":{"result":["generic","x"]}}"#,
            fault: "/answers/0/answer: apns gives no answer with result"
        ),
        Faulty(
            rule: #"{"answer":{"error":"unavailable"}}"#,
            fault: "/answers/0/answer/error: this has to be one of UNSPECIFIED_ERROR,"
        ),
        Faulty(
            rule: #"{"answer":{"result":["generic"]}}"#,
            fault: "/answers/0/answer/result: this has to be a category and a reason"
        ),
        Faulty(
            rule: #"{"answer":{"reason":"Shutdown","error":"INTERNAL"}}"#,
            fault: "/answers/0/answer: reason, error and result are three ways to refuse; take one"
        ),
        Faulty(
            rule: #"{"answer":{"drop":true,"timestamp":1}}"#,
            fault: "/answers/0/answer/timestamp: timestamp needs reason"),
        Faulty(
            rule: #"{"answer":{"reason":"Shutdown","retry_after":1}}"#,
            fault: "/answers/0/answer/retry_after: retry_after needs error"
        ),
        Faulty(
            rule: #"{"answer":{"error":"INTERNAL","retry_after":86401}}"#,
            fault: "/answers/0/answer/retry_after: this has to be a whole number from 0 to 86400"
        ),
        Faulty(
            rule: #"{"answer":{"reason":"Shutdown","drop":true}}"#,
            fault: "/answers/0/answer/drop: a dropped connection has no answer"
        ),
        Faulty(
            rule: #"{"answer":{"delay":"3601s"}}"#,
            fault: "/answers/0/answer/delay: this has to be a length of time up to 1h"
        ),
        Faulty(rule: #"{"answer":{"wait":"1s"}}"#, fault: "/answers/0/answer/wait: this key is not known"),
    ])
    func `a rule with a fault is refused with its place`(faulty: Faulty) {
        let error = #expect(throws: SettingsFault.self) {
            try AnswerFile.read(Array(#"{"answers":[\#(faulty.rule)]}"#.utf8))
        }
        #expect(error?.description.hasPrefix(faulty.fault) == true, "\(String(describing: error))")
    }

    @Test func `the longest delay is an hour`() throws {
        let rules = try AnswerFile.read(Array(#"{"answers":[{"answer":{"delay":"1h"}}]}"#.utf8))
        #expect(rules.first?.delay == AnswerFile.longestDelay)
    }
}
