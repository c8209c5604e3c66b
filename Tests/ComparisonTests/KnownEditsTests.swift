import Bytes
import Comparison
import Testing

/// Whole runs with edits that are known.
@Suite struct KnownEditsTests {
    @Test(arguments: [(100, 100), (100, 7), (10_000, 10_000), (10_000, 583)])
    func `exactly the known edits are found, tokens renamed by a map`(count: Int, devices: Int) throws {
        let edits = KnownEdits(seed: 20_261_130, count: count, devices: devices)
        var rules = ComparisonRules()
        rules.targets = edits.tokens
        #expect(try edits.found(rules) == edits.edits)
    }

    @Test func `renamed tokens are found out where no map is given`() throws {
        let edits = KnownEdits(seed: 7, count: 2000, devices: 100)
        #expect(try edits.found(ComparisonRules()) == edits.edits)
    }

    @Test(arguments: 0..<40) func `a miss is shrunk to the few pushes that it needs`(seed: UInt64) throws {
        let count = 60
        func isMissed(_ kept: Set<Int>) throws -> Bool {
            let edits = KnownEdits(seed: seed, count: count, devices: 4, kept: kept)
            var rules = ComparisonRules()
            rules.targets = edits.tokens
            return try edits.found(rules) != edits.edits
        }
        var kept = Set(0..<count)
        guard try isMissed(kept) else { return }
        for number in 0..<count where try isMissed(kept.subtracting([number])) { kept.remove(number) }
        let edits = KnownEdits(seed: seed, count: count, devices: 4, kept: kept)
        var rules = ComparisonRules()
        rules.targets = edits.tokens
        Issue.record("seed \(seed), pushes \(kept.sorted()): \(edits.edits) expected, \(try edits.found(rules)) found")
    }

    @Test func `a run does not differ from itself`() throws {
        let run = KnownEdits(seed: 1, count: 1000, devices: 50).base
        let comparison = try Comparison(run, run)
        #expect(comparison.entries.isEmpty)
        #expect(comparison.totals.unchanged == run.pushes.count)
        #expect(comparison.totals.otherOrder == 0)
        #expect(comparison.totals.otherKeyOrder == 0)
        #expect(comparison.totals.renamedDevices == 0)
    }

    @Test func `the other way round is the mirror image`() throws {
        let edits = KnownEdits(seed: 3, count: 2000, devices: 100)
        let forth = try edits.found(ComparisonRules())
        var rules = ComparisonRules()
        let back = try Comparison(edits.head, edits.base, rules).entries.flatMap(\.places)
        let mirrored = back.map { place -> KnownEdits.Edit in
            switch (place.base, place.head) {
            case (let old?, let new?): .changed(base: new, head: old)
            case (let old?, nil): .added(head: old)
            default: .removed(base: place.head ?? -1)
            }
        }
        #expect(Set(mirrored) == forth)
        rules.targets = edits.tokens
        #expect(try edits.found(rules) == forth)
    }
}
