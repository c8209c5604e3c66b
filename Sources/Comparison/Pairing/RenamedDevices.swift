/// Finds out which device of one run is which of the other when every run has tokens of its own.
///
/// Only tokens that one run has and the other has not can be renamed. First those are put together that got the same
/// pushes; then, of the rest, those that share a push that nobody else got.
struct RenamedDevices {
    /// What tokens of the base run are called in the head run.
    private(set) var names: [UInt64: UInt64] = [:]
    /// The tokens that only one of the runs has, by the names of the head run.
    private(set) var strangers: Set<UInt64> = []

    /// Nothing is renamed.
    init() {}

    init(base: [PushDigest], head: [PushDigest]) {
        let baseTokens = Set(base.lazy.filter { $0.traits.contains(.device) }.map(\.target))
        let headTokens = Set(head.lazy.filter { $0.traits.contains(.device) }.map(\.target))
        guard !baseTokens.isSubset(of: headTokens), !headTokens.isSubset(of: baseTokens) else { return }
        let old = Pushes(base) { !headTokens.contains($0) }
        let new = Pushes(head) { !baseTokens.contains($0) }
        nameBySignature(old, new)
        nameByRarePush(old, new)
        strangers = Set(old.tokens + new.tokens).subtracting(names.keys).subtracting(names.values)
    }

    private mutating func nameBySignature(_ old: Pushes, _ new: Pushes) {
        var candidates: [UInt64: [UInt64]] = [:]
        for token in new.tokens.reversed() { candidates[new.signatures[token] ?? 0, default: []].append(token) }
        for token in old.tokens {
            if let name = candidates[old.signatures[token] ?? 0]?.popLast() { names[token] = name }
        }
    }

    /// Those that share most come first; between equals the push decides, so that neither run's order matters.
    private mutating func nameByRarePush(_ old: Pushes, _ new: Pushes) {
        let oldOwners = old.owners(besides: Set(names.keys))
        let newOwners = new.owners(besides: Set(names.values))
        var shared: [Renaming: (pushes: Int, least: UInt64)] = [:]
        for case (let content, .some(let oldToken)) in oldOwners {
            guard case .some(.some(let newToken)) = newOwners[content] else { continue }
            let renaming = Renaming(old: oldToken, new: newToken)
            let known = shared[renaming] ?? (0, content)
            shared[renaming] = (known.pushes + 1, min(known.least, content))
        }
        var taken: Set<UInt64> = []
        for (renaming, _) in shared.sorted(by: { ($1.value.pushes, $0.value.least) < ($0.value.pushes, $1.value.least) }
        )
        where names[renaming.old] == nil && taken.insert(renaming.new).inserted {
            names[renaming.old] = renaming.new
        }
    }
}

/// A token of the base run and what it may be called in the head run.
private struct Renaming: Hashable {
    let old: UInt64
    let new: UInt64
}

/// The pushes to tokens that the other run does not have.
private struct Pushes {
    /// The tokens in the order of their first push.
    private(set) var tokens: [UInt64] = []
    /// What all pushes to a token come to.
    private(set) var signatures: [UInt64: UInt64] = [:]
    /// Each push without its token, and the token.
    private(set) var contents: [(content: UInt64, token: UInt64)] = []

    init(_ digests: [PushDigest], where isStranger: (UInt64) -> Bool) {
        for digest in digests where digest.traits.contains(.device) && isStranger(digest.target) {
            let content = keyedHash {
                $0.combine(digest.mark)
                $0.combine(digest.place)
                $0.combine(digest.delivery)
                $0.combine(digest.content)
            }
            if let known = signatures[digest.target] {
                signatures[digest.target] = known &+ content
            } else {
                tokens.append(digest.target)
                signatures[digest.target] = content
            }
            contents.append((content, digest.target))
        }
    }

    /// For each push the only token that got it; nil when several did.
    func owners(besides named: Set<UInt64>) -> [UInt64: UInt64?] {
        var owners: [UInt64: UInt64?] = [:]
        for (content, token) in contents where !named.contains(token) {
            if let known = owners[content] {
                if known != token { owners[content] = .some(nil) }
            } else {
                owners[content] = .some(token)
            }
        }
        return owners
    }
}
