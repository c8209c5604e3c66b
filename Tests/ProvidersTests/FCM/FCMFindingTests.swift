import Bytes
import Providers
import PushModel
import TestSupport
import Testing

/// The mistakes that senders make: one case for each that a send can show.
@Suite struct FCMFindingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let members: String
        let code: Text
        let severity: Finding.Severity
        let pointer: Text
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "L1 a number as data",
            members: #""data":{"id":21465}"#,
            code: "fcm-data-not-string",
            severity: .error,
            pointer: "/message/data/id"
        ),
        Row(
            name: "L1 an object as data",
            members: #""data":{"user":{"id":"1"}}"#,
            code: "fcm-data-not-string",
            severity: .error,
            pointer: "/message/data/user"
        ),
        Row(
            name: "L2 a sound in the common notification",
            members: #""notification":{"title":"T","sound":"default"}"#,
            code: "fcm-unknown-field",
            severity: .error,
            pointer: "/message/notification/sound"
        ),
        Row(
            name: "L2 content_available in the message",
            members: #""content_available":true"#,
            code: "fcm-unknown-field",
            severity: .error,
            pointer: "/message/content_available"
        ),
        Row(
            name: "L5 data in the notification",
            members: #""notification":{"title":"T","data":{}}"#,
            code: "fcm-unknown-field",
            severity: .error,
            pointer: "/message/notification/data"
        ),
        Row(
            name: "L6 a ttl without s",
            members: #""android":{"ttl":"3600"}"#,
            code: "fcm-bad-duration",
            severity: .error,
            pointer: "/message/android/ttl"
        ),
        Row(
            name: "L6 a ttl as a number",
            members: #""android":{"ttl":3600}"#,
            code: "fcm-bad-duration",
            severity: .error,
            pointer: "/message/android/ttl"
        ),
        Row(
            name: "L6 a ttl in milliseconds",
            members: #""android":{"ttl":"3600000s"}"#,
            code: "fcm-ttl-range",
            severity: .error,
            pointer: "/message/android/ttl"
        ),
        Row(
            name: "L8 an underscore in aps",
            members: #""apns":{"payload":{"aps":{"mutable_content":1,"alert":"x"}}}"#,
            code: "apns-misspelled-key",
            severity: .warning,
            pointer: "/message/apns/payload/aps/mutable_content"
        ),
        Row(
            name: "L9 an alert beside aps",
            members: #""apns":{"payload":{"aps":{"content-available":1},"alert":{"title":"T"}}}"#,
            code: "apns-key-outside-aps",
            severity: .error,
            pointer: "/message/apns/payload/alert"
        ),
        Row(
            name: "L10 no aps",
            members: #""apns":{"payload":{"alert":"x"}}"#,
            code: "fcm-apns-without-aps",
            severity: .error,
            pointer: "/message/apns/payload"
        ),
        Row(
            name: "L10 an empty aps",
            members: #""apns":{"payload":{"aps":{}}}"#,
            code: "fcm-empty-aps",
            severity: .error,
            pointer: "/message/apns/payload/aps"
        ),
        Row(
            name: "L11 headers in the payload",
            members: #""apns":{"payload":{"headers":{"apns-priority":"5"},"aps":{"alert":"x"}}}"#,
            code: "apns-headers-in-payload",
            severity: .warning,
            pointer: "/message/apns/payload/headers"
        ),
        Row(
            name: "L12 content-available as a string",
            members: #""apns":{"payload":{"aps":{"content-available":"1"}}}"#,
            code: "apns-flag-not-1",
            severity: .warning,
            pointer: "/message/apns/payload/aps/content-available"
        ),
        Row(
            name: "L14 a background push with an alert",
            members: #""apns":{"headers":{"apns-push-type":"background"},"payload":{"aps":{"alert":"x"}}}"#,
            code: "apns-background-with-alert",
            severity: .error,
            pointer: "/message/apns/payload/aps"
        ),
        Row(
            name: "L14 a background push of priority 10",
            members:
                #""apns":{"headers":{"apns-push-type":"background","apns-priority":"10"},"payload":{"aps":{"content-available":1}}}"#,
            code: "apns-background-priority",
            severity: .error,
            pointer: "/message/apns/headers/apns-priority"
        ),
        Row(
            name: "L15 data alone with priority 10",
            members: #""data":{"k":"v"},"apns":{"headers":{"apns-priority":"10"}}"#,
            code: "fcm-apns-data-priority",
            severity: .error,
            pointer: "/message/apns/headers/apns-priority"
        ),
        Row(
            name: "L16 a badge as a string",
            members: #""apns":{"payload":{"aps":{"badge":"1"}}}"#,
            code: "apns-badge-not-a-number",
            severity: .warning,
            pointer: "/message/apns/payload/aps/badge"
        ),
        Row(
            name: "L17 a long collapse identifier",
            members: #""apns":{"headers":{"apns-collapse-id":"\#(String(repeating: "c", count: 65))"}}"#,
            code: "fcm-collapse-id-length",
            severity: .error,
            pointer: "/message/apns/headers/apns-collapse-id"
        ),
        Row(
            name: "L19 an image",
            members: #""notification":{"title":"T","image":"https://example.test/i.png"}"#,
            code: "fcm-image-needs-extension",
            severity: .note,
            pointer: "/message/notification/image"
        ),
        Row(
            name: "L20 an expiration that is a lifetime",
            members: #""notification":{"title":"T"},"apns":{"headers":{"apns-expiration":"300"}}"#,
            code: "apns-expiration-past",
            severity: .warning,
            pointer: "/message/apns/headers/apns-expiration"
        ),
        Row(
            name: "L21 message_type",
            members: #""data":{"message_type":"x"}"#,
            code: "fcm-reserved-data-key",
            severity: .error,
            pointer: "/message/data/message_type"
        ),
        Row(
            name: "L21 from",
            members: #""android":{"data":{"from":"x"}}"#,
            code: "fcm-reserved-data-key",
            severity: .error,
            pointer: "/message/android/data/from"
        ),
        Row(
            name: "L21 a key that begins with google.",
            members: #""webpush":{"data":{"google.x/y":"x"}}"#,
            code: "fcm-reserved-data-key",
            severity: .error,
            pointer: "/message/webpush/data/google.x~1y"
        ),
        Row(
            name: "L21 a key that begins with gcm.notification.",
            members: #""data":{"gcm.notification.x":"x"}"#,
            code: "fcm-reserved-data-key",
            severity: .error,
            pointer: "/message/data/gcm.notification.x"
        ),
        Row(
            name: "L21 a key that the SDK keeps",
            members: #""data":{"collapse_key":"x"}"#,
            code: "fcm-dropped-data-key",
            severity: .warning,
            pointer: "/message/data/collapse_key"
        ),
        Row(
            name: "L23 too large",
            members: #""data":{"k":"\#(String(repeating: "x", count: 5000))"}"#,
            code: "fcm-too-large",
            severity: .error,
            pointer: "/message"
        ),
        Row(
            name: "L24 for Android alone",
            members: #""android":{"notification":{"title":"A"}}"#,
            code: "fcm-one-platform-only",
            severity: .warning,
            pointer: "/message"
        ),
        Row(
            name: "L24 for Apple devices alone",
            members: #""apns":{"payload":{"aps":{"alert":"A"}}}"#,
            code: "fcm-one-platform-only",
            severity: .warning,
            pointer: "/message"
        ),
        Row(
            name: "L24 for the web alone, with data",
            members: #""webpush":{"notification":{"title":"A"}},"data":{"k":"v"}"#,
            code: "fcm-one-platform-only",
            severity: .note,
            pointer: "/message"
        ),
        Row(
            name: "L25 a misspelled interruption level",
            members: #""apns":{"payload":{"aps":{"alert":"x","interruption-level":"timeSensitive"}}}"#,
            code: "apns-unknown-interruption-level",
            severity: .warning,
            pointer: "/message/apns/payload/aps/interruption-level"
        ),
        Row(
            name: "L27 both Android blocks",
            members: #""android":{},"androidV2":{"backgroundSync":{}}"#,
            code: "fcm-two-android-blocks",
            severity: .error,
            pointer: "/message/androidV2"
        ),
        Row(
            name: "an empty notification",
            members: #""notification":{"title":"","body":""}"#,
            code: "fcm-empty-notification",
            severity: .warning,
            pointer: "/message/notification"
        ),
        Row(
            name: "nothing but a target",
            members: #""name":"n""#,
            code: "fcm-no-content",
            severity: .warning,
            pointer: "/message"
        ),
        Row(
            name: "the prominence below Android 8",
            members: #""android":{"notification":{"title":"A","notificationPriority":"PRIORITY_MAX"}}"#,
            code: "fcm-notification-priority",
            severity: .note,
            pointer: "/message/android/notification/notificationPriority"
        ),
        Row(
            name: "arguments without a key",
            members: #""android":{"notification":{"title":"A","body_loc_args":["1"]}}"#,
            code: "fcm-arguments-without-key",
            severity: .warning,
            pointer: "/message/android/notification/body_loc_args"
        ),
        Row(
            name: "a color by name",
            members: #""android":{"notification":{"title":"A","color":"red"}}"#,
            code: "fcm-color",
            severity: .warning,
            pointer: "/message/android/notification/color"
        ),
        Row(
            name: "a link that is not https",
            members: #""notification":{"title":"A"},"webpush":{"fcm_options":{"link":"http://example.test"}}"#,
            code: "fcm-web-link",
            severity: .warning,
            pointer: "/message/webpush/fcm_options/link"
        ),
        Row(
            name: "a second Android block of both kinds",
            members: #""android_v2":{"background_sync":{},"remote_notification":{}}"#,
            code: "fcm-android-v2-kind",
            severity: .warning,
            pointer: "/message/android_v2"
        ),
        Row(
            name: "a second Android block of no kind",
            members: #""notification":{"title":"A"},"android_v2":{}"#,
            code: "fcm-android-v2-kind",
            severity: .warning,
            pointer: "/message/android_v2"
        ),
        Row(
            name: "a web TTL in words",
            members: #""notification":{"title":"A"},"webpush":{"headers":{"TTL":"-1"}}"#,
            code: "fcm-web-ttl",
            severity: .error,
            pointer: "/message/webpush/headers/TTL"
        ),
    ]

    @Test(arguments: rows, [AnswerRules(), FCMFixture.lenient])
    func `A mistake is found at its place, whether or not it was refused`(_ row: Row, rules: AnswerRules) throws {
        let reading = FCMFixture.message(row.members, rules)
        let finding = try #require(reading.finding(row.code), "\(reading.codes)")
        #expect(finding.severity == row.severity)
        #expect(finding.place == .body(pointer: row.pointer))
        #expect(!finding.message.isEmpty)
        #expect(!finding.help.isEmpty)
        #expect((reading.outcomes == [.refused, .refused, .refused]) == reading.codes.contains("fcm-refused"))
        #expect(!(rules.isLenient && reading.codes.contains("fcm-refused")))
    }

    @Test func `L3 a request in the removed format is told as one`() {
        let reading = FCMFixture.reading(#"{"to":"t","data":{},"time_to_live":60}"#)
        #expect(reading.codes.count { $0 == "fcm-legacy-format" } == 3)
        #expect(reading.finding("fcm-legacy-format")?.place == .body(pointer: "/to"))
    }

    @Test func `L7 the prefix of the removed API is told as one`() {
        let reading = FCMFixture.reading(#"{"message":{"topic":"/topics/news"}}"#)
        #expect(reading.finding("fcm-topic-prefix")?.place == .body(pointer: "/message/topic"))
        #expect(reading.message.target == Target(kind: .topic, value: "/topics/news", source: "topic"))
    }

    @Test func `L1 help shows the string to send`() {
        let finding = FCMFixture.message(#""data":{"id":21465}"#).finding("fcm-data-not-string")
        #expect(finding?.message == "data.id is a number; FCM data values must be strings.")
        #expect(finding?.help == "Send \"21465\".")
    }

    @Test func `L2 help names what took the field's place`() {
        let finding = FCMFixture.message(#""notification":{"sound":"x"}"#).finding("fcm-unknown-field")
        #expect(finding?.help == "Use android.notification.sound and apns.payload.aps.sound.")
    }

    @Test func `A refusal repeats the answer and names the fields`() {
        let finding = FCMFixture.message(#""data":{"id":12}"#).finding("fcm-refused")
        #expect(
            finding?.message
                == "FCM answered 400 INVALID_ARGUMENT: Invalid value at 'message.data[0].value' (TYPE_STRING), 12"
        )
        #expect(finding?.help == "Correct the field message.data[0].value.")
    }

    @Test(arguments: [#""validate_only":true"#, #""validateOnly":true"#])
    func `A test send is captured and said`(member: String) {
        let reading = FCMFixture.reading(#"{"message":{"topic":"x","notification":{"title":"T"}},"# + member + "}")
        #expect(reading.outcomes == [.shown, .shown, .shown])
        #expect(reading.finding("validate-only")?.severity == .note)
    }

    @Test func `A sound push has nothing to find`() {
        let reading = FCMFixture.message(
            #"""
            "notification":{"title":"T","body":"B"},"data":{"k":"v"},
            "android":{"priority":"high","ttl":"3600s","collapse_key":"c"},
            "apns":{"headers":{"apns-priority":"10","apns-push-type":"alert"},"payload":{"aps":{"sound":"default"}}},
            "webpush":{"headers":{"TTL":"15","Urgency":"high"},"fcm_options":{"link":"https://example.test"}}
            """#
        )
        #expect(reading.findings.isEmpty, "\(reading.codes)")
    }

    @Test func `Errors come before warnings and notes`() {
        let reading = FCMFixture.message(
            #""notification":{"title":"T","image":"i","x":1},"data":{"collapse_key":"x"}"#
        )
        #expect(reading.findings.map(\.severity) == [.error, .error, .warning, .note])
    }
}
