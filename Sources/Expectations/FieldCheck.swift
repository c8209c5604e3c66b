import Bytes
import Filter
import JSONText

/// What is known of a field rule that is checked against many pushes.
struct FieldCheck {
    /// How many searches for a regular expression are given up before none is begun any more: each costs a pause of the
    /// recorder when it is the recorder that checks.
    static let maximumAbandonedSearches = 10

    private let rule: FieldRule
    private var abandonedSearches = 0

    init(_ rule: FieldRule) {
        self.rule = rule
    }

    /// What is not as asked; nil when it is.
    mutating func failure(in reader: inout FieldReader) -> ExpectationFailure? {
        let values = reader.values(of: rule.field)
        let abandonedBefore = abandonedSearches
        if holds(values, in: &reader) { return nil }
        var wanted = rule.demand.wanted
        if abandonedSearches > abandonedBefore { wanted = Text("\(wanted) (which takes too long to find out)") }
        return .field(of: SubjectReference(&reader), name: rule.field.name, wanted: wanted, actual: values)
    }

    private mutating func holds(_ values: [Text], in reader: inout FieldReader) -> Bool {
        switch rule.demand {
        case .equalsText(let text): return values.contains(text)
        case .equalsJSON(let wanted):
            guard case .json(let pointer) = rule.field, let value = reader.json(at: pointer) else { return false }
            return JSONEquality.areEqual(wanted, value)
        case .contains(let pattern): return values.contains { pattern.matches($0.bytes.span) }
        case .matches(let expression):
            for value in values where isFound(expression, in: value) { return true }
            return false
        case .isPresent: return !values.isEmpty
        case .isAbsent: return values.isEmpty
        }
    }

    private mutating func isFound(_ expression: RegularExpression, in text: Text) -> Bool {
        let search = abandonedSearches < Self.maximumAbandonedSearches ? expression.search(in: text) : .abandoned
        if search == .abandoned { abandonedSearches += 1 }
        return search == .found
    }
}

extension FieldRule.Demand {
    /// What is asked, as the rest of a sentence.
    var wanted: Text {
        switch self {
        case .equalsText(let text): Text("should be \(text)")
        case .equalsJSON(let value): Text("should be \(Text(repairing: value.raw))")
        case .contains(let pattern): Text("should contain \(pattern.value)")
        case .matches(let expression): Text("should match \(expression.pattern)")
        case .isPresent: "should be present"
        case .isAbsent: "should be absent"
        }
    }
}
