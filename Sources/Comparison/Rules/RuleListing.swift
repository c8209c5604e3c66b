package import Bytes
import Filter

/// The rules of a comparison, told.
package enum RuleListing {
    /// The rules in lines for a person, each beginning with the option that changes it.
    package static func lines(_ rules: ComparisonRules) -> [Text] {
        var lines = [
            Text("--key            \(list(rules.key.map(\.name)))"),
            Text("--ignore         \(list(rules.ignoredPointers.map(\.text)))"),
            Text("--ignore-header  \(list(rules.ignoredHeaders.sorted()))"),
        ]
        lines += rules.targets.sorted { $0.key < $1.key }.map { Text("--map-target     \($0.key)=\($0.value)") }
        let sorts = Placeholder.allCases.filter(rules.placeholders.sorts.contains)
        lines.append(Text("--placeholders   \(list(sorts.map { Text($0.rawValue) }))"))
        lines.append(Text("--exact-targets  \(rules.hasExactTargets ? "yes" : "no")"))
        lines.append(Text("--timing         \(rules.timing?.text ?? "not compared")"))
        return lines
    }

    /// The rules as a file of rules, which ``RulesFile`` reads back to the same rules.
    ///
    /// Shape: one JSON object without spaces.
    package static func file(_ rules: ComparisonRules) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { append(rules, to: &$0) }
        return writer.bytes
    }

    /// The rules as members of an object, in the form of a file of rules.
    static func append(_ rules: ComparisonRules, to object: inout JSONWriter) {
        object.member("key", rules.key.map(\.name))
        if rules.comparesUsualHeaders { object.member("exact", true) }
        object.member("ignore", rules.ignoredPointers.map(\.text))
        object.member("ignore_headers", rules.ignoredHeaders.sorted())
        object.object("map_targets") { targets in
            for (old, new) in rules.targets.sorted(by: { $0.key < $1.key }) { targets.member(old, new) }
        }
        object.member(
            "placeholders",
            Placeholder.allCases.filter(rules.placeholders.sorts.contains).map { Text($0.rawValue) })
        object.member("exact_targets", rules.hasExactTargets)
        if let timing = rules.timing { object.member("timing", timing.text) }
    }

    private static func list(_ items: [Text]) -> Text {
        items.isEmpty ? "none" : Text(items.map(\.description).joined(separator: ", "))
    }
}
