/// Pairs pushes of two lists so that all together they are as alike as can be.
struct Weighing {
    /// The places in the lists.
    private(set) var pairs: [(Int, Int)] = []

    private let old: [Sketch]
    private let new: [Sketch]
    private let least: Int

    /// - Parameter least: how alike two have to be, out of 1000.
    init(_ old: [Sketch], _ new: [Sketch], least: Int) {
        self.old = old
        self.new = new
        self.least = least
        var (oldRest, newRest) = (Array(old.indices), Array(new.indices))
        if max(old.count, new.count) > Pairing.groupLimit {
            for facet in old[0].facets.indices { pairByFacet(facet, &oldRest, &newRest) }
        }
        var position = 0
        while position < min(oldRest.count, newRest.count) {
            let end = position + Pairing.groupLimit
            assign(
                Array(oldRest[position..<min(end, oldRest.count)]), Array(newRest[position..<min(end, newRest.count)]))
            position = end
        }
    }

    private mutating func pairByFacet(_ facet: Int, _ oldRest: inout [Int], _ newRest: inout [Int]) {
        var groups: [UInt64: Int] = [:]
        var members: [(old: [Int], new: [Int])] = []
        for index in oldRest {
            let group = groups[old[index].facets[facet]] ?? members.count
            if group == members.count {
                groups[old[index].facets[facet]] = group
                members.append(([], []))
            }
            members[group].old.append(index)
        }
        for index in newRest {
            if let group = groups[new[index].facets[facet]] { members[group].new.append(index) }
        }
        let before = pairs.count
        for member in members where !member.new.isEmpty && max(member.old.count, member.new.count) <= Pairing.groupLimit
        {
            assign(member.old, member.new)
        }
        let taken = (Set(pairs[before...].map(\.0)), Set(pairs[before...].map(\.1)))
        oldRest.removeAll { taken.0.contains($0) }
        newRest.removeAll { taken.1.contains($0) }
    }

    private mutating func assign(_ olds: [Int], _ news: [Int]) {
        let isTurned = olds.count > news.count
        let (rows, columns) = isTurned ? (news, olds) : (olds, news)
        let worst = cost(likeness: least - 1, 0)
        let costs = rows.indices.map { row in
            columns.indices.map { column in
                let likeness =
                    isTurned
                    ? old[columns[column]].likeness(to: new[rows[row]])
                    : old[rows[row]].likeness(to: new[columns[column]])
                return likeness < least ? worst : cost(likeness: likeness, row - column)
            }
        }
        for (row, column) in cheapestAssignment(costs).enumerated() where costs[row][column] < worst {
            pairs.append(isTurned ? (columns[column], rows[row]) : (rows[row], columns[column]))
        }
    }

    /// What a pair costs: mostly how unlike the two are; of equally good ways the one counts that keeps the order.
    private func cost(likeness: Int, _ shift: Int) -> Int {
        (1000 - likeness) << 20 + shift * shift
    }
}
