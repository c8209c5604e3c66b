import Bytes
import HTTPMessage
import PushModel
import TestSupport
import Testing

@testable import Providers

/// The rules of protobuf's JSON that a capture depends on.
@Suite struct FCMProtobufJSONTests {
    @Test(
        arguments: [
            (#""android":{"notification":{"notification_count":3}}"#, 3),
            (#""android":{"notification":{"notification_count":"3"}}"#, 3),
            (#""android":{"notification":{"notification_count":3.0}}"#, 3),
            (#""android":{"notification":{"notificationCount":3e2}}"#, 300),
            (#""android":{"notification":{"notificationCount":"-1"}}"#, -1),
            (#""android":{"notification":{"notificationCount":2147483647}}"#, 2_147_483_647),
        ] as [(String, Int64)]) func `An int32 is a number or a decimal string`(members: String, count: Int64)
    {
        let reading = FCMFixture.message(members + #","notification":{"title":"T"}"#)
        #expect(reading.message.alert?.badge == count)
    }

    @Test(arguments: [
        "2147483648", "1.5", #""1.5""#, #""three""#, "true", #""""#, #""+1""#, #"" 1""#, #""inf""#, "1e400",
    ])
    func `Anything else is no int32 and costs itself alone`(value: String) {
        let members = #""android":{"notification":{"notification_count":\#(value),"title":"A"}}"#
        let reading = FCMFixture.message(members, FCMFixture.lenient)
        #expect(reading.codes.contains("fcm-wrong-type"))
        #expect(reading.message.alert?.badge == nil)
        #expect(reading.message.alert?.title == "A")
    }

    @Test(arguments: [
        (#""HIGH""#, Priority.high, "HIGH"), (#""high""#, .high, "high"), (#""normal""#, .normal, "normal"),
        ("1", .high, "1"), ("0", .normal, "0"),
    ]) func `An enumeration is a name in either case or a number`(value: String, level: Priority, raw: Text) {
        let reading = FCMFixture.message(#""android":{"priority":\#(value)}"#)
        #expect(reading.message.delivery.priority == level)
        #expect(reading.message.delivery.priorityRaw == raw)
        #expect(!reading.verdicts.all.contains { $0.verdict.outcome == .refused })
    }

    @Test(arguments: [
        (#""3600s""#, Expiry.Meaning.after(seconds: 3600)), (#""0s""#, .immediate), (#""0.9s""#, .immediate),
        (#""3.000000001s""#, .after(seconds: 3)), (#""-1s""#, .unusable), (#""3600""#, .unusable),
        ("3600", .unusable), (#""1e3s""#, .unusable), (#""garbage""#, .unusable), (#""s""#, .unusable),
        (#""1.0000000001s""#, .unusable), (#""--1s""#, .unusable),
    ]) func `A ttl is a duration, rounded down, and unusable otherwise`(value: String, meaning: Expiry.Meaning) {
        let reading = FCMFixture.message(#""android":{"ttl":\#(value)}"#, FCMFixture.lenient)
        #expect(reading.message.delivery.expiry?.meaning == meaning)
        #expect((meaning == .unusable) == reading.findings.contains { $0.severity == .error })
    }

    @Test(
        arguments: [
            ("1s", nil), ("-0.5s", nil), ("315576000000s", nil),
            ("1", "Illegal duration format; duration must end with 's'"),
            ("xs", "Invalid duration format, failed to parse seconds"),
            ("1.xs", "Invalid duration format, failed to parse nano seconds"),
            ("315576000001s", "Duration value exceeds limits"),
        ] as [(Text, String?)]) func `A duration that cannot be read says why`(text: Text, reason: String?)
    {
        do throws(ProtobufJSON.DurationError) {
            _ = try ProtobufJSON.duration(text)
            #expect(reason == nil)
        } catch {
            #expect(reason == "\(error.description)")
        }
    }

    @Test func `Of the same key twice the last counts`() {
        let reading = FCMFixture.message(#""notification":{"title":"first","title":"last"}"#)
        #expect(reading.message.alert?.title == "last")
        #expect(FCMFixture.answer(#"{"message":{"token":"a","token":"b"}}"#).status == 200)
    }

    @Test(arguments: [
        #""android":{"collapseKey":"camel","collapse_key":"snake"}"#,
        #""android":{"collapse_key":"snake","collapseKey":"camel"}"#,
    ]) func `Of two spellings the camelCase one counts`(members: String) {
        #expect(FCMFixture.message(members).message.delivery.collapseKey == "camel")
    }

    @Test func `A null leaves the other spelling standing`() {
        let members = #""android":{"collapse_key":"snake","collapseKey":null}"#
        #expect(FCMFixture.message(members).message.delivery.collapseKey == "snake")
    }

    @Test func `A null target beside another is no second target`() {
        let reading = FCMFixture.reading(#"{"message":{"token":null,"topic":"news","notification":{"title":"T"}}}"#)
        #expect(reading.message.target == Target(kind: .topic, value: "news", source: "topic"))
        #expect(reading.verdicts.android?.outcome == .shown)
    }

    @Test(arguments: [
        (
            #"{"message":{"token":"t","data":{"k":null}}}"#,
            "Invalid value at 'message.data[0].value' (TYPE_STRING), null"
        ),
        (
            #"{"message":{"token":"t","data":[]}}"#,
            "Invalid value at 'message' (Map), Cannot bind a list to map for field 'data'."
        ),
        (
            #"{"message":{"token":"t","android":{"notification":{"title_loc_args":["a",null]}}}}"#,
            "Invalid value at 'message.android.notification.title_loc_args[1]' (TYPE_STRING), null"
        ),
        (
            #"{"message":{"token":"t","notification":{"title":["a"]}}}"#,
            #"Unknown name \"title\" at 'message.notification': Proto field is not repeating, cannot start list."#
        ),
        (
            #"{"message":{"token":"t","notification":{"title":{}}}}"#,
            "Invalid value at 'message.notification' (title), Starting an object on a scalar field"
        ),
        (
            #"{"message":{"token":"t"},"validate_only":{}}"#,
            "Invalid value (validate_only), Starting an object on a scalar field"
        ),
        (
            #"{"message":{"token":"t","notification":"hi"}}"#,
            #"Invalid value at 'message.notification' (type.googleapis.com/google.firebase.fcm.v1.Notification), \"hi\""#
        ),
        (#"[]"#, #"Unknown name \"\": Root element must be a message."#),
    ]) func `What does not fit is answered in the words of Google's parser`(body: String, words: String) {
        #expect(FCMFixture.answer(body).compactBody.contains(words))
    }

    @Test func `An escaped key is the key it stands for`() {
        let reading = FCMFixture.message(#""notific\u0061tion":{"t\u0069tle":"T"}"#)
        #expect(reading.message.alert?.title == "T")
    }

    @Test(arguments: [100, 101]) func `At most a hundred violations are told`(count: Int) {
        let members = (0..<count).map { "\"x\($0)\":1" }.joined(separator: ",")
        let reading = FCMFixture.message(members)
        #expect(reading.codes.count { $0 == "fcm-unknown-field" } == SchemaDecoder.maximumViolations)
    }

    @Test(arguments: [998, 999]) func `A long value is printed up to its limit`(count: Int) {
        let value = "\"" + String(repeating: "v", count: count) + "\""
        let answer = FCMFixture.answer(#"{"message":{"token":"t","android":{"priority":\#(value)}}}"#).compactBody
        let isWhole = value.utf8.count <= SchemaDecoder.maximumPrintedBytes
        #expect(answer.contains(String(repeating: "v", count: count) + (isWhole ? #"\""# : "")))
        #expect(answer.contains("v\\\"\",\"status\"") == isWhole)
    }
}
