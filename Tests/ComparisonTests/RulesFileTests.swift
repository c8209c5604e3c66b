import Bytes
import Comparison
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
