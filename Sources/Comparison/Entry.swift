/// A difference between two runs: one push, or several of which the same is to be said.
package struct Entry: Sendable, Equatable {
    /// What became of it.
    package enum Kind: String, Sendable, CaseIterable {
        /// Both runs have it, and it is not the same.
        case changed
        /// Only the base run has it.
        case removed
        /// Only the head run has it.
        case added
    }

    /// Where the push stands in each run; nil where it is missing.
    package struct Place: Sendable, Hashable {
        /// Its position in the base run.
        package let base: Int?
        /// Its position in the head run.
        package let head: Int?
        /// True when it went to devices that only one of the runs knows, so that it is no change where it went.
        let isRenamed: Bool
    }

    /// What became of it.
    package let kind: Kind
    /// True when a user or an app loses something by it, or a mistake came in.
    package let isRegression: Bool
    /// The pushes of which this is to be said, in the order of the runs; never empty.
    package internal(set) var places: [Place]

    /// How many pushes they are.
    package var count: Int { places.count }
    /// The first of them, which stands for all.
    package var first: Place { places[0] }
}

/// How many pushes became what.
package struct Totals: Sendable, Equatable {
    /// Pushes that are the same in both runs.
    package var unchanged = 0
    /// Pushes that both runs have and that are not the same.
    package var changed = 0
    /// Pushes that only the base run has.
    package var removed = 0
    /// Pushes that only the head run has.
    package var added = 0
    /// Of all those, how many are regressions.
    package var regressions = 0
    /// Pushes of which only the order of the keys in the body is another.
    package var otherKeyOrder = 0
    /// Pushes that came in another order than others to the same target under the same mark.
    package var otherOrder = 0
    /// Devices that have another token in the head run.
    package var renamedDevices = 0
    /// Pushes that went through a gateway in one run and to the service itself in the other.
    package var acrossGateway = 0

    /// Nothing yet.
    package init() {}

    /// How many pushes became so.
    package subscript(kind: Entry.Kind) -> Int {
        switch kind {
        case .changed: changed
        case .removed: removed
        case .added: added
        }
    }

    /// How many pushes are not the same.
    package var different: Int { changed + removed + added }
}

/// Which differences make the answer no.
package enum FailOn: String, Sendable, CaseIterable {
    /// A push that showed and no longer shows, a verdict that got worse, a new error, another kind of target.
    case regression
    /// A push that was added or removed, or is not the same.
    case change
    /// Those, and another order of pushes or of keys.
    case any
    /// None.
    case none

    /// True when the totals have one of them.
    package func isMet(by totals: Totals) -> Bool {
        switch self {
        case .regression: totals.regressions > 0
        case .change: totals.different > 0
        case .any: totals.different + totals.otherKeyOrder + totals.otherOrder > 0
        case .none: false
        }
    }
}
