import Bytes

/// How many events there are of each kind.
package struct EventCounts: Sendable, Equatable {
    /// Starts of recorders.
    package private(set) var runs = 0
    /// Requests to a provider's route, refused ones too.
    package private(set) var pushes = 0
    /// Requests to nobody's route.
    package private(set) var requests = 0
    /// Test steps.
    package private(set) var marks = 0
    /// Times that the user cleared the read API.
    package private(set) var resets = 0
    /// Orderly stops of recorders.
    package private(set) var ends = 0
    /// Events of a kind that this version does not know.
    package private(set) var unknown = 0

    /// Counts of events that are neither pushes nor marks.
    package init(runs: Int = 0, requests: Int = 0, resets: Int = 0, ends: Int = 0, unknown: Int = 0) {
        self.runs = runs
        self.requests = requests
        self.resets = resets
        self.ends = ends
        self.unknown = unknown
    }

    init(_ entries: [IndexEntry]) {
        for entry in entries {
            switch entry.kind {
            case .run: runs += 1
            case .push: pushes += 1
            case .request: requests += 1
            case .mark: marks += 1
            case .reset: resets += 1
            case .end: ends += 1
            case .excerpt: break
            case .unknown: unknown += 1
            }
        }
    }

    /// Counts what an excerpt left out too.
    mutating func addOthers(_ other: EventCounts) {
        runs += other.runs
        requests += other.requests
        resets += other.resets
        ends += other.ends
        unknown += other.unknown
    }

    /// What an excerpt leaves out.
    var withoutPushesAndMarks: EventCounts {
        EventCounts(runs: runs, requests: requests, resets: resets, ends: ends, unknown: unknown)
    }

    /// The kinds that an excerpt leaves out, as lines name them, and how many there are of each.
    var besidesPushesAndMarks: [(kind: Text, count: Int)] {
        [("run", runs), ("request", requests), ("reset", resets), ("end", ends), ("unknown", unknown)]
    }
}
