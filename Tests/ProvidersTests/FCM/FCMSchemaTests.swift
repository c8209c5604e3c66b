import Bytes
import HTTPMessage
import Providers
import PushModel
import TestSupport
import Testing

@Suite struct FCMSchemaTests {
    /// One field of the definition: the object it stands in (`%` marks the place), its two spellings, a value that fits
    /// and one that does not.
    struct Row: Sendable, CustomTestStringConvertible {
        let place: String
        let camelCase: String
        let snakeCase: String
        let good: String
        let bad: String

        init(_ place: String, _ camelCase: String, _ snakeCase: String, _ good: String, _ bad: String) {
            self.place = place
            self.camelCase = camelCase
            self.snakeCase = snakeCase
            self.good = good
            self.bad = bad
        }

        var testDescription: String { "\(camelCase) in \(place)" }

        func body(_ key: String, _ value: String) -> String {
            var output: [UInt8] = []
            for byte in place.utf8 {
                if byte == UInt8(ascii: "%") {
                    output += Array("\"\(key)\":\(value)".utf8)
                } else {
                    output.append(byte)
                }
            }
            return String(decoding: output, as: UTF8.self)
        }
    }

    private static let root = #"{%,"message":{"topic":"x"}}"#
    private static let message = #"{"message":{"topic":"x",%}}"#
    private static let target = #"{"message":{%}}"#
    private static func inside(_ path: String...) -> String {
        let opened = path.map { "\"\($0)\":{" }.joined()
        return #"{"message":{"topic":"x","# + opened + "%" + String(repeating: "}", count: path.count) + "}}"
    }
    private static let notification = inside("notification")
    private static let android = inside("android")
    private static let androidV2 = inside("androidV2")
    private static let apns = inside("apns")
    private static let webpush = inside("webpush")
    private static let light = inside("android", "notification", "light_settings")
    private static let color = inside("android", "notification", "light_settings", "color")

