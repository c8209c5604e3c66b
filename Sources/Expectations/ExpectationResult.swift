package import Bytes
package import Filter

/// How a run fared against a list of expectations.
package struct ExpectationReport: Sendable {
    /// One result for each expectation, in their order.
    package let results: [ExpectationResult]
    /// How many pushes there were in all.
    package let captured: Int64
    /// What a reader should know besides, one sentence each: which listeners an empty log names, for one.
    package var notes: [Text] = []
    /// What of the logs could not be read, one sentence each; without any, the answer is about all that was recorded.
    package var damage: [Text] = []

    /// True when every expectation holds.
    package var holds: Bool { results.allSatisfy(\.holds) }

    /// True when no further push can change the answer.
    package var isSettled: Bool {
        results.allSatisfy(\.isSettled) || results.contains { $0.isSettled && !$0.holds }
    }
}

/// How a run fared against one expectation.
package struct ExpectationResult: Sendable {
    /// How many failures, and how many of the pushes that matched, are kept; the rest is counted.
    package static let limit = 20

    /// The expectation's name.
    package let name: Text
    /// Its filter as text.
    package let filter: Text
    /// Its count rule.
    package let count: CountRule
    /// How many pushes the filter matched.
    package let matched: Int64
    /// The first of them.
    package let matches: [SubjectReference]
    /// What is not as expected; the first ones.
    package let failures: [ExpectationFailure]
    /// How many more failures there are.
    package let moreFailures: Int
    /// The pushes that came closest to the filter, when it matched too few.
    package let nearest: [NearMiss]
    /// How many pushes that matched lack a field of a group's key, and so belong to no group.
    package let ungrouped: Int64
    /// True when no further push can change whether it holds.
    package let isSettled: Bool

    /// True when everything is as expected.
    package var holds: Bool { failures.isEmpty }
}

/// One thing that is not as expected.
package enum ExpectationFailure: Sendable, Equatable {
    /// The filter matched another number of pushes.
    case count(wanted: CountRule, matched: Int64)
    /// A field of a push is not as asked; it has these values instead.
    case field(of: SubjectReference, name: Text, wanted: Text, actual: [Text])
    /// No push of the other expectation comes before, or after, this one in time; this is the nearest on that side.
    case order(of: SubjectReference, rule: OrderRule, other: Text, nearest: SubjectReference?)
    /// A group has more pushes than it may; this is the first one too many.
    case group(of: SubjectReference, rule: GroupRule, key: [Text], count: Int64)

    /// What is wrong, in one sentence without a full stop; captured text stands in it as it was captured.
    package var text: Text {
        switch self {
        case .count(let wanted, let matched):
            return Text("\(matched) matched, expected \(wanted.text)")
        case .field(let subject, let name, let wanted, let actual):
            return Text("\(subject.id): \(name) \(wanted), but \(ExpectationFailure.found(actual))")
        case .order(let subject, let rule, let other, let nearest):
            let span = rule.within.map { " within \($0.text)" } ?? ""
            let found =
                nearest.map { "the nearest is \($0.id) at \(Text(repairing: $0.time.rfc3339))" } ?? "there is none"
            return Text("\(subject.id): not \(rule.side.rawValue) \(other)\(span), \(found)")
        case .group(let subject, let rule, let key, let count):
            let shared = zip(rule.key, key).map { "\($0.name) = \($1)" }.joined(separator: ", ")
            return Text("\(subject.id): \(count) with \(shared), expected \(rule.text)")
        }
    }

    /// The values of a field in words.
    package static func found(_ values: [Text]) -> Text {
        values.isEmpty ? "there is none" : Text("it is \(values.map(\.description).joined(separator: ", "))")
    }
}
