package import Bytes

/// A subject that did not match, and why.
package struct NearMiss: Sendable, Equatable {
    /// The subject.
    package let subject: SubjectReference
    /// Which terms hold and which do not.
    package let explanation: Explanation
}

/// What names a captured push in an answer to a person.
package struct SubjectReference: Sendable, Equatable {
    /// The identifier of the event.
    package let id: Text
    /// When it was captured.
    package let time: Instant
    /// Its title, else its body; nil when it shows neither.
    package let title: Text?

    /// The name of the reader's subject.
    package init(_ reader: inout FieldReader) {
        id = reader.subject.id
        time = reader.subject.time
        title = reader.values(of: .title).first ?? reader.values(of: .body).first
    }
}

/// The subjects of a run that came closest to a filter without matching it, nearest first, the earlier of equally near
/// ones first.
package struct NearMisses: Sendable {
    /// How many are kept.
    package static let limit = 3

    /// The nearest so far.
    package private(set) var nearest: [NearMiss] = []

    /// None yet.
    package init() {}

    /// Takes a subject that did not match into account.
    package mutating func add(_ reader: inout FieldReader, for filter: Filter) {
        let farthest = nearest.count < NearMisses.limit ? nil : nearest.last?.explanation.distance
        if let farthest, filter.failingTerms(&reader, atMost: farthest.terms) > farthest.terms { return }
        let distance = filter.distance(&reader)
        if let farthest, distance >= farthest { return }
        let position = nearest.firstIndex { distance < $0.explanation.distance } ?? nearest.endIndex
        nearest.insert(
            NearMiss(subject: SubjectReference(&reader), explanation: filter.explanation(&reader)), at: position)
        if nearest.count > NearMisses.limit { nearest.removeLast() }
    }
}
