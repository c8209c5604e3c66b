import Bytes
import Providers
import PushModel
import TestSupport
import Testing

/// The message in neutral terms, from the fixtures that the model was made for.
@Suite struct FCMMessageTests {
    @Test func `A notification to a topic`() {
        let body = #"{"message":{"topic":"weather","notification":{"title":"Storm","body":"Batten","image":"i"}}}"#
        let message = FCMFixture.reading(body).message
        #expect(message.kind == .notification)
        #expect(message.app == "demo")
        #expect(message.pushType == nil)
        #expect(message.target == Target(kind: .topic, value: "weather", source: "topic"))
        #expect(message.target.isFanOut)
        #expect(message.alert?.title == "Storm")
        #expect(message.alert?.body == "Batten")
        #expect(message.alert?.image == "i")
        #expect(message.payloads.map(\.format) == [.fcmMessage])
        #expect(message.delivery == Delivery())
        #expect(message.data == nil)
    }

    @Test func `A data message to a token is silent`() {
        let message = FCMFixture.message(#""data":{"kind":"refresh","seq":"42"}"#).message
        #expect(message.kind == .silent)
        #expect(message.alert == nil)
        #expect(message.target == Target(kind: .device, value: "t", source: "token"))
        #expect(message.data == #"{"kind":"refresh","seq":"42"}"#)
        #expect(message.dataKeys == ["kind", "seq"])
    }

    @Test(arguments: [
        (#""fid":"eXaMpLe""#, Target(kind: .device, value: "eXaMpLe", source: "fid")),
        (#""condition":"'a' in topics""#, Target(kind: .condition, value: "'a' in topics", source: "condition")),
        (#""token":"  ""#, Target(kind: .device, value: "", source: "token")),
        (#""token":"","topic":"t""#, Target(kind: .topic, value: "t", source: "topic")),
        (#""name":"n""#, Target()),
    ]) func `The target says where it was read`(member: String, target: Target) {
        #expect(FCMFixture.reading(#"{"message":{"# + member + "}}", FCMFixture.lenient).message.target == target)
    }

    @Test func `Overrides count, and each block is a payload of its own`() {
        let reading = FCMFixture.message(
            #"""
            "notification":{"title":"base","body":"base body"},
            "webpush":{"headers":{"Urgency":"high"},"notification":{"icon":"i"}},
            "android":{"priority":"HIGH","ttl":"3600s","collapse_key":"c","notification":{"title":"over","sound":"s",
            "clickAction":"OPEN","channelId":"ch","notificationCount":3,"notificationPriority":"PRIORITY_HIGH"}},
            "apns":{"headers":{"apns-priority":"10"},"payload":{"aps":{"alert":{"title":"apple"}}}}
            """#
        )
        let message = reading.message
        #expect(message.alert?.title == "over")
        #expect(message.alert?.body == "base body")
        #expect(message.alert?.sound == "s")
        #expect(message.alert?.badge == 3)
        #expect(message.alert?.category == nil)
        #expect(message.delivery.priority == .high)
        #expect(message.delivery.priorityRaw == "HIGH")
        #expect(message.delivery.collapseKey == "c")
        #expect(message.delivery.expiry?.meaning == .after(seconds: 3600))
        #expect(message.payloads.map(\.format) == [.fcmMessage, .fcmAndroid, .fcmAPNs, .fcmWebpush])
        #expect(message.payloads.last?.data == #"{"headers":{"Urgency":"high"},"notification":{"icon":"i"}}"#)
        #expect(reading.verdicts.ios?.alert?.title == "apple")
    }

    @Test func `Payloads are as posted and in their own order, the second Android block too`() {
        let message = FCMFixture.reading(
            #"{"message":{"apns":{ "payload" :{"aps":{"badge":1.0}}},"androidV2":{"backgroundSync":{}},"token":"t"}}"#
        ).message
        #expect(message.payloads.map(\.format) == [.fcmMessage, .fcmAndroidV2, .fcmAPNs])
        #expect(message.payloads.last?.data == #"{ "payload" :{"aps":{"badge":1.0}}}"#)
    }

    @Test(
        arguments: [
            (#""data":{"a":"m"},"android":{"data":{"a":"x","b":"y"}}"#, #"{"a":"x","b":"y"}"#),
            (#""data":{"a":"m"},"android":{"data":{}}"#, #"{"a":"m"}"#),
            (#""data":{"a":"m"},"android_v2":{"background_sync":{},"data":{"a":"x"}}"#, #"{"a":"x"}"#),
            (#""data":{"a":"m"},"webpush":{"data":{"a":"w"}}"#, #"{"a":"m"}"#),
            (#""webpush":{"data":{"a":"w"}}"#, #"{"a":"w"}"#),
            (#""android":{"data":{"a":"x"}},"webpush":{"data":{"a":"w"}}"#, #"{"a":"x"}"#),
            (#""data":{"b":"1","a":"2","b":"3"}"#, #"{"b":"1","a":"2","b":"3"}"#),
        ] as [(String, Text)]) func `Data of a block replaces the message's as a whole`(members: String, data: Text)
    {
        #expect(FCMFixture.message(members).message.data == data)
    }

    @Test func `Keys of data come once each in the order sent`() {
        #expect(FCMFixture.message(#""data":{"b":"1","a":"2","b":"3"}"#).message.dataKeys == ["b", "a"])
    }

    @Test func `An empty text overrides nothing, and literal text and keys stand side by side`() {
        let message = FCMFixture.message(
            #"""
            "notification":{"title":"base","body":"body"},
            "android":{"notification":{"title":"","titleLocKey":"T","title_loc_args":["1","2"],"body_loc_key":"B"}}
            """#
        ).message
        #expect(message.alert?.title == "base")
        #expect(message.alert?.localization?.title == LocalizedText(key: "T", arguments: ["1", "2"]))
        #expect(message.alert?.localization?.body == LocalizedText(key: "B", arguments: []))
    }

    @Test func `The prominence of the card is not the urgency of delivery`() {
        let delivery = FCMFixture.message(
            #""android":{"priority":"HIGH","notification":{"title":"A","notification_priority":"PRIORITY_MAX"}}"#
        ).message.delivery
        #expect(delivery.priorityRaw == "HIGH")
        #expect(FCMFixture.message(#""android":{"notification":{"title":"A"}}"#).message.delivery.priority == nil)
    }

    @Test func `Both spellings make the same message`() {
        let camelCase = FCMFixture.message(
            #"""
            "notification":{"title":"base","body":"b"},"android":{"collapseKey":"weather","priority":"HIGH","ttl":"3600s",
            "notification":{"title":"over","titleLocKey":"T","titleLocArgs":["1"],"bodyLocKey":"B","bodyLocArgs":["2"],
            "notificationCount":5,"channelId":"c"}},"fcmOptions":{"analyticsLabel":"l"}
            """#
        )
        let snakeCase = FCMFixture.message(
            #"""
            "notification":{"title":"base","body":"b"},"android":{"collapse_key":"weather","priority":"HIGH","ttl":"3600s",
            "notification":{"title":"over","title_loc_key":"T","title_loc_args":["1"],"body_loc_key":"B",
            "body_loc_args":["2"],"notification_count":5,"channel_id":"c"}},"fcm_options":{"analytics_label":"l"}
            """#
        )
        #expect(camelCase.message.alert == snakeCase.message.alert)
        #expect(camelCase.message.delivery == snakeCase.message.delivery)
        #expect(camelCase.verdicts == snakeCase.verdicts)
        #expect(camelCase.message.alert?.badge == 5)
        #expect(camelCase.message.delivery.collapseKey == "weather")
    }

    @Test(arguments: [
        #""ttl":5"#, #""priority":7.5"#, #""direct_boot_ok":"no""#, #""data":["a"]"#, #""fcm_options":1"#, #""x":1"#,
    ]) func `A field of the wrong type costs itself alone`(bad: String) {
        let reading = FCMFixture.message(
            #""android":{"collapse_key":"c","notification":{"title":"A","sound":5,"tag":"g"},"# + bad + "}",
            FCMFixture.lenient
        )
        #expect(reading.message.delivery.collapseKey == "c")
        #expect(reading.message.alert?.title == "A")
        #expect(reading.message.alert?.thread == "g")
        #expect(reading.message.alert?.sound == nil)
        #expect(reading.findings.count { $0.severity == .error } == 2)
    }

    @Test func `A block of the wrong type is still a payload`() {
        let reading = FCMFixture.message(#""android":"x","notification":{"title":"T"}"#, FCMFixture.lenient)
        #expect(reading.message.payloads.map(\.format) == [.fcmMessage, .fcmAndroid])
        #expect(reading.verdicts.android?.outcome == .shown)
    }

    @Test func `What a refused or hidden push asks for is kept`() {
        let hidden = FCMFixture.message(#""android":{"notification":{"title":"A","visibility":"SECRET"}}"#)
        #expect(hidden.message.alert?.title == "A")
        #expect(hidden.verdicts.android?.alert == nil)
        let refused = FCMFixture.message(#""notification":{"title":"A","x":1}"#)
        #expect(refused.message.alert?.title == "A")
        #expect(refused.message.payloads.count == 1)
    }

    @Test func `The card for Apple devices stands for the push when Android shows none`() {
        let reading = FCMFixture.message(
            #""apns":{"payload":{"aps":{"alert":{"title":"P","subtitle":"S"},"badge":2}}}"#)
        #expect(reading.message.alert?.subtitle == "S")
        #expect(reading.message.alert?.badge == 2)
    }

    @Test func `Lenient, what can be understood is accepted`() {
        for body in [
            #"{"message":{"notification":{"title":"T"}}}"#, #"{"message":{"token":"a b","x":1}}"#,
            #"{"message":{"token":"a","topic":"b"},"to":"c"}"#,
        ] {
            #expect(FCMFixture.reading(body, FCMFixture.lenient).verdicts.android?.outcome != .refused)
        }
        for body in ["", "{}", "[]", #"{"message":"x"}"#, "{"] {
            #expect(FCMFixture.reading(body, FCMFixture.lenient).verdicts.android?.outcome == .refused)
        }
    }

    @Test func `Of several targets the first of the definition is told`() {
        let reading = FCMFixture.reading(#"{"message":{"topic":"b","token":"a"}}"#, FCMFixture.lenient)
        #expect(reading.message.target == Target(kind: .device, value: "a", source: "token"))
        #expect(reading.finding("fcm-several-targets")?.place == .body(pointer: "/message/token"))
    }

    @Test func `Hostile text passes through as it is`() {
        let text = "</script>\u{202E}\u{301}\u{0}\u{7F}"
        let escaped = #"</script>\u202e\u0301\u0000\u007f"#
        let reading = FCMFixture.message(#""notification":{"title":"\#(escaped)"},"data":{"\#(escaped)":"v"}"#)
        #expect(reading.message.alert?.title == Text(text))
        #expect(reading.message.dataKeys == [Text(text)])
        #expect(reading.outcomes == [.shown, .shown, .shown])
    }
}
