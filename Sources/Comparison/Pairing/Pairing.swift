import Filter

/// Two pushes that are the same one in both runs.
struct Pair: Sendable, Hashable {
    let base: Int
    let head: Int
    /// True when nothing that counts is different.
    let isEqual: Bool
    /// True when both went to devices that only one of the runs knows, so that it is no change where they went.
    let isRenamed: Bool
}

/// Finds for each push of a run the same push in another.
///
/// First pushes are paired that are equal, then by what names a push, more and more loosely. Where several could be
/// meant, the likeness of what they say decides, all of them together.
///
/// Limits: up to ``groupLimit`` candidates on each side are weighed all against all; of more, those first that have most
/// in common.
struct Pairing {
    /// How many pushes of one side are weighed against how many of the other at once.
    static let groupLimit = 64
    /// How alike two of several candidates have to be, out of 1000.
    private static let leastLikeness = 450

    private(set) var pairs: [Pair] = []
    /// The pushes of the base run that the head run has not.
    private(set) var removed: [Int] = []
    /// The pushes of the head run that the base run has not.
    private(set) var added: [Int] = []
    /// How many devices have another token.
    private(set) var renamedDevices: Int
    /// What tokens of the base run are called in the head run.
    let deviceNames: [UInt64: UInt64]
    /// How many pushes went through a gateway in one run and to the service itself in the other.
    private(set) var acrossGateway = 0

    private let base: [PushDigest]
    private let head: [PushDigest]
    private let strangers: Set<UInt64>
    private let renamed: Set<UInt64>
    private let ignoresDevices: Bool
    private let hasOwnKey: Bool
    private let sketch: (Side, Int) throws -> Sketch

    /// - Parameter sketch: reads a push again to see what is like it.
    init(
        _ baseRun: DigestedRun, _ headRun: DigestedRun, _ rules: ComparisonRules,
        sketch: @escaping (Side, Int) throws -> Sketch
    ) throws {
        let namesTarget = rules.key.contains(.target)
        let devices =
            rules.hasExactTargets || !namesTarget
            ? RenamedDevices() : RenamedDevices(base: baseRun.digests, head: headRun.digests)
        var baseRun = baseRun
        baseRun.rename(devices.names)
        base = baseRun.digests
        head = headRun.digests
        strangers = devices.strangers
        renamed = Set(devices.names.values)
        renamedDevices = devices.names.count
        deviceNames = devices.names
        ignoresDevices = !namesTarget && !rules.hasExactTargets
        hasOwnKey = rules.key != ComparisonRules.usualKey
        self.sketch = sketch
        removed = Array(base.indices)
        added = Array(head.indices)
        pairEquals()
        for round in Round.allCases where !removed.isEmpty && !added.isEmpty { try pair(round) }
        pairs.sort { ($0.base, $0.head) < ($1.base, $1.head) }
    }

    private mutating func pairEquals() {
        // Pushes with the same hash form a list, the first of them at its head.
        var first: [UInt64: Int32] = Dictionary(minimumCapacity: base.count)
        var next = [Int32](repeating: -1, count: base.count)
        for position in base.indices.reversed() {
            let key = base[position].whole
            next[position] = first[key] ?? -1
            first[key] = Int32(truncatingIfNeeded: position)
        }
        var found: [Pair] = []
        for position in head.indices {
            let key = head[position].whole
            guard let candidate = first[key], candidate >= 0 else { continue }
            first[key] = next[Int(candidate)]
            found.append(pair(Int(candidate), position, isEqual: true))
        }
        take(found)
    }

    private mutating func pair(_ round: Round) throws {
        var groups: [UInt64: Int] = [:]
        var members: [(base: [Int], head: [Int])] = []
        func group(_ digest: PushDigest) -> Int? {
            guard round != .stranger || strangers.contains(digest.target) else { return nil }
            let key = round.key(of: digest)
            if let known = groups[key] { return known }
            groups[key] = members.count
            members.append(([], []))
            return members.count - 1
        }
        for position in removed { if let group = group(base[position]) { members[group].base.append(position) } }
        for position in added { if let group = group(head[position]) { members[group].head.append(position) } }
        let isSingle = round.namesOne ? singles(of: groups, round) : []
        var found: [Pair] = []
        for (index, member) in members.enumerated() where !member.base.isEmpty && !member.head.isEmpty {
            if isSingle.contains(index) && isSurelyOne(member.base[0], member.head[0])
                || round.isCertain && member.base.count == 1 && member.head.count == 1
            {
                found.append(pair(member.base[0], member.head[0], isEqual: false))
            } else {
                let least = round.isCertain ? 0 : Pairing.leastLikeness
                for (old, new) in try weighed(member.base, member.head, least: least) {
                    found.append(pair(old, new, isEqual: false))
                }
            }
        }
        take(found)
    }

