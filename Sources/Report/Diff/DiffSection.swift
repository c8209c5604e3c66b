import Bytes
import Comparison

/// Under which heading an entry stands.
enum DiffSection: Int, CaseIterable {
    case regressions
    case changed
    case removed
    case added

    init(_ entry: Entry) {
        guard !entry.isRegression else {
            self = .regressions
            return
        }
        self =
            switch entry.kind {
            case .changed: .changed
            case .removed: .removed
            case .added: .added
            }
    }

    var heading: StaticString {
        switch self {
        case .regressions: "Regressions"
        case .changed: "Changed"
        case .removed: "Removed"
        case .added: "Added"
        }
    }

    /// The kind of which those that are no regressions stand under it.
    private var kind: Entry.Kind? {
        switch self {
        case .regressions: nil
        case .changed: .changed
        case .removed: .removed
        case .added: .added
        }
    }

    /// What the heading means.
    var meaning: StaticString {
        switch self {
        case .regressions: "A user or an app gets less than before, or a mistake came in."
        case .changed: "Both runs have them, and they are not the same."
        case .removed: "Only BASE has them."
        case .added: "Only HEAD has them."
        }
    }

    /// How many pushes stand under it.
    func count(in comparison: Comparison) -> Int {
        comparison.entries.reduce(0) { $0 + (DiffSection($1) == self ? $1.count : 0) }
    }

    /// That in words, with what of the kind stands under the regressions: `4 pushes besides 1 regression`.
    func extent(in comparison: Comparison) -> [UInt8] {
        let regressions = kind.map(comparison.regressions) ?? 0
        let pushes: [UInt8] = .counted(count(in: comparison), "push", "pushes")
        guard regressions > 0 else { return pushes }
        return pushes + " besides ".utf8 + .counted(regressions, "regression", "regressions")
    }
}

extension Entry.Kind {
    /// The kind as a reader sees it.
    var word: StaticString {
        switch self {
        case .changed: "Changed"
        case .removed: "Removed"
        case .added: "Added"
        }
    }
}

extension Entry {
    /// How many pushes it stands for, where they are several.
    var times: [UInt8]? { count == 1 ? nil : Array("\(count) times".utf8) }
}

extension Change {
    /// The longest value that is shown, in bytes; of a longer one the beginning is.
    static let shownBytes = 4000

    /// What the change is about, where it has a name.
    var shownName: StaticString? { name.isEmpty ? "whole body" : nil }
}
