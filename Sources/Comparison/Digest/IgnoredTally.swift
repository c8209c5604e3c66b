/// How many values of a run were not compared as they were written, by the rule that says so.
package struct IgnoredTally: Sendable, Equatable {
    /// A rule.
    package enum Rule: Sendable, Hashable {
        /// The value is compared by its sort alone.
        case placeholder(Placeholder)
        /// A header field is left out.
        case header
        /// A place in the body is left out.
        case pointer

        /// Every rule, in the order of reports.
        package static let all: [Rule] = Placeholder.allCases.map(Rule.placeholder) + [.header, .pointer]

        fileprivate var index: Int {
            switch self {
            case .placeholder(let sort): Int(sort.code)
            case .header: Placeholder.allCases.count
            case .pointer: Placeholder.allCases.count + 1
            }
        }
    }

    // One for each rule; a vector, since one tally is made for each push and added to that of the run.
    private var counts = SIMD8<UInt32>()

    /// Nothing ignored.
    package init() {}

    /// How often a rule was used.
    package subscript(rule: Rule) -> Int { Int(counts[rule.index]) }

    /// True when every value was compared as it was written.
    package var isEmpty: Bool { counts == SIMD8() }

    mutating func count(_ rule: Rule) { counts[rule.index] &+= 1 }

    /// Adds what was ignored in other pushes.
    package mutating func add(_ other: IgnoredTally) { counts &+= other.counts }
}
