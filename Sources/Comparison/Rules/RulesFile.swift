import Bytes
import Filter
import JSONText
import PushModel

/// Reads a file of rules: one JSON object whose keys are named as the options are, each of which may be left out.
///
/// | key              | value |
/// |------------------|-------|
/// | `key`            | an array of fields, by which pushes are found again |
/// | `exact`          | `true` to begin with no placeholder, all header fields and exact targets, as `--exact` does |
/// | `ignore`         | an array of JSON pointers, in which `*` stands for any key or position |
/// | `ignore_headers` | an array of header names, ignored besides the usual ones |
/// | `map_targets`    | an object: targets of BASE, and what they are called in HEAD |
/// | `placeholders`   | an array of `uuid`, `ulid`, `timestamp`, `epoch`, `jwt`, `hex`: those that are recognised |
/// | `exact_targets`  | `true` when a device token is never taken for a renamed one |
/// | `timing`         | how far a push may move in time, as in `"500ms"` |
package struct RulesFile {
    private static let keys: [Text] = [
        "key", "exact", "ignore", "ignore_headers", "map_targets", "placeholders", "exact_targets", "timing",
    ]

    private var rules: ComparisonRules
    private var problems: [RulesProblem] = []

    /// The rules with what the bytes of a file say of them.
    ///
    /// - Throws: ``ComparisonError`` with everything that is wrong.
    package static func read(
        _ bytes: [UInt8], path: String, into rules: ComparisonRules
    ) throws(ComparisonError) -> ComparisonRules {
        let document: JSONText
        do throws(JSONTextError) {
            document = try JSONText(parsing: bytes)
        } catch {
            throw .rulesNotJSON(path: path, error)
        }
        var file = RulesFile(rules: rules)
        file.read(document.root)
        guard file.problems.isEmpty else { throw .rules(path: path, problems: file.problems) }
        return file.rules
    }

    private init(rules: ComparisonRules) { self.rules = rules }

    private mutating func read(_ root: JSONValue) {
        guard root.kind == .object else { return add("this has to be an object", at: "") }
        // The other keys come on top of it, wherever it stands.
        if root.last("exact")?.bool == true { rules.compareEverything() }
        for member in root.members {
            let (key, value) = (member.key, member.value)
            let place = JSONPointer("").member(key)
            switch key.description {
            case "key":
                rules.key = texts(value, at: place) {
                    Field(name: $0)
                } else: {
                    RulesFile.noField($0)
                }
            case "ignore":
                rules.ignoredPointers += texts(value, at: place) {
                    PointerPattern(parsing: $0)
                } else: { _ in
                    "this is no JSON pointer; one begins with /"
                }
            case "ignore_headers":
                for name in texts(value, at: place, { $0.isEmpty ? nil : $0 }, else: { _ in "this is no name" }) {
                    rules.ignoreHeader(name)
                }
            case "map_targets": readTargets(value, at: place)
            case "placeholders":
                let names = Placeholder.allCases.map(\.rawValue).joined(separator: ", ")
                rules.placeholders.sorts = Set(
                    texts(value, at: place) {
                        Placeholder(rawValue: $0.description)
                    } else: { _ in
                        "this is none of \(names)"
                    })
            case "exact": if value.bool == nil { add("this has to be true or false", at: place) }
            case "exact_targets":
                if let isExact = value.bool {
                    rules.hasExactTargets = isExact
                } else {
                    add("this has to be true or false", at: place)
                }
            case "timing":
                if let span = value.text.flatMap({ TimeSpan(parsing: $0.bytes[...]) }) {
                    rules.timing = span
                } else {
                    add("this has to be a length of time such as 500ms or 5s", at: place)
                }
            default:
                let near = RulesFile.keys.near(key.bytes[...]).map(\.description).joined(separator: " or ")
                add("this key is not known" + (near.isEmpty ? "" : ", did you mean \(near)"), at: place)
            }
        }
    }

    private mutating func readTargets(_ value: JSONValue, at place: JSONPointer) {
        guard value.kind == .object else { return add("this has to be an object", at: place) }
        for member in value.members {
            if let name = member.value.text {
                rules.targets[member.key] = name
            } else {
                add("this has to be a string", at: place.member(member.key))
            }
        }
    }

    /// The elements of an array of strings, read.
    private mutating func texts<Value>(
        _ value: JSONValue, at place: JSONPointer, _ read: (Text) -> Value?, else message: (Text) -> String
    ) -> [Value] {
        guard value.kind == .array else {
            add("this has to be an array", at: place)
            return []
        }
        return value.elements.enumerated().compactMap { position, element in
            guard let text = element.text else {
                add("this has to be a string", at: place.element(position))
                return nil
            }
            if let value = read(text) { return value }
            add(message(text), at: place.element(position))
            return nil
        }
    }

    private static func noField(_ name: Text) -> String {
        let near = Field.names.near(name.bytes[...]).map(\.description).joined(separator: " or ")
        return "there is no field \(name)" + (near.isEmpty ? "" : ", did you mean \(near)")
    }

    private mutating func add(_ message: String, at pointer: JSONPointer) {
        problems.append(RulesProblem(pointer: pointer, message: Text(message)))
    }
}
