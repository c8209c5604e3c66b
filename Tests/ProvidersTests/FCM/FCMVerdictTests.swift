import Bytes
import CaptureLog
import Providers
import PushModel
import TestSupport
import Testing

/// What each platform does with a message: one case for each row of the display table, and what the table leaves open.
@Suite struct FCMVerdictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let members: String
        let outcomes: [Outcome]
        let reasons: [Text]
        let kind: Kind
        var titles: [Text?] = [nil, nil, nil]
        var testDescription: String { name }
    }

    private static let both = #""notification":{"title":"N","body":"B"}"#

    static let rows: [Row] = [
        Row(
            name: "F1 a notification for all",
            members: both,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification", "alert_text", "notification"],
            kind: .notification,
            titles: ["N", "N", "N"]
        ),
        Row(
            name: "F2 only an Android notification",
            members: #""android":{"notification":{"title":"A"}}"#,
            outcomes: [.shown, .notShown, .notShown],
            reasons: ["notification", "other_platform_only", "other_platform_only"],
            kind: .notification,
            titles: ["A", nil, nil]
        ),
        Row(
            name: "F2 only an Android notification of the second version",
            members: #""androidV2":{"remote_notification":{"notification":{"title":"A"}}}"#,
            outcomes: [.shown, .notShown, .notShown],
            reasons: ["notification", "other_platform_only", "other_platform_only"],
            kind: .notification,
            titles: ["A", nil, nil]
        ),
        Row(
            name: "F3 only an alert for Apple devices",
            members: #""apns":{"payload":{"aps":{"alert":{"title":"P"}}}}"#,
            outcomes: [.notShown, .shown, .notShown],
            reasons: ["other_platform_only", "alert_text", "other_platform_only"],
            kind: .notification,
            titles: [nil, "P", nil]
        ),
        Row(
            name: "F4 only a web notification",
            members: #""webpush":{"notification":{"title":"W"}}"#,
            outcomes: [.notShown, .notShown, .shown],
            reasons: ["other_platform_only", "other_platform_only", "notification"],
            kind: .notification,
            titles: [nil, nil, "W"]
        ),
        Row(
            name: "F5 data only",
            members: #""data":{"k":"v"}"#,
            outcomes: [.appDecides, .notShown, .appDecides],
            reasons: ["data_message", "data_only", "data_message"],
            kind: .silent
        ),
        Row(
            name: "F6 a notification and content-available",
            members: both + #","apns":{"payload":{"aps":{"content-available":1}}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification", "alert_with_background_wake", "notification"],
            kind: .notification,
            titles: ["N", "N", "N"]
        ),
        Row(
            name: "F7 a notification and an Android one",
            members: both + #","android":{"notification":{"title":"A"}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification", "alert_text", "notification"],
            kind: .notification,
            titles: ["A", "N", "N"]
        ),
        Row(
            name: "F8 a notification and an alert for Apple devices",
            members: both + #","apns":{"payload":{"aps":{"alert":{"title":"P"}}}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification", "alert_text", "notification"],
            kind: .notification,
            titles: ["N", "P", "N"]
        ),
        Row(
            name: "F10 SECRET on a locked screen",
            members: #""android":{"notification":{"title":"A","visibility":"SECRET"}}"#,
            outcomes: [.notShown, .notShown, .notShown],
            reasons: ["visibility_secret", "other_platform_only", "other_platform_only"],
            kind: .silent
        ),
        Row(
            name: "F11 PRIVATE",
            members: both + #","android":{"notification":{"visibility":"PRIVATE"}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification", "alert_text", "notification"],
            kind: .notification,
            titles: ["N", "N", "N"]
        ),
        Row(
            name: "F11 PUBLIC",
            members: both + #","android":{"notification":{"visibility":"PUBLIC"}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification_public", "alert_text", "notification"],
            kind: .notification,
            titles: ["N", "N", "N"]
        ),
        Row(
            name: "F12 empty texts",
            members: #""notification":{"title":"","body":""}"#,
            outcomes: [.notShown, .notShown, .shown],
            reasons: ["empty_notification", "empty_notification", "notification_without_text"],
            kind: .notification
        ),
        Row(
            name: "F13 a ttl and a TTL of zero",
            members: both + #","android":{"ttl":"0s"},"webpush":{"headers":{"TTL":"0"}}"#,
            outcomes: [.shown, .shown, .shown],
            reasons: ["notification_now_or_never", "alert_text", "notification_now_or_never"],
            kind: .notification,
            titles: ["N", "N", "N"]
        ),
        Row(
            name: "F14 a notification sent as a background push",
            members: both + #","apns":{"headers":{"apns-push-type":"background"}}"#,
            outcomes: [.shown, .notShown, .shown],
            reasons: ["notification", "background_with_alert", "notification"],
            kind: .notification,
            titles: ["N", nil, "N"]
        ),
        Row(
            name: "F15 a background sync with a notification",
            members: both + #","android_v2":{"background_sync":{}}"#,
            outcomes: [.notShown, .shown, .shown],
            reasons: ["background_sync", "alert_text", "notification"],
            kind: .notification,
            titles: [nil, "N", "N"]
        ),
        Row(
            name: "F16 a Live Activity",
            members: both
                + #","apns":{"live_activity_token":"l","payload":{"aps":{"event":"update","timestamp":1,"content-state":{}}}}"#,
            outcomes: [.shown, .liveActivity, .shown],
            reasons: ["notification", "live_activity_update", "notification"],
            kind: .notification,
            titles: ["N", nil, "N"]
        ),
        Row(
            name: "F17 both Android blocks",
            members: both + #","android":{},"android_v2":{}"#,
            outcomes: [.refused, .refused, .refused],
            reasons: ["invalid_argument", "invalid_argument", "invalid_argument"],
            kind: .empty
        ),
        Row(
            name: "F18 a target and nothing else",
            members: #""name":"n""#,
            outcomes: [.notShown, .notShown, .notShown],
            reasons: ["no_content", "no_content", "no_content"],
            kind: .empty
        ),
        Row(
            name: "a sound and a count without text",
            members: #""android":{"notification":{"sound":"s","notification_count":2}}"#,
            outcomes: [.badgeOrSound, .notShown, .notShown],
            reasons: ["notification_without_text", "other_platform_only", "other_platform_only"],
            kind: .notification
        ),
        Row(
            name: "text by key",
            members: #""android":{"notification":{"title_loc_key":"K","title_loc_args":["1"]}}"#,
            outcomes: [.shown, .notShown, .notShown],
            reasons: ["notification_localized", "other_platform_only", "other_platform_only"],
            kind: .notification
        ),
        Row(
            name: "a notification that the app may change",
            members: #""android_v2":{"remote_notification":{"mutable_content":true,"notification":{"body":"b"}}}"#,
            outcomes: [.shown, .notShown, .notShown],
            reasons: ["notification_may_be_modified", "other_platform_only", "other_platform_only"],
            kind: .notification
        ),
        Row(
            name: "a notification that old SDKs take for data",
            members:
                #""android_v2":{"remote_notification":{"use_as_v1_data_message":true,"notification":{"body":"b"}}}"#,
            outcomes: [.shown, .notShown, .notShown],
            reasons: ["notification_or_data", "other_platform_only", "other_platform_only"],
            kind: .notification
        ),
        Row(
            name: "data and an alert for Apple devices",
            members: #""data":{"k":"v"},"apns":{"payload":{"aps":{"alert":"P"}}}"#,
            outcomes: [.appDecides, .shown, .appDecides],
            reasons: ["data_message", "alert_text", "data_message"],
            kind: .notification
        ),
        Row(
            name: "content-available without data",
            members:
                #""apns":{"headers":{"apns-push-type":"background","apns-priority":"5"},"payload":{"aps":{"content-available":1}}}"#,
            outcomes: [.notShown, .notShown, .notShown],
            reasons: ["other_platform_only", "background", "other_platform_only"],
            kind: .silent
        ),
        Row(
            name: "a web notification without text",
            members: #""webpush":{"notification":{"icon":"i"}}"#,
            outcomes: [.notShown, .notShown, .shown],
            reasons: ["other_platform_only", "other_platform_only", "notification_without_text"],
            kind: .notification
        ),
        Row(
            name: "white space alone",
            members: #""notification":{"title":" ","body":"\n"}"#,
            outcomes: [.notShown, .notShown, .shown],
            reasons: ["empty_notification", "empty_notification", "notification_without_text"],
            kind: .notification,
            titles: [nil, nil, " "]
        ),
    ]

    @Test(arguments: rows) func `Each platform has its own verdict and its own card`(_ row: Row) {
        let reading = FCMFixture.message(row.members)
        #expect(reading.outcomes == row.outcomes)
        #expect(reading.reasons == row.reasons)
        #expect(reading.message.kind == row.kind)
        let verdicts = reading.verdicts
        #expect([verdicts.android, verdicts.ios, verdicts.web].map { $0?.alert?.title } == row.titles)
        #expect(verdicts.all.allSatisfy { !$0.verdict.explain.isEmpty })
    }

    @Test func `F9 an image shows on Android, and on iOS only through an extension`() {
        let reading = FCMFixture.message(#""notification":{"title":"N","image":"https://example.test/i.png"}"#)
        #expect(reading.outcomes == [.shown, .shown, .shown])
        for platform in Platform.allCases {
            #expect(reading.verdicts[platform]?.alert?.image == "https://example.test/i.png")
        }
        #expect(reading.verdicts.ios?.explain.description.contains("Notification Service Extension") == true)
        #expect(reading.finding("fcm-image-needs-extension")?.severity == .note)
    }

    @Test func `The image for Apple devices replaces the common one`() {
        let reading = FCMFixture.message(
            #""notification":{"title":"N","image":"common"},"apns":{"fcm_options":{"image":"own"}}"#
        )
        #expect(reading.verdicts.ios?.alert?.image == "own")
        #expect(reading.verdicts.android?.alert?.image == "common")
    }

    @Test(arguments: [
        (#""android":{"direct_boot_ok":true}"#, false), (#""android":{}"#, true), (#""data":{"k":"v"}"#, true),
        (#""androidV2":{"directBootOk":true,"remoteNotification":{}}"#, false),
    ]) func `Without direct boot a card waits for the first unlock`(members: String, waits: Bool) {
        let reading = FCMFixture.message(#""notification":{"title":"N"},"# + members)
        #expect(reading.verdicts.android?.explain.description.contains("first unlock") == waits)
    }

    @Test func `A channel that the app may not have is told`() {
        let reading = FCMFixture.message(#""android":{"notification":{"title":"A","channel_id":"news"}}"#)
        #expect(reading.verdicts.android?.alert?.channel == "news")
        #expect(reading.verdicts.android?.explain.description.contains("no channel news") == true)
    }

    @Test func `A locked screen may hide the text unless it is public`() {
        let hidden = FCMFixture.message(#""notification":{"title":"N"}"#)
        #expect(hidden.verdicts.android?.explain.description.contains("may hide its text") == true)
        let shown = FCMFixture.message(#""android":{"notification":{"title":"N","visibility":"PUBLIC"}}"#)
        #expect(shown.verdicts.android?.explain.description.contains("may hide its text") == false)
    }

    @Test(
        arguments: [
            (#"{"message":{"notification":{"title":"T"}}}"#, "invalid_argument"), ("not json", "invalid_argument"),
            (#"{"message":{"token":"t","data":{"id":1}}}"#, "invalid_argument"),
        ] as [(String, Text)]) func `A refused message reaches no platform`(body: String, reason: Text)
    {
        let reading = FCMFixture.reading(body)
        #expect(reading.outcomes == [.refused, .refused, .refused])
        #expect(reading.reasons == [reason, reason, reason])
        #expect(reading.message.kind == .empty)
        #expect(reading.findings.first?.code == "fcm-refused")
    }

    @Test(
        arguments: [
            (
                #"{"error":{"code":404,"status":"NOT_FOUND","details":[{"errorCode":"UNREGISTERED"}]}}"#, 404,
                "unregistered"
            ),
            (#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}"#, 429, "resource_exhausted"),
            (#"{"error":{"status":"<script>"}}"#, 400, "refused"), (#"{"error":"text"}"#, 500, "refused"),
            ("<html>", 502, "refused"), ("", 503, "refused"),
        ] as [(Text, Int, Text)]) func `The reason of a refusal is the answer's own code`(
            answer: Text, status: Int, reason: Text
        )
    {
        let request = FCMFixture.request(#"{"message":{"token":"t","notification":{"title":"T"}}}"#)
        let exchange = Exchange.fixture(provider: "fcm", request, status: status, answer: answer)
        let reading = FCM().reading(of: exchange, at: FCMFixture.time)
        #expect(reading.reasons == [reason, reason, reason])
        #expect(reading.codes == ["fcm-refused"])
        #expect(reading.message.alert?.title == "T")
    }
}
