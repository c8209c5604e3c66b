import Bytes
import Filter

/// Finds the pushes that have no partner on the side that an order rule names.
struct OrderCheck {
    private let rule: OrderRule
    private let otherName: Text
    /// The pushes of the other expectation in time order.
    private let others: [SubjectReference]

    init(_ rule: OrderRule, otherName: Text, others: [SubjectReference]) {
        self.rule = rule
        self.otherName = otherName
        self.others = others
    }

    /// What is not as asked of a push; nil when it is.
    func failure(of subject: SubjectReference) -> ExpectationFailure? {
        let nearest = nearest(to: subject)
        if let nearest {
            let distance = subject.time.microseconds.subtractingReportingOverflow(nearest.time.microseconds)
            let isNear =
                rule.within.map { !distance.overflow && distance.partialValue.magnitude <= $0.microseconds } ?? true
            if isNear { return nil }
        }
        return .order(of: subject, rule: rule, other: otherName, nearest: nearest)
    }

    /// The push nearest in time on the side of the rule; at the same moment counts as either side, the push itself never.
    private func nearest(to subject: SubjectReference) -> SubjectReference? {
        switch rule.side {
        case .after:
            let end = partition { $0.time > subject.time }
            return others[..<end].last { $0.id != subject.id }
        case .before:
            let start = partition { $0.time >= subject.time }
            return others[start...].first { $0.id != subject.id }
        }
    }

    /// The position of the first push that is late enough.
    private func partition(where isLate: (SubjectReference) -> Bool) -> Int {
        var low = 0
        var high = others.count
        while low < high {
            let middle = low + (high - low) / 2
            if isLate(others[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
