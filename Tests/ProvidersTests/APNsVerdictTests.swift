import Bytes
import Providers
import PushModel
import TestSupport
import Testing

/// A row of the display rules: push type, priority, payload, and what a locked iPhone does.
struct Display: CustomTestStringConvertible, Sendable {
    let row: String
    let type: Text
    let priority: Text
    let body: Text
    let outcome: Outcome
    let reason: Text
    let kind: Kind

    init(
        _ row: String,
        type: Text = "alert",
        priority: Text = "",
        _ body: Text,
        _ outcome: Outcome,
        _ reason: Text,
        _ kind: Kind
    ) {
        self.row = row
        self.type = type
        self.priority = priority
        self.body = body
        self.outcome = outcome
        self.reason = reason
        self.kind = kind
    }

    var testDescription: String { "\(row) \(reason)" }

    var reading: PushReading {
        readAPNs(body, headers: ["apns-topic": "a.b", "apns-push-type": type, "apns-priority": priority])
    }
}

private let displays: [Display] = [
    Display("P1", #"{"aps":{"alert":"Hello"}}"#, .shown, "alert_text", .notification),
    Display("P1", type: "", #"{"aps":{"alert":"Hello"}}"#, .shown, "alert_text", .notification),
    Display("P2", #"{"aps":{"alert":{"title":"T"}}}"#, .shown, "alert_text", .notification),
    Display("P2", #"{"aps":{"alert":{"subtitle":"S"}}}"#, .shown, "alert_text", .notification),
    Display("P2", #"{"aps":{"alert":{"title":"","body":"B"}}}"#, .shown, "alert_text", .notification),
    Display("P3", #"{"aps":{"alert":{"loc-key":"K","loc-args":["a"]}}}"#, .shown, "alert_localized", .notification),
    Display("P3", #"{"aps":{"alert":{"title-loc-key":"K"}}}"#, .shown, "alert_localized", .notification),
    Display("P3", #"{"aps":{"alert":{"subtitle-loc-key":"K"}}}"#, .shown, "alert_localized", .notification),
    Display("P4", #"{"aps":{"alert":""}}"#, .notShown, "empty_alert", .empty),
    Display("P4", #"{"aps":{"alert":{}}}"#, .notShown, "empty_alert", .empty),
    Display("P4", #"{"aps":{"alert":{"title":"","body":""}}}"#, .notShown, "empty_alert", .empty),
    Display("P4", #"{"aps":{"alert":" \n"}}"#, .notShown, "empty_alert", .empty),
    Display("P4", #"{"aps":{"alert":{"loc-args":["a"]}}}"#, .notShown, "empty_alert", .empty),
    Display("P4", #"{"aps":{"alert":""},"id":1}"#, .notShown, "empty_alert", .silent),
    Display("P5", #"{"aps":{"sound":"default"}}"#, .badgeOrSound, "sound_only", .notification),
    Display("P5", #"{"aps":{"sound":"default","alert":""}}"#, .badgeOrSound, "sound_only", .notification),
    Display("P5", #"{"aps":{"sound":{"name":"a.caf"}}}"#, .badgeOrSound, "sound_only", .notification),
    Display("P6", #"{"aps":{"badge":3}}"#, .badgeOrSound, "badge_only", .notification),
    Display("P6", #"{"aps":{"badge":0}}"#, .badgeOrSound, "badge_only", .notification),
    Display("P5 P6", #"{"aps":{"badge":0,"sound":"default"}}"#, .badgeOrSound, "badge_and_sound", .notification),
    Display(
        "P7", type: "background", priority: "5", #"{"aps":{"content-available":1}}"#, .notShown, "background", .silent),
    Display(
        "P7", type: "background", priority: "5", #"{"aps":{"content-available":1,"badge":null}}"#, .notShown,
        "background",
        .silent),
    Display(
        "P7", type: "background", priority: "5", #"{"aps":{}}"#, .notShown, "background_without_content_available",
        .empty),
    Display(
        "P8", type: "background", priority: "5", #"{"aps":{"content-available":1,"alert":"x"}}"#, .notShown,
        "background_with_alert", .silent),
    Display(
        "P8", type: "background", priority: "5", #"{"aps":{"content-available":1,"badge":1}}"#, .notShown,
        "background_with_alert", .silent),
    Display(
        "P8", type: "background", priority: "5", #"{"aps":{"sound":"a"}}"#, .notShown, "background_with_alert", .empty),
    Display(
        "P9", type: "background", priority: "10", #"{"aps":{"content-available":1}}"#, .notShown, "background_priority",
        .silent),
    Display("P9", type: "background", #"{"aps":{"content-available":1}}"#, .notShown, "background_priority", .silent),
    Display(
        "P10", #"{"aps":{"content-available":1}}"#, .notShown, "content_available_without_background_type", .silent),
    Display(
        "P10", type: "", #"{"aps":{"content-available":1}}"#, .notShown, "content_available_without_background_type",
        .silent),
    Display(
        "P10", type: "", #"{"aps":{"content-available":1,"alert":{"body":""}}}"#, .notShown,
        "content_available_without_background_type", .silent),
    Display(
        "P11", #"{"aps":{"alert":"x","content-available":1}}"#, .shown, "alert_with_background_wake", .notification),
    Display("P12", #"{"aps":{"alert":{"body":"x"},"mutable-content":1}}"#, .shown, "may_be_modified", .notification),
    Display("P13", #"{"aps":{"mutable-content":1}}"#, .notShown, "mutable_content_without_alert", .empty),
    Display("P13", #"{"aps":{"mutable-content":1,"sound":"a"}}"#, .badgeOrSound, "sound_only", .notification),
    Display("P14", #"{"aps":{"alert":"x","interruption-level":"passive"}}"#, .shown, "passive", .notification),
    Display(
        "P15", #"{"aps":{"alert":"x","interruption-level":"time-sensitive"}}"#, .shown, "time_sensitive",
        .notification),
    Display("P16", #"{"aps":{"alert":"x","interruption-level":"critical"}}"#, .shown, "critical", .notification),
    Display("P16", #"{"aps":{"alert":"x","sound":{"critical":1,"name":"k"}}}"#, .shown, "critical", .notification),
    Display("P17", #"{"aps":{"alert":"x"}}"#, .shown, "alert_text", .notification),
    Display(
        "P18", type: "liveactivity", #"{"aps":{"event":"start"}}"#, .liveActivity, "live_activity_start", .notification),
    Display(
        "P18", type: "liveactivity", #"{"aps":{"event":"update"}}"#, .liveActivity, "live_activity_update",
        .notification),
    Display(
        "P18", type: "liveactivity", #"{"aps":{"event":"end"}}"#, .liveActivity, "live_activity_end", .notification),
    Display("P18", type: "liveactivity", #"{"aps":{"alert":"x"}}"#, .notShown, "live_activity_no_event", .empty),
    Display("P18", type: "liveactivity", #"{"aps":{"event":"stop"}}"#, .notShown, "live_activity_no_event", .empty),
    Display("P19", type: "voip", #"{"aps":{"alert":"x"}}"#, .notShown, "system_channel_voip", .silent),
    Display("P19", type: "complication", #"{"aps":{}}"#, .notShown, "system_channel_complication", .silent),
    Display("P19", type: "fileprovider", #"{"domain":"d"}"#, .notShown, "system_channel_fileprovider", .silent),
    Display("P19", type: "location", "{}", .notShown, "system_channel_location", .silent),
    Display("P19", type: "mdm", #"{"mdm":"magic"}"#, .notShown, "system_channel_mdm", .silent),
    Display("P19", type: "pushtotalk", #"{"aps":{}}"#, .notShown, "system_channel_pushtotalk", .silent),
    Display("P19", type: "widgets", #"{"aps":{"content-changed":true}}"#, .notShown, "system_channel_widgets", .silent),
    Display(
        "P19", type: "controls", #"{"aps":{"content-changed":true}}"#, .notShown, "system_channel_controls", .silent),
    Display("P20", "{}", .notShown, "no_aps", .empty),
    Display("P20", #"{"alert":"x"}"#, .notShown, "no_aps", .empty),
    Display("P20", #"{"aps":null}"#, .notShown, "no_aps", .empty),
    Display("P20", #"{"aps":"x"}"#, .notShown, "no_aps", .empty),
    Display("P20", #"{"aps":[]}"#, .notShown, "no_aps", .empty),
    Display("nothing", #"{"aps":{}}"#, .notShown, "no_content", .empty),
    Display("nothing", #"{"aps":{"category":"c"}}"#, .notShown, "no_content", .empty),
    Display("data", #"{"aps":{},"refresh":"inbox"}"#, .notShown, "data_only", .silent),
    Display("no JSON", #"{"aps": {"alert": "unterminated"#, .notShown, "not_json", .empty),
    Display("no JSON", "\u{FEFF}{}", .notShown, "not_json", .empty),
    Display("no object", "[]", .notShown, "not_an_object", .empty),
    Display("no object", #""aps""#, .notShown, "not_an_object", .empty),
]

@Suite struct APNsVerdictTests {
    @Test(arguments: displays)
    func `a locked iPhone does what the display rules say`(display: Display) throws {
        let reading = display.reading
        let verdict = try #require(reading.verdicts.ios)
        #expect(verdict.outcome == display.outcome)
        #expect(verdict.reason == display.reason)
        #expect(reading.message.kind == display.kind)
        #expect(reading.verdicts.android == nil)
        #expect(reading.verdicts.web == nil)
        #expect(verdict.explain.description.hasSuffix("."))
        #expect((verdict.alert != nil) == (verdict.outcome == .shown || verdict.outcome == .badgeOrSound))
    }

    @Test func `a card tells everything that applies, the weightiest first`() {
        let body: Text = """
            {"aps":{"alert":{"loc-key":"K"},"content-available":1,"mutable-content":1,
            "interruption-level":"time-sensitive"}}
            """
        let verdict = readAPNs(body, headers: ["apns-topic": "a.b", "apns-push-type": "alert"]).verdicts.ios
        #expect(verdict?.reason == "time_sensitive")
        #expect(verdict?.wakesApp == true)
        let explain = verdict?.explain.description ?? ""
        for part in ["Focus", "extension", "woken", "by key"] { #expect(explain.contains(part)) }
    }

    @Test func `a broadcast cannot start a Live Activity`() {
        let reading = readAPNs(
            #"{"aps":{"event":"start","alert":"x"}}"#,
            headers: ["apns-channel-id": "YQ==", "apns-push-type": "liveactivity"],
            target: broadcastTarget
        )
        #expect(reading.verdicts.ios?.outcome == .notShown)
        #expect(reading.verdicts.ios?.reason == "live_activity_broadcast_start")
        #expect(reading.findings.contains { $0.code == "apns-broadcast-start" && $0.severity == .error })
    }

    @Test func `the alert of a Live Activity lights the screen`() {
        let reading = readAPNs(
            #"{"aps":{"event":"update","alert":{"title":{"loc-key":"T","loc-args":["1"]},"sound":"chime.aiff"}}}"#,
            headers: ["apns-topic": "a.b.push-type.liveactivity", "apns-push-type": "liveactivity"]
        )
        let alert = reading.verdicts.ios?.alert
        #expect(alert?.localization?.title == LocalizedText(key: "T", arguments: ["1"]))
        #expect(alert?.sound == "chime.aiff")
        #expect(!reading.findings.contains { $0.code == "apns-sound-in-alert" })
    }

    @Test func `a refused push keeps its alert and says why`() throws {
        let reading = readAPNs(
            #"{"aps":{"alert":"Hello"}}"#,
            headers: ["apns-topic": "a.b", "apns-priority": "7"],
            status: 400,
            answer: #"{"reason":"BadPriority"}"#
        )
        let verdict = try #require(reading.verdicts.ios)
        #expect(verdict.outcome == .refused)
        #expect(verdict.reason == "bad_priority")
        #expect(verdict.explain == "APNs answered 400 BadPriority: apns-priority is none of 1, 5 and 10.")
        #expect(verdict.alert == nil)
        #expect(reading.message.alert?.body == "Hello")
        #expect(reading.message.kind == .empty)
        #expect(reading.title == "Hello")
        let finding = try #require(reading.findings.first)
        #expect(finding.code == "apns-bad-priority")
        #expect(finding.severity == .error)
        #expect(finding.place == .header(name: "apns-priority"))
        #expect(finding.message == "Refused with 400 BadPriority: apns-priority is 7 instead of 1, 5 or 10.")
    }

    @Test(arguments: ["", "<html>", #"{"reason":17}"#, #"{"reason":"Novel"}"#] as [Text])
    func `a refusal with a reason that nobody knows is still one`(answer: Text) {
        let reading = readAPNs(#"{"aps":{"alert":"x"}}"#, status: 418, answer: answer)
        #expect(reading.verdicts.ios?.outcome == .refused)
        #expect(reading.verdicts.ios?.reason == "refused")
        #expect(reading.findings.first?.code == "apns-refused")
    }
}
