import TestSupport
import Testing

@testable import Comparison

/// The cheapest assignment against all there are.
@Suite struct AssignmentTests {
    @Test(arguments: 0..<60) func `no other assignment is cheaper`(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        let rows = Int(chance.next() % 5) + 1
        let columns = rows + Int(chance.next() % 3)
        let costs = (0..<rows).map { _ in (0..<columns).map { _ in Int(chance.next() % 20) } }
        let found = cheapestAssignment(costs)
        #expect(Set(found).count == rows)
        #expect(total(costs, found) == cheapest(costs, row: 0, taken: []))
    }

    private func total(_ costs: [[Int]], _ columns: [Int]) -> Int {
        columns.enumerated().reduce(0) { $0 + costs[$1.offset][$1.element] }
    }

    private func cheapest(_ costs: [[Int]], row: Int, taken: Set<Int>) -> Int {
        guard row < costs.count else { return 0 }
        return costs[row].indices.filter { !taken.contains($0) }
            .map { costs[row][$0] + cheapest(costs, row: row + 1, taken: taken.union([$0])) }.min() ?? 0
    }
}
