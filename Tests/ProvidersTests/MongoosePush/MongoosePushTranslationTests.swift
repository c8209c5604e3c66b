import Bytes
import JSONText
import Providers
import PushModel
import Testing

/// What goes on to the services, and what it means there.
@Suite struct MongoosePushTranslationTests {
    /// A value of `data`, and its text for FCM.
    @Test(arguments: [
        (#""a\u0041""#, "aA"), ("1", "1"), ("-0", "0"),
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1.0", "1.0"), ("1.50", "1.5"), ("1e2", "100.0"), ("1E+2", "100.0"), ("1000.0", "1.0e3"), ("1200.0", "1.2e3"),
        ("12.0", "12.0"), ("123456789.125", "123456789.125"), ("0.001", "0.001"), ("0.0001", "0.0001"),
        ("0.00001", "1.0e-5"), ("0.000012", "1.2e-5"), ("0.0", "0.0"), ("-0.0", "-0.0"), ("-2.5", "-2.5"),
        ("5e-324", "5.0e-324"), ("9007199254740991.0", "9007199254740991.0"),
        ("9007199254740992.0", "9.007199254740992e15"), ("true", "true"), ("false", "false"), ("null", ""), ("[]", ""),
        (#"["a",["b",[99]]]"#, "abc"), ("[128512]", "😀"),
    ])
    func `values become the text that the runtime of the original writes`(value: String, text: String) {
        let outgoing = MongoosePushFixture.outgoing(Text(#"{"service":"fcm","data":{"k":\#(value)}}"#))
        let message =
            #"{"message":{"token":"TOK","data":{"k":"\#(text)"},"notification":{},"android":{"notification":{}}}}"#
        #expect(outgoing == canonical(Text(message)))
    }

    @Test func `of repeated keys the first counts, at every depth`() {
        let body: Text = #"{"service":"apns","service":"fcm","data":{"a":{"x":1,"x":2},"a":3}}"#
        #expect(MongoosePushFixture.outgoing(body) == canonical(#"{"aps":{"content-available":1},"a":{"x":1}}"#))
    }

    /// A value of `data`, and as it goes on to APNs.
    @Test(arguments: [
        ("1.50", "1.5"), ("1e2", "100.0"), ("-0", "0"), ("-0.0", "-0.0"),
        ("12345678901234567890", "12345678901234567890"),
        (#""\u0041\/\u00e9\ud83d\udd12""#, #""A/é🔒""#), (#""\"\\\n""#, #""\"\\\n""#),
        (#"[ 1.0, {"a" : null} ]"#, #"[1.0,{"a":null}]"#),
    ])
    func `what goes on to APNs is read and written again`(value: String, written: String) {
        let reading = MongoosePushFixture.reading(Text(#"{"service":"apns","topic":"com.x","data":{"k":\#(value)}}"#))
        #expect(reading.message.gateway?.outgoing?.body == Text(#"{"aps":{"content-available":1},"k":\#(written)}"#))
    }

    @Test func `release 2_2 puts data into the Android block`() {
        let silent = MongoosePushFixture.outgoing(#"{"service":"fcm","data":{"k":1}}"#, MongoosePushFixture.olderRules)
        let expected: Text =
            #"{"message":{"token":"TOK","data":{},"notification":{},"android":{"data":{"k":"1"},"notification":{}}}}"#
        #expect(silent == canonical(expected))
        let visible = MongoosePushFixture.outgoing(
            #"{"service":"fcm","alert":{"title":"T","body":"B"}}"#, MongoosePushFixture.olderRules
        )
        let plain: Text =
            #"{"message":{"token":"TOK","data":{},"notification":{},"android":{"notification":{"title":"T","body":"B"}}}}"#
        #expect(visible == canonical(plain))
    }

    @Test func `the device is put into the path as it is after one decoding`() {
        let reading = MongoosePushFixture.reading(
            #"{"service":"apns","topic":"com.x","data":{}}"#, to: "/v3/notification/a%2Fb"
        )
        #expect(reading.message.gateway?.outgoing?.path == "/3/device/a/b")
        #expect(reading.finding("apns-bad-path")?.place == .outgoing(.target))
    }

    @Test func `a visible APNs push is judged as one that was captured`() throws {
        let body: Text =
            #"{"service":"apns","priority":"high","topic":"com.x","alert":{"title":"T","body":"B","badge":"7","click_action":"c","sound":"s"}}"#
        let reading = MongoosePushFixture.reading(body)
        #expect(reading.message.kind == .notification)
        #expect(reading.verdicts.ios?.outcome == .shown)
        #expect(reading.message.alert?.title == "T")
        #expect(reading.message.alert?.badge == 7)
        #expect(reading.message.alert?.category == "c")
        #expect(reading.message.app == "com.x")
        #expect(reading.message.target.value == "TOK")
        #expect(reading.message.delivery.priority == .high)
        #expect(reading.message.payloads.map(\.format) == [.mongoosePush, .apns])
        #expect(reading.message.payloads.first?.data == body)
        #expect(reading.finding("apns-no-provider-token") == nil)
        #expect(reading.finding("apns-http-version") == nil)
    }

    @Test func `a visible FCM push is judged as one that was captured`() {
        let reading = MongoosePushFixture.reading(
            #"{"service":"fcm","time_to_live":0,"alert":{"title":"T","body":"B"},"data":{"k":1}}"#
        )
        #expect(reading.message.kind == .notification)
        #expect(reading.verdicts.android?.outcome == .shown)
        #expect(reading.message.app == "PROJECT_ID")
        #expect(reading.message.dataKeys == ["k"])
        #expect(reading.message.payloads.map(\.format).first == .mongoosePush)
        #expect(reading.message.payloads.map(\.format).contains(.fcmMessage))
    }

    @Test func `a silent push wakes the app`() {
        let apns = MongoosePushFixture.reading(#"{"service":"apns","topic":"com.x","data":{"k":"v"}}"#)
        #expect(apns.message.kind == .silent)
        #expect(apns.message.pushType == "background")
        #expect(MongoosePushFixture.reading(#"{"service":"fcm","data":{"k":"v"}}"#).message.kind == .silent)
    }

    @Test func `a silent push without a topic gets none from the pool, and APNs refuses it`() {
        let reading = MongoosePushFixture.reading(#"{"service":"apns","data":{"k":"v"}}"#)
        #expect(reading.message.gateway?.outgoing?.header("apns-topic") == nil)
        #expect(reading.finding("apns-missing-topic")?.place == .outgoing(.header(name: "apns-topic")))
    }

    @Test func `what gets lost on the way is told`() {
        let reading = MongoosePushFixture.reading(
            #"{"service":"apns","topic":"com.x","time_to_live":60,"alert":{"title":"T","body":"B"},"data":{"aps":{}}}"#
        )
        #expect(reading.finding("mongoosepush-overwritten-aps")?.place == .body(pointer: "/data/aps"))
        #expect(reading.finding("mongoosepush-unused-time-to-live")?.severity == .note)
    }

    @Test(arguments: [
        (#"{"service":"apns","alert":{}}"#, "invalid_body"), ("{", "framework_failure"),
        (#"{"service":"fcm","data":{"k":{}}}"#, "invalid_notification"),
        (#"{"service":"apns","tags":["nope"],"data":{}}"#, "no_matching_pool"),
    ])
    func `a push that is not sent on is refused, and says to whom it was to go`(body: String, reason: String) {
        let reading = MongoosePushFixture.reading(Text(body))
        #expect(reading.verdicts.isRefused)
        #expect(reading.verdicts.all.allSatisfy { $0.verdict.reason == Text(reason) })
        #expect(reading.message.target.value == "TOK")
        #expect(reading.message.payloads.map(\.format) == [.mongoosePush])
        #expect(reading.message.gateway?.outgoing == nil)
    }
}
