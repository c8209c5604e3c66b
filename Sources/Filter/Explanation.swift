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
    package internal(set) var lines: [Line]
    /// How far the subject is from matching.
    package internal(set) var distance: Distance

    /// How far a subject is from matching: first by the number of terms that would have to change, then by how much.
    package struct Distance: Sendable, Comparable {
        /// How many terms do not hold.
        package internal(set) var terms: Int
        /// How different the values are, in thousandths for each term.
        package internal(set) var difference: Int

        package static func < (left: Distance, right: Distance) -> Bool {
            (left.terms, left.difference) < (right.terms, right.difference)
        }
    }
}

extension Filter {
    /// Which terms hold for the reader's subject and which do not.
    package func explanation(_ reader: inout FieldReader) -> Explanation {
        expression.explanation(isNegated: false, in: &reader)
    }

    /// How many terms do not hold for the reader's subject: what ``explanation(_:)`` has in its distance, for less.
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

    fileprivate func explanation(isNegated: Bool, in reader: inout FieldReader) -> Explanation {
        if let (parts, areAllWanted) = parts(isNegated: isNegated) {
            let explanations = parts.map { $0.explanation(isNegated: isNegated, in: &reader) }
            guard areAllWanted else { return explanations.min { $0.distance < $1.distance } ?? .none }
            return explanations.reduce(into: .none) { whole, part in
                whole.lines += part.lines
                whole.distance.terms += part.distance.terms
                whole.distance.difference += part.distance.difference
            }
        }
        switch self {
        case .not(let part): return part.explanation(isNegated: !isNegated, in: &reader)
        case .term(let term): return term.explanation(isNegated: isNegated, in: &reader)
        case .all, .any: return .none
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

extension Explanation {
    fileprivate static let none = Explanation(lines: [], distance: Distance(terms: 0, difference: 0))
}

extension Term {
    fileprivate func explanation(isNegated: Bool, in reader: inout FieldReader) -> Explanation {
        let holds = holds(in: &reader) != isNegated
        let actual = field == .anything ? [] : reader.values(of: field)
        let line = Explanation.Line(
            term: isNegated ? Text(repairing: "-".utf8 + text.bytes) : text, holds: holds,
            wanted: wanted(isNegated: isNegated), actual: actual
        )
        let distance = Explanation.Distance(terms: holds ? 0 : 1, difference: holds ? 0 : difference(from: actual))
        return Explanation(lines: [line], distance: distance)
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
        case .status:
            phrase(isNegated ? "is not " : "is ", Text(repairing: text.bytes.dropFirst("status:".utf8.count)))
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
    private func difference(from actual: [Text]) -> Int {
        guard case .text(_, let pattern) = self, !pattern.value.isEmpty else { return 1000 }
        let wanted = pattern.value.bytes[...]
        return actual.reduce(1000) { nearest, value in
            let surplus = pattern.comparison == .contains ? max(0, value.bytes.count - wanted.count) : 0
            let edits = editDistance(wanted, value.bytes[...])
            let length = max(wanted.count, value.bytes.count)
            return min(nearest, max(0, edits - surplus) * 1000 / max(1, length))
        }
    }
}
