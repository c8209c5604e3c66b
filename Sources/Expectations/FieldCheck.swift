import Bytes
import Filter
import JSONText

/// A field rule made ready to be checked against many pushes.
struct FieldCheck {
    private let rule: FieldRule
    private let regularExpression: RegularExpression?

    init(_ rule: FieldRule) {
        self.rule = rule
        if case .matches(let pattern) = rule.demand {
            regularExpression = try? RegularExpression(pattern)
        } else {
            regularExpression = nil
        }
    }

    /// What is not as asked; nil when it is.
    func failure(in reader: inout FieldReader) -> ExpectationFailure? {
        let values = reader.values(of: rule.field)
        if holds(values, in: &reader) { return nil }
        var wanted = rule.demand.wanted
        if let regularExpression, values.contains(where: { regularExpression.search(in: $0) == .abandoned }) {
            wanted = Text("\(wanted) (which was given up after \(RegularExpression.maximumSteps) steps)")
        }
        return .field(of: SubjectReference(&reader), name: rule.field.name, wanted: wanted, actual: values)
    }

    private func holds(_ values: [Text], in reader: inout FieldReader) -> Bool {
        switch rule.demand {
        case .equalsText(let text): return values.contains(text)
        case .equalsJSON(let wanted):
            return reader.json(of: rule.field).map { JSONEquality.areEqual(wanted, $0) } ?? false
        case .contains(let pattern): return values.contains { pattern.matches($0.bytes.span) }
        case .matches: return values.contains { regularExpression?.search(in: $0) == .found }
        case .isPresent: return !values.isEmpty
        case .isAbsent: return values.isEmpty
        }
    }
}

extension FieldRule.Demand {
    /// What is asked, as the rest of a sentence.
    var wanted: Text {
        switch self {
        case .equalsText(let text): Text("should be \(text)")
        case .equalsJSON(let value): Text("should be \(Text(repairing: value.raw))")
        case .contains(let pattern): Text("should contain \(pattern.value)")
        case .matches(let pattern): Text("should match \(pattern)")
        case .isPresent: "should be present"
        case .isAbsent: "should be absent"
        }
    }
}
