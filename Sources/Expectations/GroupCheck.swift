import Bytes
import Filter

/// Counts the pushes of each group as they come, in time order.
struct GroupCheck {
    private struct Group {
        /// The times, oldest first; those before `firstCounted` are too long ago.
        var times: [Instant] = []
        var firstCounted = 0
        var total: Int64 = 0
        /// The place in the failures, once there is one.
        var failure: Int?
    }

    private let rule: GroupRule
    private var groups: [[Text]: Group] = [:]
    private(set) var ungrouped: Int64 = 0
    /// One for each group that is too large, with its greatest number so far.
    private(set) var failures: [ExpectationFailure] = []
    /// How many groups more are too large than are listed.
    private(set) var moreFailures = 0

    init(_ rule: GroupRule) {
        self.rule = rule
    }

    mutating func add(_ reader: inout FieldReader) {
        var key: [Text] = []
        for field in rule.key {
            let values = reader.values(of: field)
            guard !values.isEmpty else {
                ungrouped += 1
                return
            }
            key.append(Text(values.map(\.description).joined(separator: ", ")))
        }
        let count = count(reader.subject.time, in: &groups[key, default: Group()])
        guard count > rule.atMost else { return }
        record(count, for: key, reader: &reader)
    }

    private func count(_ time: Instant, in group: inout Group) -> Int64 {
        guard let span = rule.within else {
            group.total += 1
            return group.total
        }
        group.times.append(time)
        let (start, overflowed) = time.microseconds.subtractingReportingOverflow(span.microseconds)
        while !overflowed, group.firstCounted < group.times.count,
            group.times[group.firstCounted].microseconds <= start
        {
            group.firstCounted += 1
        }
        let count = group.times.count - group.firstCounted
        if group.firstCounted > count {
            group.times.removeFirst(group.firstCounted)
            group.firstCounted = 0
        }
        return Int64(count)
    }

    private mutating func record(_ count: Int64, for key: [Text], reader: inout FieldReader) {
        if let position = groups[key]?.failure {
            guard failures.indices.contains(position),
                case .group(let subject, let rule, let key, let greatest) = failures[position]
            else { return }
            failures[position] = .group(of: subject, rule: rule, key: key, count: max(count, greatest))
            return
        }
        groups[key]?.failure = failures.count
        guard failures.count < ExpectationResult.limit else {
            groups[key]?.failure = .max
            moreFailures += 1
            return
        }
        failures.append(.group(of: SubjectReference(&reader), rule: rule, key: key, count: count))
    }
}
