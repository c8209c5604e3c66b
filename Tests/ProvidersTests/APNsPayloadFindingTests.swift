import Bytes
import Providers
import PushModel
import Testing

private let hello: Text = #"{"aps":{"alert":"Hello"}}"#

private let payloadMistakes: [Mistake] = [
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","mutable_content":1}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/mutable_content")
    ),
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","content_available":1}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/content_available")
    ),
    Mistake(
        "L8",
        #"{"aps":{"alert":"x","threadId":"t"}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/threadId")
    ),
    Mistake(
        "L8 in alert",
        #"{"aps":{"alert":{"title_loc_key":"K","body":"B"}}}"#,
        "apns-misspelled-key",
        .warning,
        .body(pointer: "/aps/alert/title_loc_key")
    ),
    Mistake(
        "custom key in aps",
        #"{"aps":{"alert":"x","a/b":1}}"#,
        "apns-unknown-key",
        .note,
        .body(pointer: "/aps/a~1b")
    ),
    Mistake(
        "L9",
        #"{"aps":{"content-available":1},"alert":{"title":"T"}}"#,
        "apns-key-outside-aps",
        .error,
        .body(pointer: "/alert")
    ),
    Mistake("L9", #"{"alert":"x"}"#, "apns-key-outside-aps", .error, .body(pointer: "/alert")),
    Mistake(
        "L9",
        #"{"aps":{"alert":"x"},"sound":"default"}"#,
        "apns-key-outside-aps",
        .warning,
        .body(pointer: "/sound")
    ),
    Mistake(
        "L9",
        #"{"aps":{"alert":"x"},"interruption-level":"passive"}"#,
        "apns-key-outside-aps",
        .warning,
        .body(pointer: "/interruption-level")
    ),
    Mistake(
        "L11",
        #"{"aps":{"alert":"x"},"headers":{"apns-priority":"5"}}"#,
        "apns-headers-in-payload",
        .warning,
        .body(pointer: "/headers")
    ),
    Mistake(
        "L11",
        #"{"aps":{"alert":"x"},"apns-priority":"5"}"#,
        "apns-headers-in-payload",
        .warning,
        .body(pointer: "/apns-priority")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","content-available":"1"}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/content-available")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","content-available":true}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/content-available")
    ),
    Mistake(
        "L12",
        #"{"aps":{"alert":"x","mutable-content":2}}"#,
        "apns-flag-not-1",
        .warning,
        .body(pointer: "/aps/mutable-content")
    ),
    Mistake(
        "L13",
        type: "",
        #"{"aps":{"content-available":1}}"#,
        "apns-missing-push-type",
        .warning,
        .header(name: "apns-push-type")
    ),
    Mistake("L13", type: "", hello, "apns-missing-push-type", .note, .header(name: "apns-push-type")),
    Mistake(
        "L13",
        #"{"aps":{"content-available":1}}"#,
        "apns-wrong-push-type",
        .warning,
        .header(name: "apns-push-type")
    ),
    Mistake(
        "L14",
        type: "background",
        priority: "5",
        #"{"aps":{"content-available":1,"alert":"x"}}"#,
        "apns-background-with-alert",
        .error,
        .body(pointer: "/aps")
    ),
    Mistake(
        "L14",
        type: "background",
        priority: "10",
        #"{"aps":{"content-available":1}}"#,
        "apns-background-priority",
        .error,
        .header(name: "apns-priority")
    ),
    Mistake(
        "L14",
        type: "background",
        #"{"aps":{"content-available":1}}"#,
        "apns-background-priority",
        .error,
        .header(name: "apns-priority")
    ),
    Mistake(
        "background",
        type: "background",
        priority: "5",
        #"{"aps":{}}"#,
        "apns-background-without-content-available",
        .warning,
        .body(pointer: "/aps")
    ),
    Mistake("L16", #"{"aps":{"badge":"1"}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":"+1"}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":-1}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":1.5}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake("L16", #"{"aps":{"badge":1e400}}"#, "apns-badge-not-a-number", .warning, .body(pointer: "/aps/badge")),
    Mistake(
        "L18",
        type: "voip",
        "{}",
        "apns-topic-suffix",
        .error,
        .header(name: "apns-topic")
    ),
    Mistake(
        "L18 twice",
        type: "voip",
        topic: "a.b.voip.voip",
        "{}",
        "apns-topic-suffix",
        .error,
        .header(name: "apns-topic")
    ),
    Mistake("L18", topic: "a.b.voip", hello, "apns-topic-suffix", .warning, .header(name: "apns-topic")),
    Mistake("L18", type: "", topic: "a.b.voip", hello, "apns-topic-suffix", .warning, .header(name: "apns-topic")),
    Mistake(
        "L25",
        #"{"aps":{"alert":"x","interruption-level":"timeSensitive"}}"#,
        "apns-unknown-interruption-level",
        .warning,
        .body(pointer: "/aps/interruption-level")
    ),
    Mistake(
        "L25",
        #"{"aps":{"alert":"x","interruption-level":"time-senstive"}}"#,
        "apns-unknown-interruption-level",
        .warning,
        .body(pointer: "/aps/interruption-level")
    ),
    Mistake("P4", #"{"aps":{"alert":{}}}"#, "apns-empty-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake("P4", #"{"aps":{"alert":" "}}"#, "apns-blank-alert", .warning, .body(pointer: "/aps/alert")),
    Mistake(
        "P13",
        #"{"aps":{"mutable-content":1,"sound":"a"}}"#,
        "apns-mutable-content-without-alert",
        .warning,
        .body(pointer: "/aps/mutable-content")
    ),
    Mistake("P20", "{}", "apns-no-aps", .warning, .body(pointer: "")),
    Mistake("P20", #"{"aps":"x"}"#, "apns-wrong-type", .warning, .body(pointer: "/aps")),
    Mistake("not JSON", "{", "apns-not-json", .error, .body(pointer: "")),
    Mistake("not an object", "17", "apns-not-an-object", .error, .body(pointer: "")),
    Mistake("nothing", #"{"aps":{},"k":1}"#, "apns-nothing-to-show", .warning, .body(pointer: "/aps")),
    Mistake(
        "arguments alone",
        #"{"aps":{"alert":{"body":"B","loc-args":["a"]}}}"#,
        "apns-arguments-without-key",
        .warning,
        .body(pointer: "/aps/alert/loc-args")
    ),
    Mistake(
        "repeated key",
        #"{"aps":{"alert":"x","alert":"y"}}"#,
        "apns-repeated-key",
        .warning,
        .body(pointer: "/aps/alert")
    ),
    Mistake(
        "sound in alert",
        #"{"aps":{"alert":{"body":"B","sound":"a"}}}"#,
        "apns-sound-in-alert",
        .warning,
        .body(pointer: "/aps/alert/sound")
    ),
    Mistake(
        "relevance",
        #"{"aps":{"alert":"x","relevance-score":1.5}}"#,
        "apns-relevance-score-range",
        .warning,
        .body(pointer: "/aps/relevance-score")
    ),
    Mistake(
        "volume",
        #"{"aps":{"sound":{"name":"a","critical":1,"volume":1.01}}}"#,
        "apns-volume-range",
        .warning,
        .body(pointer: "/aps/sound/volume")
    ),
    Mistake("mdm", type: "mdm", "{}", "apns-system-payload", .warning, .body(pointer: "")),
    Mistake("fileprovider", type: "fileprovider", "{}", "apns-system-payload", .warning, .body(pointer: "")),
    Mistake(
        "widgets",
        type: "widgets",
        #"{"aps":{"content-changed":1}}"#,
        "apns-system-payload",
        .warning,
        .body(pointer: "/aps/content-changed")
    ),
    Mistake(
        "controls",
        type: "controls",
        #"{"aps":{}}"#,
        "apns-system-payload",
        .warning,
        .body(pointer: "/aps/content-changed")
    ),
]

@Suite struct APNsPayloadFindingTests {
    @Test(arguments: payloadMistakes)
    func `a mistake is found where it is`(mistake: Mistake) throws {
        try mistake.expectFound()
    }
}
