import Bytes
import Comparison
import Filter
import Testing

/// Which push of one run is which of the other.
@Suite struct PairingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let base: @Sendable (inout CapturedRun) -> Void
        let head: @Sendable (inout CapturedRun) -> Void
        let expected: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nothing", base: { _ in }, head: { _ in }, expected: []),
        Case(name: "the same", base: { $0.apns(alert("a")) }, head: { $0.apns(alert("a")) }, expected: []),
        Case(
            name: "three reminders against two",
            base: { for _ in 0..<3 { $0.apns(alert("Reminder")) } },
            head: { for _ in 0..<2 { $0.apns(alert("Reminder")) } },
            expected: ["!removed 2→"]
        ),
        Case(
            name: "two reminders against three",
            base: { for _ in 0..<2 { $0.apns(alert("Reminder")) } },
            head: { for _ in 0..<3 { $0.apns(alert("Reminder")) } },
            expected: ["added →2"]
        ),
        Case(
            name: "another order",
            base: {
                $0.apns(alert("a"))
                $0.apns(alert("b"))
            },
            head: {
                $0.apns(alert("b"))
                $0.apns(alert("a"))
            },
            expected: []
        ),
        Case(
            name: "a push that turned silent",
            base: { $0.apns(alert("Order shipped", "x", #","order":"17""#)) },
            head: { $0.apns(#"{"aps":{"content-available":1},"order":"17"}"#, type: "background") },
            expected: [
                "!changed 0→0 !verdict iOS, !finding apns-background-priority, target push type, text title, text body, "
                    + "text sound, payload /aps/alert, payload /aps/content-available"
            ]
        ),
        Case(
            name: "a push that turned silent among others to the device",
            base: {
                for number in 1...3 { $0.apns(alert("Order \(number) shipped", "x", #","order":"\#(number)""#)) }
            },
            head: {
                $0.apns(alert("Order 1 shipped", "x", #","order":"1""#))
                $0.apns(#"{"aps":{"content-available":1},"order":"2"}"#, type: "background")
                $0.apns(alert("Order 3 shipped", "x", #","order":"3""#))
            },
            expected: [
                "!changed 1→1 !verdict iOS, !finding apns-background-priority, target push type, text title, text body, "
                    + "text sound, payload /aps/alert, payload /aps/content-available"
            ]
        ),
        Case(
            name: "the only push to a device turned silent and has no data",
            base: { $0.apns(#"{"aps":{"alert":"Your parcel is on its way"}}"#) },
            head: { $0.apns(#"{"aps":{"content-available":1}}"#) },
            expected: [
                "!changed 0→0 !verdict iOS, finding apns-wrong-push-type, text body, payload /aps/content-available"
            ]
        ),
        Case(
            name: "another push to a device that gets many",
            base: { for text in ["One", "Two", "Three"] { $0.apns(Text(#"{"aps":{"alert":"\#(text)"}}"#)) } },
            head: { for text in ["One", "Four", "Three"] { $0.apns(Text(#"{"aps":{"alert":"\#(text)"}}"#)) } },
            expected: ["!removed 1→", "added →1"]
        ),
        Case(
            name: "one word of the text of one of many",
            base: { for day in ["Monday", "Friday"] { $0.apns(alert("Order \(day)", "It comes on \(day) at noon")) } },
            head: {
                $0.apns(alert("Order Friday", "It comes on Friday at noon"))
                $0.apns(alert("Order Monday", "It comes on Monday at one"))
            },
            expected: ["changed 0→1 text body"]
        ),
        Case(
            name: "another collapse key",
            base: { $0.apns(alert("a"), collapse: "orders") },
            head: { $0.apns(alert("a"), collapse: "parcels") },
            expected: ["changed 0→0 delivery collapse key"]
        ),
        Case(
            name: "another mark",
            base: {
                $0.mark = "checkout"
                $0.apns(alert("a"))
            },
            head: {
                $0.mark = "payment"
                $0.apns(alert("a"))
            },
            expected: ["changed 0→0 target mark"]
        ),
        Case(
            name: "another kind of target",
            base: { $0.fcm(#"{"message":{"token":"abc","notification":{"title":"Storm"}}}"#) },
            head: { $0.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm"}}}"#) },
            expected: [
                "!changed 0→0 !target target kind, target target, payload /message/token, payload /message/topic"
            ]
        ),
        Case(
            name: "another device, where both runs know both",
            base: {
                $0.apns(alert("a"), to: "aa")
                $0.apns(alert("b"), to: "aa")
                $0.apns(alert("c"), to: "bb")
            },
            head: {
                $0.apns(alert("a"), to: "aa")
                $0.apns(alert("b"), to: "bb")
                $0.apns(alert("c"), to: "bb")
            },
            expected: ["changed 1→1 target target"]
        ),
        Case(
            name: "new tokens for old devices",
            base: {
                $0.apns(alert("a"), to: "aa")
                $0.apns(alert("b"), to: "aa")
                $0.apns(alert("c"), to: "bb")
            },
            head: {
                $0.apns(alert("a"), to: "cc")
                $0.apns(alert("b"), to: "cc")
                $0.apns(alert("c"), to: "dd")
            },
            expected: []
        ),
        Case(
            name: "a new token and a changed text",
            base: { $0.apns(alert("Order 17 shipped"), to: "aa") },
            head: { $0.apns(alert("Order 17 was shipped"), to: "cc") },
            expected: ["changed 0→0 text title"]
        ),
        Case(
            name: "the same to be said of many",
            base: { for device in ["aa", "bb", "cc"] { $0.apns(alert("Order shipped"), to: Text(device)) } },
            head: { for device in ["aa", "bb", "cc"] { $0.apns(alert("Order sent"), to: Text(device)) } },
            expected: ["changed 0→0 1→1 2→2 text title"]
        ),
    ]

    @Test(arguments: cases) func `pushes are found again`(in example: Case) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        example.base(&base)
        example.head(&head)
        #expect(try Comparison(base, head).dump == example.expected)
    }

    @Test(arguments: cases) func `the other way round, added and removed change places`(in example: Case) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        example.base(&base)
        example.head(&head)
        let (forth, back) = (try Comparison(base, head), try Comparison(head, base))
        #expect(forth.totals.changed == back.totals.changed)
        #expect(forth.totals.removed == back.totals.added)
        #expect(forth.totals.added == back.totals.removed)
        #expect(forth.totals.unchanged == back.totals.unchanged)
    }

    @Test func `devices are told apart when it is asked for`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a"), to: "aa")
        head.apns(alert("a"), to: "bb")
        var rules = ComparisonRules()
        #expect(try Comparison(base, head, rules).totals.renamedDevices == 1)
        rules.hasExactTargets = true
        #expect(try Comparison(base, head, rules).dump == ["changed 0→0 target target"])
    }

    @Test func `a map says which target is which`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm"}}}"#)
        head.fcm(#"{"message":{"topic":"weather-v2","notification":{"title":"Storm"}}}"#)
        var rules = ComparisonRules()
        #expect(try Comparison(base, head, rules).totals.changed == 1)
        rules.targets = ["weather": "weather-v2"]
        #expect(try Comparison(base, head, rules).dump == [])
    }

    @Test func `a key of the user's own finds pushes by a field of the body`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        for order in 1...3 { base.apns(alert("Order \(order)", "x", #","order":"\#(order)""#), to: Text("a\(order)")) }
        for order in 1...3 { head.apns(alert("Nr. \(order)", "y", #","order":"\#(order)""#), to: "bb") }
        var rules = ComparisonRules()
        rules.key = [.data("order")]
        let comparison = try Comparison(base, head, rules)
        #expect(comparison.totals.changed == 3)
        #expect(comparison.entries.flatMap(\.places).allSatisfy { $0.base == $0.head })
    }

    @Test(arguments: [64, 65, 200]) func `a group at the limit of weighing and past it`(count: Int) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        for number in 0..<count {
            let words = "parcel number \(number) leaves the house on day \(number % 7)"
            base.apns(alert("Order \(number)", words))
            head.apns(
                alert(
                    "Order \(count - 1 - number) now",
                    "parcel number \(count - 1 - number) leaves the house on day \((count - 1 - number) % 7)"))
        }
        let comparison = try Comparison(base, head)
        #expect(comparison.totals.changed == count)
        for entry in comparison.entries {
            for place in entry.places { #expect((place.base ?? 0) + (place.head ?? 0) == count - 1) }
        }
    }
}
