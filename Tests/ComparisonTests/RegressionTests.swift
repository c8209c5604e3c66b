import Bytes
import Comparison
import Testing

/// What counts as a regression, and comes first.
@Suite struct RegressionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let base: @Sendable (inout CapturedRun) -> Void
        let head: @Sendable (inout CapturedRun) -> Void
        let expected: [String]
        var testDescription: String { name }
    }

    private static func silent(to target: String, cursor: Int = 1) -> Text {
        Text(#"{"message":{\#(target),"data":{"sync":"orders","cursor":"\#(cursor)"}}}"#)
    }

    private static func turned(
        _ old: String, into new: String, _ name: String, _ expected: String
    ) -> Case {
        Case(
            name: name, base: { $0.fcm(silent(to: old)) }, head: { $0.fcm(silent(to: new)) },
            expected: ["!changed 0→0 !target target kind, target target, \(expected)"]
        )
    }

    static let cases = [
        Case(
            name: "a push that showed and is gone", base: { $0.apns(alert("a")) }, head: { _ in },
            expected: ["!removed 0→"]),
        Case(
            name: "a silent push that is gone is none", base: { $0.fcm(silent(to: #""topic":"a""#)) }, head: { _ in },
            expected: ["removed 0→"]),
        Case(
            name: "a push that showed and turned silent", base: { $0.apns(#"{"aps":{"alert":"a"}}"#) },
            head: { $0.apns(#"{"aps":{"content-available":1}}"#) },
            expected: [
                "!changed 0→0 !verdict iOS, finding apns-wrong-push-type, text body, payload /aps/content-available"
            ]
        ),
        Case(
            name: "a verdict that got worse on one platform",
            base: { $0.fcm(#"{"message":{"topic":"a","notification":{"title":"Storm"}}}"#) },
            head: {
                $0.fcm(
                    #"{"message":{"topic":"a","notification":{"title":"Storm"},"android":{"notification":{"visibility":"SECRET"}}}}"#
                )
            },
            expected: ["!changed 0→0 !verdict Android, payload /message/android"]
        ),
        Case(
            name: "a verdict that got better is none", base: { $0.apns(#"{"aps":{"badge":1}}"#) },
            head: { $0.apns(#"{"aps":{"badge":1,"alert":"a"}}"#) },
            expected: ["changed 0→0 verdict iOS, text body"]
        ),
        Case(
            name: "a push that is refused now",
            base: { $0.apns(alert("a")) }, head: { $0.apns(alert("a"), status: 400) },
            expected: ["!changed 0→0 !verdict iOS, !finding apns-refused, header status"]
        ),
        Case(
            name: "a new error",
            base: {
                $0.apns(#"{"aps":{"content-available":1}}"#, type: "background", headers: ["apns-priority": "5"])
            },
            head: { $0.apns(#"{"aps":{"content-available":1}}"#, type: "background") },
            expected: ["!changed 0→0 verdict iOS, !finding apns-background-priority, delivery priority"]
        ),
        Case(
            name: "a new push with an error", base: { $0.apns(alert("a")) },
            head: {
                $0.apns(alert("a"))
                $0.apns(#"{"aps":{"#)
            },
            expected: ["!added →1"]
        ),
        Case(
            name: "a new push without one is none", base: { $0.apns(alert("a")) },
            head: {
                $0.apns(alert("a"))
                $0.apns(alert("b"))
            },
            expected: ["added →1"]
        ),
        turned(
            #""topic":"a""#, into: #""condition":"'a' in topics || 'b' in topics""#,
            "a silent push to a topic that goes to a condition now",
            "payload /message/topic, payload /message/condition"),
        turned(
            #""condition":"'a' in topics""#, into: #""topic":"a""#,
            "a silent push to a condition that goes to a topic now",
            "payload /message/condition, payload /message/topic"),
        turned(
            #""topic":"a""#, into: #""token":"abc""#, "a silent push to a topic that goes to a device now",
            "payload /message/topic, payload /message/token"),
        turned(
            #""token":"abc""#, into: #""topic":"a""#, "a silent push to a device that goes to a topic now",
            "payload /message/token, payload /message/topic"),
    ]

    @Test(arguments: cases) func `a regression is told as one`(in example: Case) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        example.base(&base)
        example.head(&head)
        let comparison = try Comparison(base, head)
        #expect(try comparison.dump == example.expected)
        let isRegression = example.expected.contains { $0.hasPrefix("!") }
        #expect(comparison.totals.regressions == (isRegression ? 1 : 0))
        #expect(FailOn.regression.isMet(by: comparison.totals) == isRegression)
    }

    @Test func `regressions stand before everything else`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("Order 17 shipped"), to: "aa")
        base.fcm(Self.silent(to: #""topic":"a""#))
        head.apns(alert("Order 17 was shipped"), to: "aa")
        head.fcm(Self.silent(to: #""condition":"'a' in topics""#))
        #expect(try Comparison(base, head).entries.map(\.isRegression) == [true, false])
    }
}
