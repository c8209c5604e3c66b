import Bytes
import Comparison
import Filter
import Testing

/// Files of rules.
@Suite struct RulesFileTests {
    @Test func `every key sets what the option of its name sets`() throws {
        let text = """
            {"key": ["mark", "data.order"], "ignore": ["/aps/badge", "/list/*/id"], "ignore_headers": ["X-Build"],
             "map_targets": {"old": "new"}, "placeholders": ["uuid"], "exact_targets": true, "timing": "1s"}
            """
        let rules = try RulesFile.read(Array(text.utf8), path: "rules.json", into: ComparisonRules())
        let lines = RuleListing.lines(rules).map(\.description)
        #expect(lines[0] == "--key            mark, data.order")
        #expect(lines[1] == "--ignore         /aps/badge, /list/*/id")
        #expect(lines[2].contains("x-build"))
        #expect(lines[3] == "--map-target     old=new")
        #expect(lines[4] == "--placeholders   uuid")
        #expect(lines[5] == "--exact-targets  yes")
        #expect(lines[6] == "--timing         1s")
    }

    struct Rules: Sendable, CustomTestStringConvertible {
        let name: String
        let change: @Sendable (inout ComparisonRules) -> Void
        var testDescription: String { name }
    }

    static let rules = [
        Rules(name: "the usual ones") { _ in },
        Rules(name: "everything compared") { $0.compareEverything() },
        Rules(name: "everything compared but one") {
            $0.compareEverything()
            $0.ignoreHeader("x-build")
            $0.placeholders.sorts = [.uuid]
            $0.hasExactTargets = false
        },
        Rules(name: "each of them another") {
            $0.key = [.data("a \"b\""), .mark, .header("x-name")]
            $0.ignoredPointers = [PointerPattern(parsing: "/a~1b/*")].compactMap { $0 }
            $0.ignoreHeader("x-build")
            $0.targets = ["old": "new\u{202E}", "a": "b"]
            $0.placeholders.sorts = []
            $0.hasExactTargets = true
            $0.timing = TimeSpan(parsing: Array("1.5s".utf8)[...])
        },
    ]

    @Test(arguments: rules) func `rules that are printed as a file are read back`(_ example: Rules) throws {
        var rules = ComparisonRules()
        example.change(&rules)
        let file = RuleListing.file(rules)
        let again = try RulesFile.read(file, path: "rules.json", into: ComparisonRules())
        #expect(RuleListing.lines(again) == RuleListing.lines(rules))
        #expect(RuleListing.file(again) == file)
    }

    @Test func `a file may begin with everything compared, wherever it says so`() throws {
        let text = #"{"placeholders": ["jwt"], "ignore_headers": ["X-Build"], "exact": true}"#
        let rules = try RulesFile.read(Array(text.utf8), path: "rules.json", into: ComparisonRules())
        #expect(rules.ignoredHeaders == ["authorization", "cookie", "x-goog-api-key", "x-build"])
        #expect(rules.placeholders.sorts == [.jwt])
        #expect(rules.hasExactTargets)
    }

    static let mistakes = [
        ("[", "rules.json: not JSON at byte 1"),
        ("[]", "rules.json: this has to be an object"),
        (#"{"ignor": []}"#, "rules.json: /ignor: this key is not known, did you mean ignore or ignore_headers"),
        (#"{"ignore": "/a"}"#, "rules.json: /ignore: this has to be an array"),
        (#"{"ignore": ["a"]}"#, "rules.json: /ignore/0: this is no JSON pointer; one begins with /"),
        (#"{"ignore": [1]}"#, "rules.json: /ignore/0: this has to be a string"),
        (#"{"key": ["titel"]}"#, "rules.json: /key/0: there is no field titel, did you mean title"),
        (#"{"map_targets": {"a": 1}}"#, "rules.json: /map_targets/a: this has to be a string"),
        (
            #"{"placeholders": ["guid"]}"#,
            "rules.json: /placeholders/0: this is none of uuid, ulid, timestamp, epoch, jwt, hex"
        ),
        (#"{"exact": "yes"}"#, "rules.json: /exact: this has to be true or false"),
        (#"{"exact_targets": 1}"#, "rules.json: /exact_targets: this has to be true or false"),
        (#"{"timing": "soon"}"#, "rules.json: /timing: this has to be a length of time such as 500ms or 5s"),
    ]

    @Test(arguments: mistakes) func `a mistake is told with its place`(text: String, message: String) {
        do {
            _ = try RulesFile.read(Array(text.utf8), path: "rules.json", into: ComparisonRules())
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description == message)
        }
    }
}
