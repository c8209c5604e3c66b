import Bytes
import Providers
import PushModel
import Testing

private let liveTopic: Text = "a.b.push-type.liveactivity"

private let liveActivityMistakes: [Mistake] = [
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes":{},"content-state":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/attributes-type")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","content-state":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/attributes")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","attributes":{},"alert":"x"}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/content-state")),
    Mistake(
        "start", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"start","attributes-type":"A","attributes":{},"content-state":{}}}"#,
        "apns-live-activity-start-without-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake(
        "update", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update","content-state":{}}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/timestamp")),
    Mistake(
        "update", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update","timestamp":1}}"#,
        "apns-live-activity-incomplete", .error, .body(pointer: "/aps/content-state")),
    Mistake(
        "end", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"end","timestamp":1}}"#,
        "apns-live-activity-incomplete", .warning, .body(pointer: "/aps/content-state")),
    Mistake(
        "event", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"stop"}}"#,
        "apns-live-activity-event", .warning, .body(pointer: "/aps/event")),
    Mistake(
        "time", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"update","content-state":{},"timestamp":1795953600000}}"#,
        "apns-milliseconds", .warning, .body(pointer: "/aps/timestamp")),
    Mistake(
        "time", type: "liveactivity", topic: liveTopic,
        #"{"aps":{"event":"update","content-state":{},"timestamp":1,"stale-date":"soon"}}"#,
        "apns-wrong-type", .warning, .body(pointer: "/aps/stale-date")),
    Mistake(
        "priority", type: "liveactivity", topic: liveTopic, #"{"aps":{"event":"update"}}"#,
        "apns-live-activity-priority", .note, .header(name: "apns-priority")),
    Mistake(
        "priority", type: "liveactivity", priority: "1", topic: liveTopic, #"{"aps":{"event":"update"}}"#,
        "apns-live-activity-priority", .warning, .header(name: "apns-priority")),
    Mistake(
        "topic", type: "liveactivity", #"{"aps":{"event":"update"}}"#, "apns-topic-suffix", .error,
        .header(name: "apns-topic")),
    Mistake(
        "type", #"{"aps":{"alert":"x","event":"update","content-state":{}}}"#, "apns-live-activity-push-type", .warning,
        .body(pointer: "/aps/event")),
]

@Suite struct LiveActivityFindingTests {
    @Test(arguments: liveActivityMistakes)
    func `a mistake is found where it is`(mistake: Mistake) throws {
        try mistake.expectFound()
    }
}
