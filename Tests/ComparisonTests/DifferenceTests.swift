import Bytes
import Comparison
import Testing

/// What is said of a push that is not the same.
@Suite struct DifferenceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let base: Text
        let head: Text
        let expected: [String]
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "a number is compared as written", base: #"{"aps":{"alert":"a"},"n":1.10}"#,
            head: #"{"aps":{"alert":"a"},"n":1.1}"#, expected: ["payload /n: 1.10 → 1.1"]),
        Case(
            name: "a number and a string", base: #"{"aps":{"alert":"a"},"n":1}"#,
            head: #"{"aps":{"alert":"a"},"n":"1"}"#, expected: [#"payload /n: 1 → "1""#]),
        Case(
            name: "more digits than a double has", base: #"{"aps":{"alert":"a"},"n":9007199254740993}"#,
            head: #"{"aps":{"alert":"a"},"n":9007199254740992}"#,
            expected: ["payload /n: 9007199254740993 → 9007199254740992"]),
        Case(
            name: "an escape is how a character is written", base: #"{"aps":{"alert":"caf\u00e9"}}"#,
            head: #"{"aps":{"alert":"café"}}"#, expected: []),
        Case(
            name: "a composed and a decomposed character", base: #"{"aps":{"alert":"at the caf\u00e9"}}"#,
            head: #"{"aps":{"alert":"at the cafe\u0301"}}"#, expected: ["text body: at the café → at the cafe\u{301}"]),
        Case(
            name: "keys that need escapes", base: #"{"aps":{"alert":"a"},"a/b":{"m~n":1}}"#,
            head: #"{"aps":{"alert":"a"},"a/b":{"m~n":2}}"#, expected: ["payload /a~1b/m~0n: 1 → 2"]),
        Case(
            name: "arrays", base: #"{"aps":{"alert":"a"},"l":[1,{"k":2},3]}"#,
            head: #"{"aps":{"alert":"a"},"l":[1,{"k":4}]}"#,
            expected: ["payload /l/1/k: 2 → 4", "payload /l/2: 3 → nil"]),
        Case(
            name: "an object and an array", base: #"{"aps":{"alert":"a"},"x":{}}"#,
            head: #"{"aps":{"alert":"a"},"x":[]}"#, expected: ["payload /x: {} → []"]),
        Case(
            name: "null and nothing", base: #"{"aps":{"alert":"a"},"x":null}"#, head: #"{"aps":{"alert":"a"}}"#,
            expected: ["payload /x: null → nil"]),
        Case(
            name: "a repeated key", base: #"{"aps":{"alert":"a"},"x":1,"x":2}"#,
            head: #"{"aps":{"alert":"a"},"x":1,"x":3}"#, expected: ["payload /x: 1, 2 → 1, 3"]),
        Case(
            name: "repeated keys in another order", base: #"{"aps":{"alert":"a"},"x":1,"x":2}"#,
            head: #"{"aps":{"alert":"a"},"x":2,"x":1}"#, expected: ["payload /x: 1, 2 → 2, 1"]),
        Case(
            name: "repeated objects in another order", base: #"{"aps":{"alert":"a"},"o":{"x":1},"o":{"x":2}}"#,
            head: #"{"aps":{"alert":"a"},"o":{"x":2},"o":{"x":1}}"#,
            expected: [#"payload /o: {"x":1}, {"x":2} → {"x":2}, {"x":1}"#]),
        Case(
            name: "a key that is repeated and was not", base: #"{"aps":{"alert":"a"},"x":1}"#,
            head: #"{"aps":{"alert":"a"},"x":1,"x":1}"#, expected: ["payload /x: 1 → 1, 1"]),
        Case(
            name: "a repeated key that is new", base: #"{"aps":{"alert":"a"}}"#,
            head: #"{"aps":{"alert":"a"},"x":1,"x":{}}"#, expected: ["payload /x: nil → 1, {}"]),
        Case(
            name: "other keys between repeated ones", base: #"{"aps":{"alert":"a"},"x":1,"y":0,"x":2}"#,
            head: #"{"y":0,"x":1,"aps":{"alert":"a"},"x":2}"#, expected: []),
        Case(
            name: "a new error", base: #"{"aps":{"alert":"a"}}"#, head: #"{"aps":{"alert":"a"},"#,
            expected: [
                "!verdict iOS: shown (alert_text) → not_shown (not_json)", "!finding apns-not-json",
                "text body: a → nil",
                #"payload : {"aps":{"alert":"a"}} → {"aps":{"alert":"a"},"#,
            ]),
        Case(
            name: "badge and sound", base: #"{"aps":{"alert":"a","badge":1,"sound":"default"}}"#,
            head: #"{"aps":{"alert":"a","badge":2}}"#,
            expected: ["text badge: 1 → 2", "text sound: default → nil"]),
        Case(
            name: "a badge alone shows no card", base: #"{"aps":{"alert":"a","badge":1}}"#,
            head: #"{"aps":{"badge":1}}"#,
            expected: ["!verdict iOS: shown (alert_text) → badge_or_sound (badge_only)", "text body: a → nil"]),
        Case(
            name: "a card where there was none", base: #"{"aps":{"badge":1}}"#,
            head: #"{"aps":{"alert":"a","badge":1}}"#,
            expected: ["verdict iOS: badge_or_sound (badge_only) → shown (alert_text)", "text body: nil → a"]),
    ]

    @Test(arguments: cases) func `each change is told once`(in example: Case) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(example.base)
        head.apns(example.head)
        let comparison = try Comparison(base, head)
        let difference = try comparison.entries.first.flatMap { try comparison.difference(of: $0.first) }
        let told = (difference?.untold ?? []).map { change -> String in
            let name = "\(change.isRegression ? "!" : "")\(change.aspect.rawValue) \(change.name)"
            if change.aspect == .finding { return name }
            return "\(name): \(change.old?.description ?? "nil") → \(change.new?.description ?? "nil")"
        }
        #expect(told == example.expected)
    }

    @Test func `one platform that no longer shows a push is a regression`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm"}}}"#)
        head.fcm(
            #"{"message":{"topic":"weather","notification":{"title":"Storm"},"android":{"notification":{"visibility":"SECRET"}}}}"#
        )
        let comparison = try Comparison(base, head)
        let changes = try #require(try comparison.difference(of: comparison.entries[0].first)).changes
        #expect(changes.filter { $0.aspect == .verdict }.map(\.name) == ["Android"])
        #expect(comparison.totals.regressions == 1)
    }

    @Test func `the platforms that say something else are named`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.fcm(#"{"message":{"topic":"weather","notification":{"title":"Storm"}}}"#)
        head.fcm(
            #"{"message":{"topic":"weather","notification":{"title":"Storm"},"android":{"notification":{"title":"Gale"}}}}"#
        )
        let comparison = try Comparison(base, head)
        let changes = try #require(try comparison.difference(of: comparison.entries[0].first)).changes
        #expect(changes.filter { $0.aspect == .text }.map(\.name) == ["Android title"])
    }

    @Test func `another order of keys is counted and no difference`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(#"{"aps":{"alert":"a","badge":1},"k":{"x":1,"y":2}}"#)
        head.apns(#"{"k":{"y":2,"x":1},"aps":{"badge":1,"alert":"a"}}"#)
        let comparison = try Comparison(base, head)
        #expect(comparison.entries.isEmpty)
        #expect(comparison.totals.unchanged == 1)
        #expect(comparison.totals.otherKeyOrder == 1)
        #expect(!FailOn.change.isMet(by: comparison.totals))
        #expect(FailOn.any.isMet(by: comparison.totals))
    }

    @Test func `another order of pushes to a target is counted and no difference`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        for text in ["a", "b", "c", "d"] { base.apns(alert(text)) }
        for text in ["b", "c", "a", "d"] { head.apns(alert(text)) }
        let comparison = try Comparison(base, head)
        #expect(comparison.entries.isEmpty)
        #expect(comparison.totals.otherOrder == 1)
    }

    @Test(arguments: [("/secret", 0), ("/*", 0), ("/list/*/id", 1), ("/secret/x", 1), ("/sec", 1)])
    func `a place that is ignored is passed over`(pattern: String, changed: Int) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a", "b", #","secret":1,"list":[{"id":1},{"id":2}]"#))
        head.apns(alert("a", "b", #","secret":2,"list":[{"id":1},{"id":2}]"#))
        var rules = ComparisonRules()
        rules.ignoredPointers = [try #require(PointerPattern(parsing: Text(pattern)))]
        let comparison = try Comparison(base, head, rules)
        #expect(comparison.totals.changed == changed)
    }

    @Test(arguments: [
        ("/aps/alert/title", "x-build", "token-1", []),
        ("/aps/*/title", "X-Build", "token-1", []), ("/list/1/*", "x-build", "token-1", []),
        ("/aps/alert/titel", "x-build", "token-1", ["--ignore /aps/alert/titel met nothing."]),
        ("/list/2", "x-build", "token-1", ["--ignore /list/2 met nothing."]),
        ("/aps", "x-buidl", "token-1", ["--ignore-header x-buidl met nothing."]),
        ("/aps", "apns-topic", "token-2", ["--map-target token-2=new met nothing."]),
        ("/", "host", "new", ["--ignore / met nothing.", "--map-target new=new met nothing."]),
    ])
    func `a rule that meets nothing is told`(pointer: String, header: Text, target: Text, expected: [Text]) throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a", "b", #","list":[1,{"k":2}]"#), to: "token-1")
        head.apns(#"{"aps":{"content-available":1}}"#, to: "new", headers: ["X-Build": "7"])
        var rules = ComparisonRules()
        rules.ignoredPointers = [try #require(PointerPattern(parsing: Text(pointer)))]
        rules.ignoreHeader(header)
        rules.targets[target] = "new"
        let notes = try Comparison(base, head, rules).notes
        #expect(notes.filter { $0.description.hasSuffix("met nothing.") } == expected)
    }

    @Test func `a header that is ignored is passed over and counted`() throws {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a"), headers: ["X-Build": "1", "apns-id": "x"])
        head.apns(alert("a"), headers: ["x-build": "2", "apns-id": "y"])
        var rules = ComparisonRules()
        #expect(try Comparison(base, head, rules).dump == ["changed 0→0 header x-build"])
        rules.ignoreHeader("X-BUILD")
        let comparison = try Comparison(base, head, rules)
        #expect(comparison.entries.isEmpty)
        #expect(comparison.base.digests.ignored[.header] == 2)
    }

    @Test(arguments: [("2s", 0), ("1999ms", 1)]) func `time matters when it is asked for`(
        tolerance: String, changed: Int
    )
        throws
    {
        var (base, head) = (CapturedRun(number: 1), CapturedRun(number: 2))
        base.apns(alert("a"))
        base.apns(alert("b"))
        head.apns(alert("a"))
        head.apns(alert("c"))
        head.apns(alert("c"))
        head.apns(alert("b"))
        var rules = ComparisonRules()
        rules.timing = TimeSpan(parsing: Array(tolerance.utf8)[...])
        #expect(try Comparison(base, head, rules).totals.changed == changed)
    }
}
