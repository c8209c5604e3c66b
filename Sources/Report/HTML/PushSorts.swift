import Providers
import PushModel

/// Which sorts of push a step has: each verdict with each provider, with and without findings.
struct PushSorts: Sendable, Equatable {
    private static let verdicts = PushVerdict.allCases
    private static let providers = (0...Providers.all.count).map(RunSummary.providerLabel)

    /// Whether there is such a push, and whether there is one with a finding, sort by sort.
    private var isThere = [Bool](repeating: false, count: 2 * verdicts.count * providers.count)

    /// Adds the sort of a push.
    mutating func insert(_ push: CapturedPush) {
        let verdict = PushSorts.verdicts.firstIndex(of: push.verdict) ?? 0
        let sort = 2 * (verdict * PushSorts.providers.count + push.providerIndex)
        isThere[sort] = true
        if push.severity != nil { isThere[sort + 1] = true }
    }

    /// Adds those of other pushes.
    mutating func formUnion(_ other: PushSorts) {
        for index in isThere.indices where other.isThere[index] { isThere[index] = true }
    }

    /// The classes that the filters' rules ask for, separated by spaces.
    var classes: [UInt8] {
        var classes: [String] = []
        for (row, verdict) in PushSorts.verdicts.enumerated() {
            for (column, provider) in PushSorts.providers.enumerated() {
                let sort = 2 * (row * PushSorts.providers.count + column)
                let name = PushSorts.name(verdict, provider: "\(provider)")
                if isThere[sort] { classes.append(name) }
                if isThere[sort + 1] { classes.append(PushSorts.flagged(name)) }
            }
        }
        return Array(classes.joined(separator: " ").utf8)
    }

    /// The class of a verdict with a provider.
    static func name(_ verdict: PushVerdict, provider: String) -> String { "\(verdict.rawValue)-\(provider)" }

    /// The class of those of a sort that have a finding.
    static func flagged(_ name: String) -> String { "\(name)-flagged" }
}
