package import Bytes
import Dispatch
package import Filter
import Synchronization

/// Two runs of pushes, compared.
///
/// Entry point: ``init(base:head:rules:)``. Pushes are found again by what they are and not by when they came: see
/// ``ComparisonRules/usualKey``. In memory stay 80 bytes for each push, and the entries; what is to be said of an entry
/// is read again when it is asked for.
package struct Comparison: Sendable {
    /// One of the runs.
    package struct Run: Sendable {
        /// What the user called it.
        package let name: Text
        /// What was left out of it on purpose, one sentence each: it is no whole run then.
        package let selections: [Text]
        /// Its pushes.
        package let digests: DigestedRun
        /// Reads the push at a position again; called from several threads.
        package let push: @Sendable (Int) throws -> FilterSubject

        /// A run.
        package init(
            name: Text, selections: [Text] = [], digests: DigestedRun,
            push: @escaping @Sendable (Int) throws -> FilterSubject
        ) {
            self.name = name
            self.selections = selections
            self.digests = digests
            self.push = push
        }
    }

    /// The run that counts as known.
    package let base: Run
    /// The run that is compared with it.
    package let head: Run
    /// What was compared and how.
    package let rules: ComparisonRules
    /// What is different, regressions first, then what changed, was removed and was added, in the order of the runs.
    package let entries: [Entry]
    /// What it comes to.
    package let totals: Totals
    /// The rules that met nothing in either run, one sentence each.
    let unmetRules: [Text]

    /// Compares two runs whose digests were made by the same rules.
    ///
    /// - Throws: whatever reading a push again throws.
    package init(base: Run, head: Run, rules: ComparisonRules) throws {
        self.base = base
        self.head = head
        self.rules = rules
        let run = { (side: Side) in side == .base ? base : head }
        var pairing = try Pairing(base.digests, head.digests, rules) { side, position in
            let push = try run(side).push(position)
            return Sketch(push, by: ComparedRequest(postedFor: push), rules)
        }
        try pairing.pairAcrossGateway(rules) { side, positions in
            let (run, digester) = (run(side), PushDigester(rules, side: side))
            return try concurrently(positions) { digester.serviceDigest(try run.push($0), position: $0) }
        } sketch: { side, position in
            let push = try run(side).push(position)
            return Sketch(
                push, by: ComparedRequest(toServiceOf: push) ?? ComparedRequest(postedFor: push), rules)
        }
        var list = EntryList(base.digests.digests, head.digests.digests)
        list.totals.renamedDevices = pairing.renamedDevices
        list.totals.acrossGateway = pairing.acrossGateway
        list.totals.otherOrder = pairing.countOtherOrder(base.digests, head.digests)
        let doubtful = pairing.pairs.filter { list.isDoubtful($0, rules) }
        list.totals.unchanged = pairing.pairs.count - doubtful.count
        let starts = (base: base.digests.start, head: head.digests.start)
        let results = try concurrently(doubtful) { pair in
            let difference = Difference(
                from: try base.push(pair.base), to: try head.push(pair.head), rules, isRenamed: pair.isRenamed,
                starts: starts
            )
            return Judgement(difference, ofEqual: pair.isEqual)
        }
        for (pair, judgement) in zip(doubtful, results) { list.add(pair, judgement) }
        for position in pairing.removed { list.add(removed: position) }
        for position in pairing.added { list.add(added: position) }
        entries = list.sorted
        totals = list.totals
        var unmet = UnmetRules(rules)
        for (side, run) in [(Side.base, base), (.head, head)] {
            for position in 0..<run.digests.count where !unmet.isEmpty { unmet.meet(try run.push(position), of: side) }
        }
        unmetRules = unmet.sentences
    }

    /// Everything that is different about the push of a place; nil unless both runs have it.
    package func difference(of place: Entry.Place) throws -> Difference? {
        guard let old = place.base, let new = place.head else { return nil }
        return Difference(
            from: try base.push(old), to: try head.push(new), rules, isRenamed: place.isRenamed,
            starts: (base: base.digests.start, head: head.digests.start)
        )
    }

    /// True when one of the runs has no push.
    package var isEmpty: Bool { base.digests.count == 0 || head.digests.count == 0 }
}

/// What is to be kept of a difference: enough to put it in order and to tell equal ones.
struct Judgement: Sendable {
    let isEmpty: Bool
    let isRegression: Bool
    let hasOtherKeyOrder: Bool
    /// The first and so most important aspect.
    let aspect: Change.Aspect?
    let signature: UInt64

    init(_ difference: Difference, ofEqual isEqual: Bool) {
        isEmpty = difference.isEmpty
        isRegression = difference.isRegression
        hasOtherKeyOrder = isEqual || difference.isEmpty && !difference.changes.isEmpty
        aspect = difference.changes.first?.aspect
        signature = keyedHash { $0.combine(difference.changes) }
    }
}

/// Does work on several threads; the results stand in the order of the items.
private func concurrently<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ work: @escaping @Sendable (Item) throws -> Result
) throws -> [Result] {
    let pieceLength = 64
    let pieces = (items.count + pieceLength - 1) / pieceLength
    let done = Mutex<(results: [[Result]], failure: (any Error)?)>((Array(repeating: [], count: pieces), nil))
    DispatchQueue.concurrentPerform(iterations: pieces) { piece in
        let range = piece * pieceLength..<min(items.count, (piece + 1) * pieceLength)
        do {
            let results = try items[range].map(work)
            done.withLock { $0.results[piece] = results }
        } catch {
            done.withLock { $0.failure = error }
        }
    }
    return try done.withLock { done in
        if let failure = done.failure { throw failure }
        return done.results.flatMap { $0 }
    }
}
