import Bytes
import Filter
import JSONText

extension ExpectationFile {
    /// The file that ``read(_:)`` reads as these expectations: one expectation a line, to be edited.
    package static func bytes(_ expectations: [Expectation]) -> [UInt8] {
        var output: [UInt8] = []
        output.append("{\n  \"version\": ")
        output.appendDecimal(version)
        output.append(",\n  \"expectations\": [")
        for (position, expectation) in expectations.enumerated() {
            output.append(position == 0 ? "\n    " : ",\n    ")
            var writer = JSONWriter()
            writer.write(expectation, in: expectations)
            output.append(contentsOf: writer.bytes)
        }
        output.append(expectations.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
        return output
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ expectation: Expectation, in all: [Expectation]) {
        object { writer in
            writer.member("name", expectation.name)
            writer.member("filter", expectation.filter.text)
            writer.write(expectation.count)
            if !expectation.fields.isEmpty { writer.object("fields") { $0.write(expectation.fields) } }
            for side in [OrderRule.Side.after, .before] {
                let rules = expectation.order.filter { $0.side == side && all.indices.contains($0.other) }
                if rules.isEmpty { continue }
                writer.array(Text(side.rawValue), rules) { writer, rule in
                    writer.object { writer in
                        writer.member("expectation", all[rule.other].name)
                        if let within = rule.within { writer.member("within", within.text) }
                    }
                }
            }
            if !expectation.groups.isEmpty { writer.array("groups", expectation.groups) { $0.write($1) } }
        }
    }

    private mutating func write(_ count: CountRule) {
        switch (count.atLeast, count.atMost) {
        case (let least, let most?) where least == most: member("count", least)
        case (let least, let most):
            member("at_least", least)
            if let most { member("at_most", most) }
        }
    }

    /// Writes the demands on each field under its name, in the order in which the fields first come.
    private mutating func write(_ rules: [FieldRule]) {
        var written: Set<Field> = []
        for rule in rules where written.insert(rule.field).inserted {
            object(rule.field.name) { writer in
                for same in rules where same.field == rule.field { writer.write(same.demand) }
            }
        }
    }

    private mutating func write(_ demand: FieldRule.Demand) {
        switch demand {
        case .equalsText(let text): member("equal", text)
        case .equalsJSON(let value): member("equal", json: value.raw)
        case .contains(let pattern): member("contains", pattern.value)
        case .matches(let expression): member("matches", expression.pattern)
        case .isPresent: member("present", true)
        case .isAbsent: member("absent", true)
        }
    }

    private mutating func write(_ rule: GroupRule) {
        object { writer in
            writer.member("by", rule.key.map(\.name))
            writer.member("at_most", rule.atMost)
            if let within = rule.within { writer.member("within", within.text) }
        }
    }
}
