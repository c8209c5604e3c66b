import Bytes
import Comparison
import Filter
import Providers
import TestSupport
import Testing

/// The same pushes through MongoosePush in one run, and to the service itself in the other.
@Suite struct GatewayTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let gateway: @Sendable (inout CapturedRun) -> Void
        let direct: @Sendable (inout CapturedRun) -> Void
        /// What is different, seen from the gateway.
        let expected: [String]
        var across = 1
        var testDescription: String { name }
    }

    private static let visible: Text = """
        {"service":"apns","topic":"com.example.Shop","priority":"high","time_to_live":60,"tags":[],"mutable_content":true,
         "alert":{"title":"Order shipped","body":"It arrives on Tuesday","badge":"3","sound":"s","click_action":"c"},
         "data":{"order":17,"more":{"a":[1,null]}}}
        """
    private static let visibleAtAPNs: Text =
        #"{"aps":{"alert":{"title":"Order shipped","body":"It arrives on Tuesday"},"badge":3,"category":"c","sound":"s","mutable-content":1},"order":17,"more":{"a":[1,null]}}"#
    private static let call =
        #"{"type":"jmi","jmi-sid":"ca3cf894","jmi-from":"romeo@montague.example"}"#

    static let cases = [
        Case(
            name: "a visible push through APNs", gateway: { $0.gateway(visible) },
            direct: {
                $0.apns(
                    visibleAtAPNs, to: "00fc13adff785122",
                    only: [
                        "apns-topic": "com.example.Shop", "apns-priority": "10", "authorization": "bearer x",
                        "apns-id": "5b1e7a52-6c1c-4f5c-8a53-3b6f0a1d2c3e", "x-build": "2",
                        "content-type": "application/json; charset=utf-8",
                    ])
            },
            expected: []
        ),
        Case(
            name: "the push type that the gateway leaves out", gateway: { $0.gateway(visible) },
            direct: { $0.apns(visibleAtAPNs, headers: ["apns-priority": "10"]) },
            expected: ["changed 0→0 target push type"]
        ),
        Case(
            name: "a silent push through APNs",
            gateway: {
                $0.gateway(
                    #"{"service":"apns","topic":"com.example.Shop","priority":"normal","data":{"k":"v"}}"#)
            },
            direct: {
                $0.apns(
                    #"{"aps":{"content-available":1},"k":"v"}"#, type: "background",
                    headers: ["apns-priority": "5"])
            },
            expected: []
        ),
        Case(
            name: "a call through APNs",
            gateway: {
                $0.gateway(Text(#"{"service":"apns","topic":"com.example.Shop.voip","data":\#(call)}"#))
            },
            direct: {
                $0.apns(
                    Text(call), to: "00fc13adff785122",
                    only: [
                        "apns-topic": "com.example.Shop.voip", "apns-push-type": "voip", "apns-expiration": "0",
                    ])
            },
            expected: []
        ),
        Case(
            name: "a visible push through FCM, as the gateway writes it",
            gateway: {
                $0.gateway(
                    #"{"service":"fcm","priority":"high","time_to_live":60,"alert":{"title":"T","body":"B","tag":"t"},"data":{"n":1}}"#,
                    to: "abc")
            },
            direct: {
                $0.fcm(
                    #"{"message":{"token":"abc","data":{"n":"1"},"notification":{},"android":{"notification":{"title":"T","body":"B","tag":"t"},"priority":"HIGH","ttl":"60s"}}}"#
                )
            },
            expected: []
        ),
        Case(
            name: "a visible push through FCM, as others write it",
            gateway: {
                $0.gateway(#"{"service":"fcm","alert":{"title":"T","body":"B"}}"#, to: "abc", version: "v2")
            },
            direct: {
                $0.fcm(#"{"message":{"android":{"notification":{"body":"B","title":"T"}},"token":"abc"}}"#)
            },
            expected: []
        ),
        Case(
            name: "a silent push through FCM",
            gateway: { $0.gateway(#"{"service":"fcm","data":{"k":"v","n":null}}"#, to: "abc") },
            direct: { $0.fcm(#"{"message":{"token":"abc","data":{"k":"v","n":""}}}"#) },
            expected: []
        ),
        Case(
            name: "a call through FCM",
            gateway: { $0.gateway(Text(#"{"service":"fcm","data":\#(call)}"#), to: "abc") },
            direct: {
                $0.fcm(
                    Text(
                        #"{"message":{"token":"abc","data":\#(call),"android":{"collapse_key":"jmi-ca3cf894","priority":"HIGH","ttl":"30s"}}}"#
                    ))
            },
            expected: []
        ),
        Case(
            name: "a flat request of version 1",
            gateway: {
                $0.gateway(
                    #"{"service":"fcm","title":"T","body":"B","data":{"k":true}}"#, to: "abc", version: "v1")
            },
            direct: {
                $0.fcm(
                    #"{"message":{"token":"abc","data":{"k":"true"},"android":{"notification":{"title":"T","body":"B"}}}}"#
                )
            },
            expected: []
        ),
        Case(
            name: "a changed text, other data and another priority",
            gateway: {
                $0.gateway(
                    #"{"service":"fcm","priority":"high","alert":{"title":"Order 17 shipped","body":"It comes on Monday"},"data":{"n":1,"m":2}}"#,
                    to: "abc")
            },
            direct: {
                $0.fcm(
                    #"{"message":{"token":"abc","data":{"n":"1","m":"3"},"android":{"notification":{"title":"Order 17 shipped","body":"It comes on Tuesday"},"priority":"NORMAL"}}}"#
                )
            },
            expected: ["changed 0→0 text body, delivery priority, payload /message/data/m"]
        ),
        Case(
            name: "a push that is silent without the gateway",
            gateway: {
                $0.gateway(
                    #"{"service":"fcm","alert":{"title":"T","body":"B"},"data":{"order":"17"}}"#, to: "abc")
            },
            direct: { $0.fcm(#"{"message":{"token":"abc","data":{"order":"17"}}}"#) },
            expected: ["!changed 0→0 !verdict Android, text title, text body, payload /message/android"]
        ),
        Case(
            name: "new tokens",
            gateway: {
                $0.gateway(#"{"service":"fcm","alert":{"title":"One","body":"B"}}"#, to: "abc")
                $0.gateway(#"{"service":"fcm","alert":{"title":"Two","body":"B"}}"#, to: "def")
            },
            direct: {
                $0.fcm(
                    #"{"message":{"token":"xyz","android":{"notification":{"title":"Two","body":"B"}}}}"#)
                $0.fcm(
                    #"{"message":{"token":"uvw","android":{"notification":{"title":"One","body":"B"}}}}"#)
            },
            expected: [], across: 2
        ),
        Case(
            name: "those that go the same way in both runs are paired first",
            gateway: {
                for _ in 0..<2 { $0.gateway(#"{"service":"fcm","data":{"k":"v"}}"#, to: "abc") }
                $0.fcm(#"{"message":{"token":"abc","data":{"k":"v"}}}"#)
            },
            direct: {
                for _ in 0..<2 { $0.fcm(#"{"message":{"token":"abc","data":{"k":"v"}}}"#) }
                $0.gateway(#"{"service":"fcm","data":{"k":"v"}}"#, to: "abc")
            },
            expected: ["changed 0→2 header x-gateway"]
        ),
        Case(
            name: "a request that the gateway sends nowhere is no push to a service",
            gateway: { $0.gateway(#"{"service":"fcm","data":{"k":"v"},"tags":["none"]}"#, to: "abc") },
            direct: { $0.fcm(#"{"message":{"token":"abc","data":{"k":"v"}}}"#) },
            expected: ["removed 0→", "added →0"], across: 0
        ),
        Case(
            name: "what APNs refuses is refused behind the gateway too",
            gateway: { $0.gateway(#"{"service":"apns","alert":{"title":"T","body":"B"}}"#) },
            direct: {
                $0.strict(
                    .fixture(
                        "POST", "/3/device/00fc13adff785122", body: #"{"aps":{"alert":{"title":"T","body":"B"}}}"#))
            },
            expected: []
        ),
        Case(
            name: "what FCM refuses is refused behind the gateway too",
            gateway: { $0.gateway(#"{"service":"fcm","time_to_live":-5,"data":{"from":"x"}}"#, to: "abc") },
            direct: {
                $0.strict(
                    .fixture(
                        "POST", "/v1/projects/shop/messages:send",
                        body: #"{"message":{"token":"abc","data":{"from":"x"},"android":{"ttl":"-5s"}}}"#))
            },
            expected: []
        ),
        Case(
            name: "another service is another push",
            gateway: { $0.gateway(#"{"service":"fcm","data":{"k":"v"}}"#) },
            direct: {
                $0.apns(
                    #"{"aps":{"content-available":1},"k":"v"}"#, type: "background", headers: ["apns-priority": "5"])
            },
            expected: ["removed 0→", "added →0"], across: 0
        ),
    ]

    @Test(arguments: cases) func `pushes are found again behind the gateway`(in example: Case) throws {
        var (gateway, direct) = (CapturedRun(number: 1), CapturedRun(number: 2))
        example.gateway(&gateway)
        example.direct(&direct)
        let comparison = try Comparison(gateway, direct)
        #expect(try comparison.dump == example.expected)
        #expect(comparison.totals.acrossGateway == example.across)
        #expect(
            comparison.notes.contains { $0.description.contains("through a gateway in one run") }
                == (example.across > 0))
    }

    @Test(arguments: cases) func `the other way round it is the mirror image`(in example: Case) throws {
        var (gateway, direct) = (CapturedRun(number: 1), CapturedRun(number: 2))
        example.gateway(&gateway)
        example.direct(&direct)
        let (forth, back) = (try Comparison(gateway, direct), try Comparison(direct, gateway))
        #expect(back.totals.acrossGateway == example.across)
        #expect(forth.totals.changed == back.totals.changed)
        #expect(forth.totals.removed == back.totals.added)
        #expect(forth.totals.added == back.totals.removed)
        #expect(forth.totals.unchanged == back.totals.unchanged)
        for entry in forth.entries where entry.kind == .changed {
            let place = entry.first
            let mirrored = try #require(
                back.entries.first { $0.first.base == place.head && $0.first.head == place.base })
            let (there, here) = (try forth.difference(of: place), try back.difference(of: mirrored.first))
            let turned = (here?.changes ?? []).map { [$0.name, $0.new, $0.old] }
            #expect(Set((there?.changes ?? []).map { [$0.name, $0.old, $0.new] }) == Set(turned))
        }
    }

    /// The settings of the second gateway, and what they change of a call.
    @Test(arguments: [
        ("", [String]()),
        ("ttl", ["delivery expiry"]),
        ("priority", ["delivery priority"]),
        (
            "profile",
            [
                "verdict iOS", "verdict Web", "delivery priority", "delivery expiry", "delivery collapse key",
                "payload outgoing /message/data/jmi-sid", "payload outgoing /message/data/type",
                "payload outgoing /message/android/data",
            ]
        ),
    ])
    func `what the settings of a gateway make of the same request is compared too`(
        setting: String, told: [String]
    ) throws {
        let call: Text = #"{"service":"fcm","data":{"type":"jmi","jmi-sid":"ca3cf894"}}"#
        var rules = AnswerRules()
        var pool = MongoosePush.Pool(name: "fcm_prod", service: .fcm, mode: .prod)
        if setting == "ttl" { pool.jmiTimeToLive = 45 }
        if setting == "priority" { pool.jmiPriority = .normal }
        if setting == "profile" { rules.mongoosePush.profile = .release2_2 }
        rules.mongoosePush.pools = [pool]
        var (before, after) = (CapturedRun(), CapturedRun())
        before.gateway(call, to: "abc")
        after.gateway(call, to: "abc", rules)
        let comparison = try Comparison(before, after)
        #expect(comparison.entries.count { $0.kind == .changed } == (told.isEmpty ? 0 : 1))
        let changes = try comparison.entries.first.flatMap { try comparison.difference(of: $0.first) }?.untold ?? []
        #expect(Set(changes.map { "\($0.aspect.rawValue) \($0.name)" }) == Set(told))
    }

    @Test func `a key of the user's own reads the request that goes out on both sides`() throws {
        var (gateway, direct) = (CapturedRun(number: 1), CapturedRun(number: 2))
        for order in 1...3 {
            gateway.gateway(
                Text(#"{"service":"fcm","alert":{"title":"A","body":"B"},"data":{"order":"\#(order)"}}"#),
                to: "abc")
            direct.fcm(
                Text(
                    #"{"message":{"token":"t\#(order)","data":{"order":"\#(4 - order)"},"android":{"notification":{"title":"A","body":"C"}}}}"#
                ))
        }
        var rules = ComparisonRules()
        rules.key = [try #require(.init(name: "outgoing.json:/message/data/order"))]
        let comparison = try Comparison(gateway, direct, rules)
        #expect(comparison.totals.changed == 3)
        #expect(
            comparison.entries.flatMap(\.places).allSatisfy { ($0.base ?? 0) + ($0.head ?? 0) == 2 })
    }
}
