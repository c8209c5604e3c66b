package import Bytes

/// What the log in a report says of the logs that it was taken from, so that a report made of a report says the same.
package struct Excerpt: Sendable, Equatable {
    /// The logs, in the order in which they were named.
    package var inputs: [LogInput]
    /// What was wrong or odd about them, by input, then by line.
    package var problems: [LogProblem]
    /// How many events of each kind they had that are not in the excerpt: everything but pushes and marks.
    package var counts: EventCounts
    /// What they had of calls around the sends, in the order in which each was first made.
    package var calls: [Call]
    /// What was selected from their pushes, one choice after the other.
    package var selections: [Selection]

    /// Calls around the sends that are told as one: for access tokens, about topics and channels.
    package struct Call: Sendable, Hashable {
        /// What sort of call it is.
        package let kind: Text
        /// What it asked for.
        package let summary: Text
        /// What is to be known about the answer; nil when there is nothing.
        package let note: Text?
        /// The status of the answer.
        package let status: Int
        /// How many there were.
        package var count: Int

        /// Calls.
        package init(kind: Text, summary: Text, note: Text?, status: Int, count: Int) {
            self.kind = kind
            self.summary = summary
            self.note = note
            self.status = status
            self.count = count
        }
    }

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
        calls: [Call] = [],
        selections: [Selection] = []
    ) {
        self.inputs = inputs
        self.problems = problems
        self.counts = counts
        self.calls = calls
        self.selections = selections
    }
}
