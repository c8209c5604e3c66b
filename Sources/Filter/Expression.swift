/// Terms and how they are joined, in the one shape that each meaning has: no list of one, no list of the same sort inside
/// a list, no double negation.
indirect enum Expression: Sendable, Hashable {
    /// Holds when each part holds; without parts, always.
    case all([Expression])
    /// Holds when at least one part holds; there are at least two.
    case any([Expression])
    /// Holds when the part does not.
    case not(Expression)
    /// Holds when the term does.
    case term(Term)

    /// Each part holds.
    static func joined(all parts: [Expression]) -> Expression {
        let flat = parts.flatMap { part in
            if case .all(let inner) = part { inner } else { [part] }
        }
        return flat.count == 1 ? flat[0] : .all(flat)
    }

    /// At least one part holds.
    static func joined(any parts: [Expression]) -> Expression {
        let flat = parts.flatMap { part in
            if case .any(let inner) = part { inner } else { [part] }
        }
        return flat.count == 1 ? flat[0] : .any(flat)
    }

    /// The part does not hold.
    static func negated(_ part: Expression) -> Expression {
        if case .not(let inner) = part { inner } else { .not(part) }
    }

    /// True when one of its terms asks about the field.
    func asks(about field: Field) -> Bool {
        switch self {
        case .all(let parts), .any(let parts): parts.contains { $0.asks(about: field) }
        case .not(let part): part.asks(about: field)
        case .term(let term): term.field == field
        }
    }

    /// True when it holds for the subject.
    func holds(in reader: inout FieldReader) -> Bool {
        switch self {
        case .all(let parts):
            for part in parts where !part.holds(in: &reader) { return false }
            return true
        case .any(let parts):
            for part in parts where part.holds(in: &reader) { return true }
            return false
        case .not(let part): return !part.holds(in: &reader)
        case .term(let term): return term.holds(in: &reader)
        }
    }
}
