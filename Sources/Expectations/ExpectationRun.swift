package import Filter

/// Checks expectations against pushes that come one by one, in time order.
///
/// ``report`` can be asked for at any time, so a growing log is followed with the same value. Memory: three near misses
/// and a few references for each expectation, one time for each push in a group with a time span, and one reference for
/// each push of an expectation that an order rule is about.
package struct ExpectationRun {
    private var checks: [Check]
    private var captured: Int64 = 0

    /// Nothing captured yet.
    package init(_ expectations: [Expectation]) {
        let ordered = Set(expectations.enumerated().flatMap { $1.order.isEmpty ? [] : [$0] + $1.order.map(\.other) })
        checks = expectations.enumerated().map { Check($1, keepsMatches: ordered.contains($0)) }
    }

    /// Takes a push into account.
    package mutating func add(_ subject: FilterSubject) {
        captured += 1
        var reader = FieldReader(subject)
        for position in checks.indices { checks[position].add(&reader) }
    }

    /// How things stand.
    package var report: ExpectationReport {
        let results = checks.map { check in
            let orders = check.expectation.order.compactMap { rule in
                checks.indices.contains(rule.other)
                    ? OrderCheck(
                        rule, otherName: checks[rule.other].expectation.name,
                        others: checks[rule.other].matches.inTimeOrder)
                    : nil
            }
            return check.result(orders: orders)
        }
        return ExpectationReport(results: results, captured: captured)
    }
}

/// What is known of one expectation so far.
private struct Check {
    let expectation: Expectation
    private let keepsMatches: Bool
    private var fields: [FieldCheck]
    private var groups: [GroupCheck]
    private var matched: Int64 = 0
    /// The first pushes that matched, or all of them when an order rule needs them.
    private(set) var matches: [SubjectReference] = []
    private var fieldFailures: [ExpectationFailure] = []
    private var moreFieldFailures = 0
    private var nearMisses = NearMisses()

    init(_ expectation: Expectation, keepsMatches: Bool) {
        self.expectation = expectation
        self.keepsMatches = keepsMatches
        fields = expectation.fields.map(FieldCheck.init)
        groups = expectation.groups.map(GroupCheck.init)
    }

    mutating func add(_ reader: inout FieldReader) {
        guard expectation.filter.matches(&reader) else {
            if matched < expectation.count.atLeast { nearMisses.add(&reader, for: expectation.filter) }
            return
        }
        matched += 1
        if keepsMatches || matches.count < ExpectationResult.limit { matches.append(SubjectReference(&reader)) }
        for position in fields.indices {
            guard let failure = fields[position].failure(in: &reader) else { continue }
            if fieldFailures.count < ExpectationResult.limit {
                fieldFailures.append(failure)
            } else {
                moreFieldFailures += 1
            }
        }
        for position in groups.indices { groups[position].add(&reader) }
    }

    func result(orders: [OrderCheck]) -> ExpectationResult {
        let count = expectation.count
        var failures: [ExpectationFailure] = []
        if !count.allows(matched) { failures.append(.count(wanted: count, matched: matched)) }
        failures += fieldFailures
        let orderFailures = orders.flatMap { order in matches.compactMap(order.failure) }
        failures += orderFailures
        failures += groups.flatMap(\.failures)
        let more = moreFieldFailures + groups.reduce(0) { $0 + $1.moreFailures }
        return ExpectationResult(
            name: expectation.name, filter: expectation.filter.text, count: count, matched: matched,
            matches: Array(matches.prefix(ExpectationResult.limit)),
            failures: Array(failures.prefix(ExpectationResult.limit)),
            moreFailures: more + max(0, failures.count - ExpectationResult.limit),
            nearest: matched < count.atLeast ? nearMisses.nearest : [],
            ungrouped: groups.reduce(0) { $0 + $1.ungrouped }, isSettled: isSettled(orderFailures)
        )
    }

    /// A count above its bound, a field or group that is wrong, or a push without its forerunner cannot be mended by what
    /// comes later; and only an expectation without an upper bound or further rules cannot be spoiled.
    private func isSettled(_ orderFailures: [ExpectationFailure]) -> Bool {
        let isTooMany = expectation.count.atMost.map { matched > $0 } ?? false
        let lacksForerunner = orderFailures.contains { failure in
            if case .order(_, let rule, _, _) = failure { rule.side == .after } else { false }
        }
        if isTooMany || !fieldFailures.isEmpty || lacksForerunner || groups.contains(where: { !$0.failures.isEmpty }) {
            return true
        }
        return matched >= expectation.count.atLeast && expectation.count.atMost == nil && fields.isEmpty
            && groups.isEmpty
            && expectation.order.isEmpty
    }
}

extension [SubjectReference] {
    fileprivate var inTimeOrder: [SubjectReference] {
        sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }
}
