import Bytes
import Expectations
import Filter
import Testing

@Suite struct ExpectationRunTests {
    @Test(arguments: [
        (#""count":2"#, 2, nil), (#""count":1"#, 2, "2 matched, expected exactly 1"),
        (#""count":3"#, 2, "2 matched, expected exactly 3"),
        (#""none":true"#, 0, nil), (#""none":true"#, 1, "1 matched, expected none"),
        (#""at_least":2"#, 2, nil), (#""at_least":3"#, 2, "2 matched, expected at least 3"),
        (#""at_most":2"#, 2, nil), (#""at_most":1"#, 2, "2 matched, expected at most 1"),
        (#""at_least":1,"at_most":2"#, 3, "3 matched, expected 1 to 2"),
        (#""filter":"""#, 0, "0 matched, expected at least 1"),
    ])
    func `the number of matches is checked`(rule: String, matches: Int, failure: String?) throws {
        let pushes = (0..<matches).map { push("\($0)") }
        #expect(try failures(#"{"name":"a",\#(rule)}"#, pushes) == (failure.map { [$0] } ?? []))
    }

    @Test(arguments: [
        (#""title":"Order""#, nil), (#""title":"order""#, "A: title should be order, but it is Order"),
        (#""title":{"contains":"ORD"}"#, nil), (#""title":{"matches":"^O.d"}"#, nil),
        (#""title":{"matches":"^rd"}"#, "A: title should match ^rd, but it is Order"),
        (#""title":{"matches":"^\\p{Lu}\\w{4}$"}"#, nil),
        (#""title":{"present":true,"matches":"x"}"#, "A: title should match x, but it is Order"),
        (#""body":{"absent":true}"#, nil),
        (#""body":{"present":true}"#, "A: body should be present, but there is none"),
        (#""title":{"absent":true}"#, "A: title should be absent, but it is Order"),
        (#""verdict.ios":"shown""#, nil), (#""verdict.ios":"reason""#, nil), (#""verdict.web":{"absent":true}"#, nil),
        (#""verdict.ios":"refused""#, "A: verdict.ios should be refused, but it is shown, reason"),
        (#""header.APNS-Priority":"10""#, nil), (#""header.apns-priority":10"#, nil), (#""priority":"high""#, nil),
        (#""header.none":"10""#, "A: header.none should be 10, but there is none"),
        (#""status":200,"displays":true,"kind":"notification","refused":false"#, nil),
        (#""displays":false"#, "A: displays should be no, but it is yes"),
        (#""json:/aps/badge":3"#, nil), (#""json:/aps/badge":3.0"#, nil), (#""json:/aps/badge":{"equal":3e0}"#, nil),
        (#""json:/aps/badge":"3""#, #"A: json:/aps/badge should be "3", but it is 3"#),
        (#""json:/aps/badge":{"matches":"^3$"}"#, nil), (#""json:/aps/none":{"absent":true}"#, nil),
        (#""json:/aps/none":null"#, "A: json:/aps/none should be null, but there is none"),
        (#""json:/big":12345678901234567890"#, nil),
        (
            #""json:/big":12345678901234567891"#,
            "A: json:/big should be 12345678901234567891, but it is 12345678901234567890"
        ),
        (#""json:/o":{"equal":{"b":[1,"é"],"a":null}}"#, nil),
        (
            #""json:/o":{"equal":{"a":null}}"#,
            #"A: json:/o should be {"a":null}, but it is {"a":null,"b":[1,"\u00e9"]}"#
        ),
        (#""json:/o/b":[1,"é"]"#, nil), (#""json:/o/b":[1]"#, #"A: json:/o/b should be [1], but it is [1,"\u00e9"]"#),
    ])
    func `the fields of each match are checked`(fields: String, failure: String?) throws {
        let body = #"{"aps":{"badge":3},"big":12345678901234567890,"o":{"a":null,"b":[1,"\u00e9"]}}"#
        let pushes = [push("A", title: "Order", body: body, priority: "10"), push("B")]
        #expect(
            try failures(#"{"name":"a","filter":"title:order","fields":{\#(fields)}}"#, pushes)
                == (failure.map { [$0] } ?? []))
    }

    /// How often a search for the pattern goes back: a text one longer doubles it.
    @Test(arguments: [("^(a+)+$", 12, true), ("^(a+)+$", 40, false), ("^(?:(a)|b)*!$", 400_000, false)])
    func `a search that goes back too often is given up, and that is said`(
        pattern: String, count: Int, ends: Bool
    ) throws {
        let text = String(repeating: "a", count: count) + "?"
        let failures = try failures(
            #"{"name":"a","fields":{"json:/text":{"matches":"\#(pattern)"}}}"#,
            [push("A", body: #"{"text":"\#(text)"}"#)])
        #expect(failures.count == 1)
        let wanted = "A: json:/text should match \(pattern)" + (ends ? "" : " (which takes too long to find out)")
        #expect(failures.first?.hasPrefix("\(wanted), but it is aaaa") == true)
    }

    @Test func `after ten searches that were given up none is begun`() throws {
        let hard = String(repeating: "a", count: 40)
        let pushes = (0..<12).map { push("\($0)", body: #"{"text":"\#($0 < 9 ? hard : "")\#($0 < 10 ? "?" : "")"}"#) }
        let rule = #"{"name":"a","at_least":0,"fields":{"json:/text":{"matches":"^(a+)*$"}}}"#
        // Nine are given up, the tenth does not match, and the last two do.
        #expect(try failures(rule, pushes).count == 10)
        let more = (0..<12).map { push("\($0)", body: #"{"text":"\#($0 < 10 ? hard + "?" : "")"}"#) }
        #expect(try failures(rule, more).count == 12)
    }

    static let placed = #"{"name":"placed","filter":"title:=placed","at_least":0}"#

    @Test(
        arguments: [
            (#""after":"placed""#, [("P", "placed", 0), ("S", "shipped", 5)], nil),
            (#""after":"placed""#, [("S", "shipped", 5), ("P", "placed", 6)], "S: not after placed, there is none"),
            (#""after":"placed""#, [("S", "shipped", 5)], "S: not after placed, there is none"),
            (#""after":{"expectation":"placed","within":"5s"}"#, [("P", "placed", 0), ("S", "shipped", 5)], nil),
            (
                #""after":{"expectation":"placed","within":"4s999999us"}"#, [("P", "placed", 0), ("S", "shipped", 5)],
                "S: not after placed within 4s999ms999us, the nearest is P at 2027-01-15T08:00:00.000000Z"
            ),
            (#""after":{"expectation":"placed","within":"0s"}"#, [("P", "placed", 5), ("S", "shipped", 5)], nil),
            (#""before":"placed""#, [("S", "shipped", 5), ("P", "placed", 6)], nil),
            (
                #""before":{"expectation":"placed","within":"1s"}"#,
                [("S", "shipped", 4), ("P", "placed", 6), ("Q", "placed", 7)],
                "S: not before placed within 1s, the nearest is P at 2027-01-15T08:00:06.000000Z"
            ),
            (#""before":"placed""#, [("P", "placed", 0), ("S", "shipped", 5)], "S: not before placed, there is none"),
        ] as [(String, [(String, String, Int64)], String?)])
    func `order is checked`(rule: String, pushes: [(String, String, Int64)], failure: String?) throws {
        let subjects = pushes.map { push($0.0, at: $0.2, title: $0.1) }
        let shipped = #"{"name":"shipped","filter":"title:=shipped",\#(rule)}"#
        #expect(try failures("\(Self.placed),\(shipped)", subjects) == (failure.map { [$0] } ?? []))
    }

    @Test func `a push is not its own forerunner`() throws {
        let any = #"{"name":"any"},{"name":"again","after":"any"}"#
        #expect(try failures(any, [push("A"), push("B", at: 1)]) == ["A: not after any, there is none"])
    }

    @Test func `a group may not be larger than allowed in any span`() throws {
        let rule = #"{"name":"a","groups":{"by":"json:/home","at_most":2,"within":"1h"}}"#
        func pushes(_ seconds: [Int64]) -> [FilterSubject] {
            seconds.enumerated().map { push("\($0)", at: $1, body: #"{"home":"x"}"#) }
        }
        #expect(try failures(rule, pushes([0, 1800, 3600, 5400])) == [])
        #expect(
            try failures(rule, pushes([0, 1800, 3599])) == [
                "2: 3 with json:/home = x, expected at most 2 by json:/home within 1h"
            ])
        #expect(
            try failures(rule, pushes([0, 1, 2, 3])) == [
                "2: 4 with json:/home = x, expected at most 2 by json:/home within 1h"
            ])
    }

    @Test func `duplicates are found by all fields of a key together`() throws {
        let rule = #"{"name":"a","no_duplicates_by":["target","collapse"]}"#
        let pushes = [
            push("A", target: "x", collapse: "k"), push("B", target: "y", collapse: "k"), push("C", target: "x"),
            push("D", target: "x", collapse: "k"), push("E", target: "x"), push("F", target: "x", collapse: "k"),
        ]
        let result = try #require(try report(rule, pushes).results.first)
        #expect(
            result.failures.map(\.text.description) == [
                "D: 3 with target = x, collapse = k, expected at most 1 by target and collapse"
            ])
        #expect(result.ungrouped == 2)
    }

    @Test func `failures are kept up to a limit and the rest is counted`() throws {
        let pushes = (0..<25).map { push("\($0)", collapse: "k\($0 % 24)") }
        let fields = try #require(try report(#"{"name":"a","fields":{"title":"x"}}"#, pushes).results.first)
        #expect(fields.failures.count == ExpectationResult.limit)
        #expect(fields.moreFailures == 5)
        let groups = try #require(
            try report(#"{"name":"a","groups":{"by":"collapse","at_most":0}}"#, pushes).results.first)
        #expect(groups.failures.count == ExpectationResult.limit)
        #expect(groups.moreFailures == 4)
    }

    @Test(arguments: [
        (#""count":1"#, 0, false), (#""count":1"#, 1, false), (#""count":1"#, 2, true), (#""at_least":1"#, 0, false),
        (#""at_least":1"#, 1, true), (#""none":true"#, 0, false), (#""none":true"#, 1, true),
        (#""at_most":1"#, 1, false),
        (#""at_least":1,"fields":{"title":"x"}"#, 1, true), (#""at_least":1,"fields":{"target":"token"}"#, 1, false),
        (#""at_least":1,"no_duplicates_by":"target""#, 1, false),
        (#""at_least":1,"no_duplicates_by":"target""#, 2, true),
    ])
    func `a result is settled when no further push can change it`(rule: String, pushes: Int, isSettled: Bool) throws {
        let report = try report(#"{"name":"a",\#(rule)}"#, (0..<pushes).map { push("\($0)") })
        #expect(report.results.map(\.isSettled) == [isSettled])
        #expect(report.isSettled == isSettled)
    }
}
