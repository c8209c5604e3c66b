import Bytes
import Expectations
import Foundation
import JSONText
import Testing

@Suite struct ExpectationFileTests {
    static func problems(_ file: String) -> [String] {
        do {
            _ = try ExpectationFile.read(Array(file.utf8))
            return []
        } catch ExpectationError.problems(let problems) {
            return problems.map(\.description)
        } catch {
            return [error.description]
        }
    }

    static func problems(in expectation: String) -> [String] {
        problems(#"{"version":1,"expectations":[\#(expectation)]}"#)
    }

    @Test(arguments: [
        ("{", "not JSON at byte 1"), ("[]", "this has to be an object"),
        (#"{"expectations":[{"name":"a"}]}"#, "version has to be 1"),
        (#"{"version":2,"expectations":[{"name":"a"}]}"#, "/version: version has to be 1"),
        (#"{"version":1}"#, "expectations has to be an array"),
        (#"{"version":1,"expectations":{}}"#, "/expectations: expectations has to be an array"),
        (
            #"{"version":1,"expectation":[],"expectations":[{"name":"a"}]}"#,
            "/expectation: this key is not known, did you mean expectations"
        ),
    ])
    func `a file that is not one is told what is wrong`(file: String, problem: String) {
        #expect(Self.problems(file) == [problem])
    }

    @Test(arguments: [
        ("1", "/expectations/0: this has to be an object"),
        ("{}", "/expectations/0: name is missing"),
        (#"{"name":""}"#, "/expectations/0/name: this has to be a string that is not empty"),
        (#"{"name":"a","name":"b"}"#, "/expectations/0/name: this key stands here twice"),
        (#"{"name":"a"},{"name":"a"}"#, "/expectations/1/name: another expectation has this name"),
        (#"{"name":"a","fliter":"x"}"#, "/expectations/0/fliter: this key is not known, did you mean filter"),
        (#"{"name":"a","filter":7}"#, "/expectations/0/filter: this has to be a string"),
        (
            #"{"name":"a","filter":"kind:silnt"}"#,
            "/expectations/0/filter: column 6: kind cannot be silnt: it takes notification, silent or empty, did you mean silent"
        ),
        (#"{"name":"a","count":-1}"#, "/expectations/0/count: this has to be a whole number from 0"),
        (#"{"name":"a","count":1.5}"#, "/expectations/0/count: this has to be a whole number from 0"),
        (#"{"name":"a","none":false}"#, "/expectations/0/none: this has to be true, or left out"),
        (
            #"{"name":"a","count":1,"none":true}"#,
            "/expectations/0/count: count, none and at_least or at_most cannot stand together"
        ),
        (
            #"{"name":"a","none":true,"at_most":2}"#,
            "/expectations/0/none: count, none and at_least or at_most cannot stand together"
        ),
        (#"{"name":"a","at_least":3,"at_most":2}"#, "/expectations/0/at_most: at_most is less than at_least"),
        (#"{"name":"a","fields":[]}"#, "/expectations/0/fields: this has to be an object"),
        (
            #"{"name":"a","fields":{"titel":"x"}}"#,
            "/expectations/0/fields/titel: there is no field titel, did you mean title"
        ),
        (
            #"{"name":"a","fields":{"after":"x"}}"#,
            "/expectations/0/fields/after: there is no field after"
        ),
        (#"{"name":"a","fields":{"title":null}}"#, "/expectations/0/fields/title: this has to be a string"),
        (
            #"{"name":"a","fields":{"kind":"loud"}}"#,
            "/expectations/0/fields/kind: kind is never loud: it is one of notification, silent, empty"
        ),
        (
            #"{"name":"a","fields":{"title":{}}}"#,
            "/expectations/0/fields/title: this has to have equal, contains, matches, present or absent"
        ),
        (
            #"{"name":"a","fields":{"title":{"equals":"x"}}}"#,
            "/expectations/0/fields/title/equals: this key is not known, did you mean equal"
        ),
        (
            #"{"name":"a","fields":{"title":{"absent":true,"equal":"x"}}}"#,
            "/expectations/0/fields/title/absent: what is absent cannot be anything else"
        ),
        (
            #"{"name":"a","fields":{"title":{"present":1}}}"#,
            "/expectations/0/fields/title/present: this has to be true, or left out"
        ),
        (
            #"{"name":"a","fields":{"json:/a~1b":{"matches":"("}}}"#,
            "/expectations/0/fields/json:~1a~01b/matches: this is not a regular expression: missing closing parenthesis, after 1 bytes"
        ),
        (#"{"name":"a","after":"b"}"#, "/expectations/0/after: no expectation has this name"),
        (#"{"name":"a","before":"a"}"#, "/expectations/0/before: an expectation cannot be before itself"),
        ("", "/expectations: there is no expectation"),
        (
            #"{"name":"0"},{"name":"a","after":"b"},{"name":"b","before":"0","after":"c"},{"name":"c","after":"a"}"#,
            "/expectations/1: after and before lead round in a circle, which nothing can hold to"
        ),
        (
            #"{"name":"order placed"},{"name":"b","after":"order place"}"#,
            "/expectations/1/after: no expectation has this name, did you mean order placed"
        ),
        (#"{"name":"a","after":{"within":"5s"}}"#, "/expectations/0/after: expectation is missing"),
        (
            #"{"name":"a"},{"name":"b","after":{"expectation":"a","within":"5"}}"#,
            "/expectations/1/after/within: this has to be a length of time such as 500ms, 5s, 1h or 1h30m"
        ),
        (#"{"name":"a","groups":{"by":"target"}}"#, "/expectations/0/groups: a group needs by and at_most"),
        (
            #"{"name":"a","groups":[{"by":"taget","at_most":1}]}"#,
            "/expectations/0/groups/0/by: there is no field taget, did you mean target"
        ),
        (#"{"name":"a","no_duplicates_by":[]}"#, "/expectations/0/no_duplicates_by: this has to name a field"),
        (
            #"{"name":"a","no_duplicates_by":["target",1]}"#,
            "/expectations/0/no_duplicates_by/1: this has to be a string that is not empty"
        ),
    ])
    func `everything wrong is named with its place`(expectation: String, problem: String) {
        #expect(Self.problems(in: expectation) == [problem])
    }

    @Test func `all problems are told at once`() {
        #expect(Self.problems(in: #"{"count":-1,"filter":"(","within":1}"#).count == 4)
    }

    @Test(arguments: [
        ("", CountRule(atLeast: 1)), (#","count":0"#, .exactly(0)), (#","none":true"#, .exactly(0)),
        (#","count":2"#, .exactly(2)),
        (#","at_least":0"#, CountRule()), (#","at_most":3"#, CountRule(atMost: 3)),
        (#","at_least":1,"at_most":3"#, CountRule(atLeast: 1, atMost: 3)),
    ])
    func `the number is read`(members: String, count: CountRule) throws {
        let file = #"{"version":1,"expectations":[{"name":"a"\#(members)}]}"#
        #expect(try ExpectationFile.read(Array(file.utf8)).map(\.count) == [count])
    }

    static let samples = URL(filePath: #filePath).appending(path: "../../../samples").standardized

    @Test func `the sample file is read and what is written of it reads back the same`() throws {
        let sample = try Array(Data(contentsOf: Self.samples.appending(path: "expectations.json")))
        let expectations = try ExpectationFile.read(sample)
        #expect(expectations.map(\.name.description).first == "the order is placed")
        #expect(expectations.map(\.order.count) == [0, 1, 0, 0])
        #expect(expectations.map(\.groups.count) == [0, 0, 2, 0])
        let written = ExpectationFile.bytes(expectations)
        #expect(ExpectationFile.bytes(try ExpectationFile.read(written)) == written)
    }

    @Test func `the published schema has the keys that are read and no others`() throws {
        let schema = try JSONText(
            parsing: Array(Data(contentsOf: Self.samples.appending(path: "expectations.schema.json")))
        ).root
        let definitions = try #require(schema.last("$defs"))
        func keys(_ value: JSONValue?) -> [Text] { value?.last("properties")?.members.map(\.key) ?? [] }
        for key in keys(definitions.last("expectation")) {
            let isKnown = Self.problems(in: #"{"name":"a","\#(key)":[]}"#).allSatisfy { !$0.contains("not known") }
            #expect(isKnown, "\(key)")
        }
        let known: [Text] = [
            "name", "filter", "count", "none", "at_least", "at_most", "fields", "after", "before", "groups",
            "no_duplicates_by",
        ]
        #expect(keys(definitions.last("expectation")) == known)
        #expect(keys(definitions.last("group")) == ["by", "at_most", "within"])
        #expect(
            keys(definitions.last("demand")?.last("anyOf")?.elements.reversed().first) == [
                "equal", "contains", "matches", "present", "absent",
            ])
    }

    @Test func `any bytes are expectations or problems`() {
        var state: UInt64 = 7
        let pieces = [
            "{", "}", "[", "]", ":", ",", "\"name\"", "\"a\"", "\"filter\"", "\"fields\"", "\"title\"", "1", "true",
            "\"after\"",
            "\"groups\"", "\"by\"", "\"version\"", "\"expectations\"", "null",
        ]
        for _ in 0..<3000 {
            var text = #"{"version":1,"expectations":[{"name":"x","#
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1
                text += pieces[Int(state >> 33) % pieces.count]
            }
            for candidate in [text, text + "}]}"] {
                do throws(ExpectationError) {
                    _ = try ExpectationFile.read(Array(candidate.utf8))
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }
}
