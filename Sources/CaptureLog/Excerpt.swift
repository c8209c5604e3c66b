package import Bytes

/// What the log in a report says of the logs that it was taken from, so that a report made of a report says the same.
package struct Excerpt: Sendable, Equatable {
    /// The logs, in the order in which they were named.
    package var inputs: [LogInput]
    /// What was wrong or odd about them, by input, then by line.
    package var problems: [LogProblem]
    /// How many events of each kind they had that are not in the excerpt: everything but pushes and marks.
    package var counts: EventCounts
    /// What was selected from their pushes, one choice after the other.
    package var selections: [Selection]

    /// A choice of pushes.
    package struct Selection: Sendable, Equatable {
        /// The filter as a sentence names it.
        package let filter: Text
        /// How many pushes it left.
        package let kept: Int
        /// How many there were.
        package let all: Int

        /// A choice.
        package init(filter: Text, kept: Int, all: Int) {
            self.filter = filter
            self.kept = kept
            self.all = all
        }
    }

    /// An excerpt.
    package init(
        inputs: [LogInput] = [],
        problems: [LogProblem] = [],
        counts: EventCounts = EventCounts(),
        selections: [Selection] = []
    ) {
        self.inputs = inputs
        self.problems = problems
        self.counts = counts
        self.selections = selections
    }
}
