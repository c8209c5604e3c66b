import Bytes
import Filter
import JSONText
import PushModel

/// Turns JSON of the shape that ``ExpectationFile`` describes into expectations.
struct ExpectationReader {
    private var list = ProblemList()

    var problems: [ExpectationProblem] { list.problems }

    mutating func file(_ root: JSONValue) -> [Expectation] {
        let root = Placed(value: root, pointer: "")
        guard let members = list.members(of: root, known: ["$schema", "version", "expectations"]) else { return [] }
        if members["version"]?.value.integer != ExpectationFile.version {
            list.add("version has to be \(ExpectationFile.version)", at: members["version"]?.pointer ?? root.pointer)
        }
        guard let written = members["expectations"], written.value.kind == .array else {
            list.add("expectations has to be an array", at: members["expectations"]?.pointer ?? root.pointer)
            return []
        }
        if written.value.count == 0 { list.add("there is no expectation", at: written.pointer) }
        let names = written.elementsOrSelf.map { $0.value.last("name")?.text }
        let expectations = written.elementsOrSelf.enumerated().map { position, element in
            if let name = names[position], names[..<position].contains(name) {
                list.add("another expectation has this name", at: element.pointer.member("name"))
            }
            return expectation(element, names: names)
        }
        if let position = OrderRule.firstInCircle(expectations.map { $0?.order ?? [] }) {
            let pointer = written.pointer.element(position)
            list.add("after and before lead round in a circle, which nothing can hold to", at: pointer)
        }
        return expectations.compactMap(\.self)
    }

    mutating func single(_ root: JSONValue) -> Expectation? {
        expectation(Placed(value: root, pointer: ""), names: [])
    }

    private mutating func expectation(_ placed: Placed, names: [Text?]) -> Expectation? {
        let known: [Text] = [
            "name", "filter", "count", "none", "at_least", "at_most", "fields", "after", "before", "groups",
            "no_duplicates_by",
        ]
        guard let members = list.members(of: placed, known: known) else { return nil }
        if members["name"] == nil { list.add("name is missing", at: placed.pointer) }
        let name = members["name"].flatMap { list.text($0) }
        let filter = members["filter"].map { self.filter($0) } ?? Filter(all: [])
        let order = [OrderRule.Side.after, .before].flatMap { side in
            members[Text(side.rawValue)]?.elementsOrSelf.compactMap { orderRule($0, side, names, own: name) } ?? []
        }
        let groups = members["groups"]?.elementsOrSelf.compactMap { groupRule($0) } ?? []
        let duplicates = members["no_duplicates_by"].flatMap { key($0) }.map {
            GroupRule(key: $0, atMost: 1, within: nil)
        }
        return Expectation(
            name: name ?? "", filter: filter ?? Filter(all: []), count: countRule(members),
            fields: members["fields"].map { fieldRules($0) } ?? [], order: order,
            groups: groups + (duplicates.map { [$0] } ?? [])
        )
    }

    private mutating func filter(_ placed: Placed) -> Filter? {
        guard let text = placed.value.text else {
            list.add("this has to be a string", at: placed.pointer)
            return nil
        }
        do {
            return try Filter(parsing: text.bytes)
        } catch {
            list.add(error.description, at: placed.pointer)
            return nil
        }
    }

    private mutating func countRule(_ members: [Text: Placed]) -> CountRule {
        let exact = members["count"]
        let none = members["none"]
        let bounds = [members["at_least"], members["at_most"]].compactMap(\.self)
        if let first = exact ?? none, !bounds.isEmpty || (exact != nil && none != nil) {
            list.add("count, none and at_least or at_most cannot stand together", at: first.pointer)
        }
        if let none { return list.isTrue(none) ? .exactly(0) : CountRule(atLeast: 1) }
        if let exact { return .exactly(list.count(exact) ?? 1) }
        let least = members["at_least"].flatMap { list.count($0) }
        guard let written = members["at_most"], let most = list.count(written) else {
            return CountRule(atLeast: least ?? 1)
        }
        if let least, least > most { list.add("at_most is less than at_least", at: written.pointer) }
        return CountRule(atLeast: least ?? 0, atMost: most)
    }

    private mutating func fieldRules(_ placed: Placed) -> [FieldRule] {
        guard placed.value.kind == .object else {
            list.add("this has to be an object", at: placed.pointer)
            return []
        }
        return placed.value.members.flatMap { member -> [FieldRule] in
            let pointer = placed.pointer.member(member.key)
            guard let field = list.field(named: member.key, at: pointer) else { return [] }
            var reader = FieldRuleReader(field: field, list: list)
            defer { list = reader.list }
            return reader.rules(Placed(value: member.value, pointer: pointer))
        }
    }

    private mutating func orderRule(
        _ placed: Placed, _ side: OrderRule.Side, _ names: [Text?], own: Text?
    ) -> OrderRule? {
        var other = placed
        var within: TimeSpan?
        if placed.value.kind == .object {
            guard let members = list.members(of: placed, known: ["expectation", "within"]) else { return nil }
            guard let written = members["expectation"] else {
                list.add("expectation is missing", at: placed.pointer)
                return nil
            }
            other = written
            within = members["within"].flatMap { list.timeSpan($0) }
        }
        guard let name = list.text(other) else { return nil }
        guard name != own else {
            list.add("an expectation cannot be \(side.rawValue) itself", at: other.pointer)
            return nil
        }
        guard let position = names.firstIndex(of: name) else {
            let near = names.compactMap(\.self).near(name.bytes[...]).map(\.description).joined(separator: " or ")
            list.add("no expectation has this name" + (near.isEmpty ? "" : ", did you mean \(near)"), at: other.pointer)
            return nil
        }
        return OrderRule(side: side, other: position, within: within)
    }

    private mutating func groupRule(_ placed: Placed) -> GroupRule? {
        guard let members = list.members(of: placed, known: ["by", "at_most", "within"]) else { return nil }
        guard let by = members["by"], let most = members["at_most"] else {
            list.add("a group needs by and at_most", at: placed.pointer)
            return nil
        }
        let within = members["within"].flatMap { list.timeSpan($0) }
        guard let key = key(by), let atMost = list.count(most) else { return nil }
        return GroupRule(key: key, atMost: atMost, within: within)
    }

    private mutating func key(_ placed: Placed) -> [Field]? {
        let written = placed.elementsOrSelf
        let fields = written.compactMap { element in
            list.text(element).flatMap { list.field(named: $0, at: element.pointer) }
        }
        if written.isEmpty { list.add("this has to name a field", at: placed.pointer) }
        return fields.isEmpty || fields.count < written.count ? nil : fields
    }
}
