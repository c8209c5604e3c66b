extension OrderRule {
    /// The first expectation whose order leads back to itself; nil when all can hold together.
    ///
    /// - Parameter rules: the rules of each expectation.
    static func firstInCircle(_ rules: [[OrderRule]]) -> Int? {
        var later = [[Int]](repeating: [], count: rules.count)
        for (position, rules) in rules.enumerated() {
            for rule in rules {
                switch rule.side {
                case .after: later[rule.other].append(position)
                case .before: later[position].append(rule.other)
                }
            }
        }
        return rules.indices.first { start in
            var seen: Set<Int> = []
            var waiting = later[start]
            while let next = waiting.popLast() {
                if next == start { return true }
                if seen.insert(next).inserted { waiting += later[next] }
            }
            return false
        }
    }
}
