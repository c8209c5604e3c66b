package import Bytes

/// How near a subject comes to a filter: which terms hold, which do not, and what stood there instead.
///
/// Of alternatives joined by `or`, only the nearest is explained, the first of equally near ones.
package struct Explanation: Sendable, Equatable {
    /// One term and how it fares.
    package struct Line: Sendable, Equatable {
        /// The term as it stands in a filter, with `-` when it is negated.
        package let term: Text
        /// True when it is as the filter wants it.
        package let holds: Bool
        /// What the filter wants of the field's values, as the rest of a sentence: `contains shipped`, `is not ios`.
        package let wanted: Text
        /// The values that the field has, whole; none for a word that is looked for everywhere.
        package let actual: [Text]
    }

    /// The terms in the order of the filter.
    package let lines: [Line]
    /// How far the subject is from matching.
    package let distance: Distance

    /// How far a subject is from matching: first by the number of terms that would have to change, then by how much.
    package struct Distance: Sendable, Comparable {
        /// How many terms do not hold.
        package let terms: Int
        /// How different the values are, in thousandths for each term.
        package let difference: Int

        /// Nothing would have to change.
        static let none = Distance(terms: 0, difference: 0)

        package static func < (left: Distance, right: Distance) -> Bool {
            (left.terms, left.difference) < (right.terms, right.difference)
        }

        static func + (left: Distance, right: Distance) -> Distance {
            Distance(terms: left.terms + right.terms, difference: left.difference + right.difference)
        }
    }
}

extension Filter {
    /// Which terms hold for the reader's subject and which do not.
    package func explanation(_ reader: inout FieldReader) -> Explanation {
        Explanation(
            lines: expression.lines(isNegated: false, in: &reader),
            distance: expression.distance(isNegated: false, in: &reader)
        )
    }

    /// How far the reader's subject is from matching: what ``explanation(_:)`` has, for less.
    func distance(_ reader: inout FieldReader) -> Explanation.Distance {
        expression.distance(isNegated: false, in: &reader)
    }

    /// How many terms do not hold for the reader's subject: the first part of the distance, for less.
    ///
    /// - Parameter limit: when there are more, any number above the limit is given.
    package func failingTerms(_ reader: inout FieldReader, atMost limit: Int) -> Int {
        expression.failingTerms(isNegated: false, in: &reader, atMost: limit)
    }
}

extension Expression {
    /// The parts, and whether each of them has to be as wanted; negation turns one into the other (De Morgan).
    private func parts(isNegated: Bool) -> (parts: [Expression], areAllWanted: Bool)? {
        switch self {
        case .all(let parts): (parts, !isNegated)
        case .any(let parts): (parts, isNegated)
        case .not, .term: nil
        }
    }

    fileprivate func distance(isNegated: Bool, in reader: inout FieldReader) -> Explanation.Distance {
        if let (parts, areAllWanted) = parts(isNegated: isNegated) {
            let distances = parts.map { $0.distance(isNegated: isNegated, in: &reader) }
            return areAllWanted ? distances.reduce(.none, +) : distances.min() ?? .none
        }
        switch self {
        case .not(let part): return part.distance(isNegated: !isNegated, in: &reader)
        case .term(let term): return term.distance(isNegated: isNegated, in: &reader)
        case .all, .any: return .none
        }
    }

    fileprivate func lines(isNegated: Bool, in reader: inout FieldReader) -> [Explanation.Line] {
        if let (parts, areAllWanted) = parts(isNegated: isNegated) {
            if areAllWanted { return parts.flatMap { $0.lines(isNegated: isNegated, in: &reader) } }
            let distances = parts.map { $0.distance(isNegated: isNegated, in: &reader) }
            guard let nearest = parts.indices.min(by: { distances[$0] < distances[$1] }) else { return [] }
            return parts[nearest].lines(isNegated: isNegated, in: &reader)
        }
        switch self {
        case .not(let part): return part.lines(isNegated: !isNegated, in: &reader)
        case .term(let term): return [term.line(isNegated: isNegated, in: &reader)]
        case .all, .any: return []
        }
    }

    fileprivate func failingTerms(isNegated: Bool, in reader: inout FieldReader, atMost limit: Int) -> Int {
        if let (parts, areAllWanted) = parts(isNegated: isNegated) {
            var count = areAllWanted || parts.isEmpty ? 0 : Int.max
            for part in parts {
                let failing = part.failingTerms(isNegated: isNegated, in: &reader, atMost: limit)
                count = areAllWanted ? count + failing : min(count, failing)
                if areAllWanted ? count > limit : count == 0 { break }
            }
            return count
        }
        switch self {
        case .not(let part): return part.failingTerms(isNegated: !isNegated, in: &reader, atMost: limit)
        case .term(let term): return term.holds(in: &reader) == isNegated ? 1 : 0
        case .all, .any: return 0
        }
    }
}

extension Term {
    fileprivate func line(isNegated: Bool, in reader: inout FieldReader) -> Explanation.Line {
        Explanation.Line(
            term: isNegated ? Text(repairing: "-".utf8 + text.bytes) : text, holds: holds(in: &reader) != isNegated,
            wanted: wanted(isNegated: isNegated), actual: field == .anything ? [] : reader.values(of: field)
        )
    }

    fileprivate func distance(isNegated: Bool, in reader: inout FieldReader) -> Explanation.Distance {
        if holds(in: &reader) != isNegated { return .none }
        return Explanation.Distance(terms: 1, difference: isNegated ? 1000 : difference(in: &reader))
    }

    private func wanted(isNegated: Bool) -> Text {
        switch self {
        case .text(_, let pattern) where pattern.comparison == .contains && pattern.value.isEmpty:
            isNegated ? "is absent" : "is present"
        case .text(_, let pattern):
            switch pattern.comparison {
            case .contains: phrase(isNegated ? "does not contain " : "contains ", pattern.value)
            case .equals: phrase(isNegated ? "is not " : "is ", pattern.value)
            case .isIdentical: phrase(isNegated ? "is not exactly " : "is exactly ", pattern.value)
            }
        case .number(let field, _):
            phrase(isNegated ? "is not " : "is ", Text(repairing: text.bytes.dropFirst(field.name.bytes.count + 1)))
        case .after(let moment): phrase(isNegated ? "is not after " : "is after ", Text(repairing: moment.rfc3339))
        case .before(let moment): phrase(isNegated ? "is not before " : "is before ", Text(repairing: moment.rfc3339))
        }
    }

    private func phrase(_ verb: StaticString, _ value: Text) -> Text {
        var output: [UInt8] = []
        output.append(verb)
        output.append(contentsOf: value.bytes)
        return Text(repairing: output)
    }

    /// How far the nearest value is from the wanted one, from 0 to 1000.
    private func difference(in reader: inout FieldReader) -> Int {
        guard case .text(let field, let pattern) = self, field != .anything, !pattern.value.isEmpty else { return 1000 }
        let wanted = pattern.value.bytes
        var nearest = 1000
        let isPart = pattern.comparison == .contains
        let wantedCount = min(wanted.count, editDistanceLimit)
        _ = reader.hasValue(field) { value in
            let count = min(value.count, editDistanceLimit)
            let surplus = isPart ? max(0, count - wantedCount) : 0
            let edits = max(0, editDistance(wanted.span, value) - surplus)
            nearest = min(nearest, edits * 1000 / max(wantedCount, isPart ? 0 : count))
            return false
        }
        return nearest
    }
}
