import Bytes
import Filter
import JSONText
import PushModel

/// Reads what a file demands of one field.
struct FieldRuleReader {
    let field: Field
    var list: ProblemList

    mutating func rules(_ placed: Placed) -> [FieldRule] {
        guard placed.value.kind == .object else { return equal(placed).map { [rule($0)] } ?? [] }
        let known: [Text] = ["equal", "contains", "matches", "present", "absent"]
        guard let members = list.members(of: placed, known: known) else { return [] }
        if members.isEmpty {
            list.add("this has to have equal, contains, matches, present or absent", at: placed.pointer)
        }
        if members["absent"] != nil, members.count > 1 {
            list.add("what is absent cannot be anything else", at: placed.pointer.member("absent"))
        }
        let demands: [FieldRule.Demand?] = [
            members["equal"].flatMap { equal($0) },
            members["contains"].flatMap { list.text($0) }.map { .contains(TextPattern(.contains, $0)) },
            members["matches"].flatMap { pattern($0) },
            members["present"].flatMap { list.isTrue($0) ? .isPresent : nil },
            members["absent"].flatMap { list.isTrue($0) ? .isAbsent : nil },
        ]
        return demands.compactMap { $0.map(rule) }
    }

    private func rule(_ demand: FieldRule.Demand) -> FieldRule { FieldRule(field: field, demand: demand) }

    /// The demand to equal a value: any JSON for a place in the body, else a text, a number as text, or `true` and
    /// `false` for a field of yes and no.
    private mutating func equal(_ placed: Placed) -> FieldRule.Demand? {
        if field.isJSON { return .equalsJSON(placed.value) }
        let written: Text? =
            switch placed.value.kind {
            case .string: placed.value.text
            case .number: Text(repairing: placed.value.raw)
            case .true where field.choices?.contains("yes") == true: "yes"
            case .false where field.choices?.contains("yes") == true: "no"
            default: nil
            }
        guard let written else {
            list.add("this has to be a string", at: placed.pointer)
            return nil
        }
        if let choices = field.choices, !choices.contains(written) {
            let words = choices.map(\.description).joined(separator: ", ")
            list.add("\(field.name) is never \(written): it is one of \(words)", at: placed.pointer)
            return nil
        }
        return .equalsText(written)
    }

    private mutating func pattern(_ placed: Placed) -> FieldRule.Demand? {
        guard let text = list.text(placed) else { return nil }
        do throws(RegularExpressionError) {
            return .matches(try RegularExpression(text))
        } catch {
            list.add(
                "this is not a regular expression: \(error.reason), after \(error.offset) bytes",
                at: placed.pointer
            )
            return nil
        }
    }
}