    /// True when two that are alone with their key are the same push, whatever they say: when a test step, a topic or the
    /// user's own key names them, or when a user notices only one of them. A device alone may get anything.
    private func isSurelyOne(_ old: Int, _ new: Int) -> Bool {
        let (old, new) = (base[old].traits, head[new].traits)
        return hasOwnKey || old.contains(.marked) || !old.contains(.device)
            || old.contains(.displays) != new.contains(.displays)
    }

    /// The groups that have one push in each run, those that are paired already among them.
    private func singles(of groups: [UInt64: Int], _ round: Round) -> Set<Int> {
        var counts = [(base: Int, head: Int)](repeating: (0, 0), count: groups.count)
        for digest in base { if let group = groups[round.key(of: digest)] { counts[group].base += 1 } }
        for digest in head { if let group = groups[round.key(of: digest)] { counts[group].head += 1 } }
        return Set(counts.indices.filter { counts[$0] == (1, 1) })
    }

    private func pair(_ old: Int, _ new: Int, isEqual: Bool) -> Pair {
        let (oldDigest, newDigest) = (base[old], head[new])
        let areDevices = oldDigest.traits.contains(.device) && newDigest.traits.contains(.device)
        let areStrangers = strangers.contains(oldDigest.target) && strangers.contains(newDigest.target)
        let isNamed = oldDigest.target == newDigest.target && renamed.contains(newDigest.target)
        return Pair(
            base: old, head: new, isEqual: isEqual,
            isRenamed: areDevices && (areStrangers || isNamed || ignoresDevices)
        )
    }

    /// The pushes that are left of the base run and went through a gateway, or did not, and of the head run the others.
    func leftovers(isSentOn: Bool) -> (base: [Int], head: [Int]) {
        (
            removed.filter { base[$0].traits.contains(.sentOn) == isSentOn },
            added.filter { head[$0].traits.contains(.sentOn) != isSentOn }
        )
    }

    /// Takes pairs of which one push went through a gateway and the other did not.
    mutating func takeAcrossGateway(_ found: [Pair], renamed: Int) {
        take(found)
        pairs.sort { ($0.base, $0.head) < ($1.base, $1.head) }
        acrossGateway += found.count
        renamedDevices += renamed
    }

    private mutating func take(_ found: [Pair]) {
        guard !found.isEmpty else { return }
        pairs += found
        let (old, new) = (Set(found.map(\.base)), Set(found.map(\.head)))
        removed.removeAll { old.contains($0) }
        added.removeAll { new.contains($0) }
    }

    /// Pairs those of two lists that are most alike.
    private func weighed(_ old: [Int], _ new: [Int], least: Int) throws -> [(Int, Int)] {
        let olds = try old.map { try sketch(.base, $0) }
        let news = try new.map { try sketch(.head, $0) }
        return Weighing(olds, news, least: least).pairs.map { (old[$0.0], new[$0.1]) }
    }
}

/// By what pushes are put together that may be the same one.
private enum Round: CaseIterable {
    /// The whole key.
    case identity
    /// The key without collapse key and push type: a push that turned silent, for one.
    case address
    /// The same text to the same target under another mark.
    case step
    /// The same text under the same mark to another target.
    case target
    /// What went to devices that only one of the runs knows.
    case stranger

    /// True when a push that is the only one of its group in both runs may need no likeness.
    var namesOne: Bool { self == .identity || self == .address }

    /// True when all of a group say the same.
    var isCertain: Bool { self == .step || self == .target }

    func key(of digest: PushDigest) -> UInt64 {
        keyedHash { hasher in
            hasher.combine(digest.place)
            if self != .step { hasher.combine(digest.mark) }
            if self == .identity || self == .address || self == .step { hasher.combine(digest.target) }
            if self == .identity || self == .stranger { hasher.combine(digest.delivery) }
            if self == .step || self == .target { hasher.combine(digest.text) }
        }
    }
}

extension PushDigest {
    /// The hash of what names a push and what it says.
    fileprivate var whole: UInt64 {
        keyedHash {
            $0.combine(mark)
            $0.combine(place)
            $0.combine(target)
            $0.combine(delivery)
            $0.combine(content)
        }
    }
}
