import Bytes

/// Entries while they are gathered: those of which the same is to be said become one.
struct EntryList {
    var totals = Totals()

    private let base: [PushDigest]
    private let head: [PushDigest]
    private var entries: [(entry: Entry, aspect: Change.Aspect?)] = []
    private var known: [UInt64: Int] = [:]

    init(_ base: [PushDigest], _ head: [PushDigest]) {
        self.base = base
        self.head = head
    }

    /// True when the two have to be looked at again to know whether something is different.
    func isDoubtful(_ pair: Pair, _ rules: ComparisonRules) -> Bool {
        let (old, new) = (base[pair.base], head[pair.head])
        if !pair.isEqual || old.keyOrder != new.keyOrder { return true }
        guard let tolerance = rules.timing, let oldStart = base.first?.time, let newStart = head.first?.time else {
            return false
        }
        return abs((new.time - newStart) - (old.time - oldStart)) > tolerance.microseconds
    }

    mutating func add(_ pair: Pair, _ judgement: Judgement) {
        guard !judgement.isEmpty else {
            totals.unchanged += 1
            if judgement.hasOtherKeyOrder { totals.otherKeyOrder += 1 }
            return
        }
        let place = Entry.Place(base: pair.base, head: pair.head, isRenamed: pair.isRenamed)
        totals.changed += 1
        add(
            .changed, place, isRegression: judgement.isRegression, judgement.aspect, of: head[pair.head],
            judgement.signature)
    }

    mutating func add(removed position: Int) {
        let push = base[position]
        totals.removed += 1
        add(
            .removed, Entry.Place(base: position, head: nil, isRenamed: false),
            isRegression: push.traits.contains(.displays), nil, of: push, push.content)
    }

    mutating func add(added position: Int) {
        let push = head[position]
        totals.added += 1
        add(
            .added, Entry.Place(base: nil, head: position, isRenamed: false),
            isRegression: push.traits.contains(.error), nil, of: push, push.content)
    }

    private mutating func add(
        _ kind: Entry.Kind, _ place: Entry.Place, isRegression: Bool, _ aspect: Change.Aspect?, of push: PushDigest,
        _ signature: UInt64
    ) {
        if isRegression { totals.regressions += 1 }
        let key = keyedHash {
            $0.combine(kind)
            $0.combine(push.mark)
            $0.combine(push.place)
            $0.combine(signature)
        }
        if let index = known[key] {
            entries[index].entry.places.append(place)
        } else {
            known[key] = entries.count
            entries.append((Entry(kind: kind, isRegression: isRegression, places: [place]), aspect))
        }
    }

    /// Regressions first, then by kind, then by what is most important about a change, then as they came.
    var sorted: [Entry] {
        let kinds = Entry.Kind.allCases
        func rank(_ index: Int) -> (Int, Int, Int, Int) {
            let (entry, aspect) = entries[index]
            let kind = kinds.firstIndex(of: entry.kind) ?? 0
            let weight = aspect.flatMap { Change.Aspect.allCases.firstIndex(of: $0) } ?? 0
            return (entry.isRegression ? 0 : 1, kind, weight, index)
        }
        return entries.indices.sorted { rank($0) < rank($1) }.map { entries[$0].entry }
    }
}

extension Pairing {
    /// How many pushes would have to be moved so that those to each target under each mark come in the order of the
    /// base run.
    func countOtherOrder(_ base: DigestedRun, _ head: DigestedRun) -> Int {
        var lists: [UInt64: [Int]] = [:]
        for pair in pairs {
            let digest = head.digests[pair.head]
            let key = keyedHash {
                $0.combine(digest.mark)
                $0.combine(digest.target)
            }
            lists[key, default: []].append(pair.head)
        }
        return lists.values.reduce(0) { $0 + $1.count - longestRise($1) }
    }
}

/// The length of the longest rising subsequence.
private func longestRise(_ numbers: [Int]) -> Int {
    // The smallest last number of a rising subsequence of each length.
    var ends: [Int] = []
    for number in numbers {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low == ends.count { ends.append(number) } else { ends[low] = number }
    }
    return ends.count
}
