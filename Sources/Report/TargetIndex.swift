import Bytes
import PushModel

/// The pushes of each target. Memory does not grow with a log: of the targets that appear first a list is kept, and
/// pushes to all others, and to targets too long for a list, are counted.
struct TargetIndex: Sendable {
    /// How many targets are listed.
    static let listedTargets = 200
    /// The most bytes of a target that is listed.
    static let longestTarget = 1024

    /// Where pushes go: the place in the request that said so does not matter here.
    private struct Key: Hashable {
        let kind: Target.Kind
        let value: Text
    }

    /// A target and its pushes.
    struct Entry: Sendable {
        /// The target.
        let target: Target
        /// Its pushes.
        fileprivate(set) var pushes: PushList
    }

    /// The targets in the order in which they appear.
    private(set) var entries: [Entry] = []
    /// How many pushes went to targets that are not listed.
    private(set) var unlisted = 0
    private var positions: [Key: Int] = [:]

    /// Counts a push.
    mutating func add(_ push: CapturedPush) {
        guard let position = position(of: push.reading.message.target) else { return unlisted += 1 }
        entries[position].pushes.add(push)
    }

    /// Adds the pushes that follow.
    mutating func add(_ other: TargetIndex) {
        unlisted += other.unlisted
        for entry in other.entries {
            if let position = position(of: entry.target) {
                entries[position].pushes.add(entry.pushes)
            } else {
                unlisted += entry.pushes.count
            }
        }
    }

    /// Where the target is listed, now if not before; nil when there is no room for it.
    private mutating func position(of target: Target) -> Int? {
        let key = Key(kind: target.kind, value: target.value)
        if let known = positions[key] { return known }
        guard entries.count < TargetIndex.listedTargets, target.value.bytes.count <= TargetIndex.longestTarget else {
            return nil
        }
        positions[key] = entries.count
        entries.append(Entry(target: target, pushes: PushList()))
        return entries.count - 1
    }
}