    private static func delivery(_ place: String) -> [Row] {
        [
            Row(place, "collapseKey", "collapse_key", #""k""#, "1"),
            Row(place, "ttl", "ttl", #""3.000000001s""#, "3"),
            Row(place, "restrictedPackageName", "restricted_package_name", #""com.example""#, "1"),
            Row(place, "data", "data", #"{"k":"v"}"#, "[]"),
            Row(place, "fcmOptions", "fcm_options", "{}", "1"),
            Row(place, "directBootOk", "direct_boot_ok", "true", "1"),
            Row(place, "bandwidthConstrainedOk", "bandwidth_constrained_ok", "true", #""yes""#),
            Row(place, "restrictedSatelliteOk", "restricted_satellite_ok", "false", "{}"),
        ]
    }

    private static func card(_ place: String) -> [Row] {
        [
            Row(place, "title", "title", #""t""#, "1"),
            Row(place, "body", "body", #""t""#, "true"),
            Row(place, "icon", "icon", #""t""#, "1"),
            Row(place, "color", "color", ##""#aabbcc""##, "1"),
            Row(place, "sound", "sound", #""default""#, "1"),
            Row(place, "tag", "tag", #""t""#, "1"),
            Row(place, "clickAction", "click_action", #""t""#, "1"),
            Row(place, "bodyLocKey", "body_loc_key", #""t""#, "1"),
            Row(place, "bodyLocArgs", "body_loc_args", #"["a","b"]"#, #"["a",1]"#),
            Row(place, "titleLocKey", "title_loc_key", #""t""#, "[]"),
            Row(place, "titleLocArgs", "title_loc_args", "[]", #""a""#),
            Row(place, "channelId", "channel_id", #""t""#, "1"),
            Row(place, "ticker", "ticker", #""t""#, "1"),
            Row(place, "sticky", "sticky", "true", "1"),
            Row(place, "eventTime", "event_time", #""2026-11-29T23:59:59.5+01:00""#, #""yesterday""#),
            Row(place, "localOnly", "local_only", "true", #""true""#),
            Row(place, "notificationPriority", "notification_priority", #""PRIORITY_MAX""#, #""MAX""#),
            Row(place, "defaultSound", "default_sound", "true", "0"),
            Row(place, "defaultVibrateTimings", "default_vibrate_timings", "true", "0"),
            Row(place, "defaultLightSettings", "default_light_settings", "true", "0"),
            Row(place, "vibrateTimings", "vibrate_timings", #"["0.1s","0s"]"#, "[100]"),
            Row(place, "visibility", "visibility", #""SECRET""#, #""HIDDEN""#),
            Row(place, "notificationCount", "notification_count", "3", #""many""#),
            Row(place, "lightSettings", "light_settings", "{}", ##""#aabbcc""##),
            Row(place, "image", "image", #""https://example.test/a.png""#, "1"),
        ]
    }

    static let rows: [Row] =
        [
            Row(root, "validateOnly", "validate_only", "true", #""true""#),
            Row(message, "name", "name", #""projects/p/messages/1""#, "1"),
            Row(message, "data", "data", #"{"k":"v"}"#, #"{"k":1}"#),
            Row(message, "notification", "notification", "{}", #""hello""#),
            Row(message, "android", "android", "{}", "[]"),
            Row(message, "androidV2", "android_v2", "{}", "1"),
            Row(message, "webpush", "webpush", "{}", "true"),
            Row(message, "apns", "apns", "{}", "1"),
            Row(message, "fcmOptions", "fcm_options", #"{"analytics_label":"l"}"#, #"{"label":"l"}"#),
            Row(target, "fid", "fid", #""f""#, "1"),
            Row(target, "token", "token", #""t""#, "1"),
            Row(target, "topic", "topic", #""t""#, "1"),
            Row(target, "condition", "condition", #""'t' in topics""#, "1"),
            Row(notification, "title", "title", #""t""#, "1"),
            Row(notification, "body", "body", #""t""#, "{}"),
            Row(notification, "image", "image", #""t""#, "[]"),
            Row(android, "priority", "priority", #""HIGH""#, #""max""#),
            Row(android, "notification", "notification", "{}", "1"),
            Row(inside("android", "fcm_options"), "analyticsLabel", "analytics_label", #""l""#, "1"),
            Row(inside("android", "notification"), "proxy", "proxy", #""DENY""#, #""NO""#),
            Row(
                inside("android", "notification"), "bypassProxyNotification", "bypass_proxy_notification", "true", "1"
            ),
            Row(light, "color", "color", #"{"red":1}"#, ##""#aabbcc""##),
            Row(light, "lightOnDuration", "light_on_duration", #""1s""#, "1"),
            Row(light, "lightOffDuration", "light_off_duration", #""1.5s""#, #""1""#),
            Row(color, "red", "red", "0.5", #""red""#),
            Row(color, "green", "green", "1", "true"),
            Row(color, "blue", "blue", #""0.25""#, "{}"),
            Row(color, "alpha", "alpha", "1e-1", #""0x1p0""#),
            Row(apns, "headers", "headers", #"{"apns-priority":"10"}"#, #"{"apns-priority":10}"#),
            Row(apns, "payload", "payload", #"{"aps":{"alert":null,"badge":1}}"#, "[]"),
            Row(apns, "fcmOptions", "fcm_options", "{}", "1"),
            Row(apns, "liveActivityToken", "live_activity_token", #""t""#, "1"),
            Row(inside("apns", "fcmOptions"), "analyticsLabel", "analytics_label", #""l""#, "1"),
            Row(inside("apns", "fcmOptions"), "image", "image", #""l""#, "1"),
            Row(webpush, "headers", "headers", #"{"TTL":"15"}"#, #"{"TTL":15}"#),
            Row(webpush, "data", "data", #"{"k":"v"}"#, #"{"k":null}"#),
            Row(webpush, "notification", "notification", #"{"any":[1,null]}"#, #""text""#),
            Row(webpush, "fcmOptions", "fcm_options", "{}", "[]"),
            Row(inside("webpush", "fcmOptions"), "link", "link", #""https://example.test""#, "1"),
            Row(inside("webpush", "fcmOptions"), "analyticsLabel", "analytics_label", #""l""#, "1"),
            Row(androidV2, "remoteNotification", "remote_notification", "{}", "1"),
            Row(androidV2, "backgroundSync", "background_sync", "{}", #"{"k":1}"#),
            Row(inside("androidV2", "remoteNotification"), "notification", "notification", "{}", "1"),
            Row(inside("androidV2", "remoteNotification"), "mutableContent", "mutable_content", "true", "1"),
            Row(
                inside("androidV2", "remoteNotification"), "useAsV1DataMessage", "use_as_v1_data_message", "true", "1"
            ),
            Row(inside("androidV2", "remoteNotification", "notification"), "id", "id", "7", "7.5"),
        ] + delivery(android) + delivery(androidV2) + card(inside("android", "notification"))
        + card(inside("androidV2", "remoteNotification", "notification"))

    @Test(arguments: rows) func `A field is taken in both spellings, and null is as if it were absent`(_ row: Row) {
        for key in [row.camelCase, row.snakeCase] {
            #expect(FCMFixture.answer(row.body(key, row.good)).status == 200)
            #expect(!FCMFixture.answer(row.body(key, "null")).compactBody.contains("Invalid"))
        }
    }

    @Test(arguments: rows) func `A value of the wrong type is refused and is a finding at its place`(_ row: Row) {
        for key in [row.camelCase, row.snakeCase] {
            let reading = FCMFixture.reading(row.body(key, row.bad))
            #expect(reading.verdicts.android?.outcome == .refused)
            let pointers = reading.findings.compactMap { finding in
                if case .body(let pointer) = finding.place, finding.severity == .error {
                    pointer.description
                } else {
                    nil
                }
            }
            #expect(pointers.contains { $0.contains("/\(key)") })
        }
    }

    @Test(arguments: [
        (#"{"message":{"token":"t","android":{"proxy":"DENY"}}}"#, "message.android"),
        (#"{"message":{"token":"t","android":{"notification":{"id":1}}}}"#, "message.android.notification"),
        (#"{"message":{"token":"t","android":{"notification":{"priority":"high"}}}}"#, "message.android.notification"),
        (#"{"message":{"token":"t","android_v2":{"priority":"high"}}}"#, "message.android_v2"),
        (
            #"{"message":{"token":"t","androidV2":{"remoteNotification":{"notification":{"proxy":"DENY"}}}}}"#,
            "message.android_v2.remote_notification.notification"
        ),
        (#"{"message":{"token":"t","webpush":{"fcmOptions":{"analyticsLabels":"x"}}}}"#, "message.webpush.fcm_options"),
        (#"{"message":{"token":"t","Notification":{}}}"#, "message"),
    ]) func `A name outside the definition is refused with the path of its parent`(body: String, parent: String) {
        let answer = FCMFixture.answer(body)
        #expect(answer.status == 400)
        #expect(answer.compactBody.contains("at '\(parent)': Cannot find field."))
    }

    @Test func `Keys of data, headers and free objects are the caller's own`() {
        let reading = FCMFixture.message(
            #"""
            "data":{"my_custom_key":"1","otherCamelKey":"2"},
            "apns":{"headers":{"apns_custom":"x"},"payload":{"aps":{"alert":"A"},"my_key":{"collapse_key":1}}},
            "webpush":{"headers":{"TTL":"1"},"notification":{"require_interaction":true}}
            """#
        )
        #expect(reading.verdicts.ios?.outcome == .shown)
        #expect(reading.message.data == #"{"my_custom_key":"1","otherCamelKey":"2"}"#)
        #expect(reading.message.dataKeys == ["my_custom_key", "otherCamelKey"])
    }
}
