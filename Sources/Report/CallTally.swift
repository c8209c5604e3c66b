import Bytes
package import CaptureLog
import HTTPMessage
import Providers

/// Counts the calls around the sends, those that are alike together.
struct CallTally {
    /// How many sorts are told apart; calls of further sorts are counted as one.
    static let listedCalls = 100

    private(set) var calls: [Excerpt.Call]
    private var places: [Excerpt.Call: Int] = [:]

    /// What was counted before.
    init(_ calls: [Excerpt.Call] = []) {
        self.calls = []
        for call in calls { add(call) }
    }

    /// Counts a request if it is such a call.
    mutating func add(_ exchange: Exchange) {
        guard exchange.isCall, let endpoint = Providers.endpoint(for: exchange.request) else { return }
        let call = endpoint.call(in: exchange)
        add(
            Excerpt.Call(
                kind: call.kind, summary: call.summary, note: call.note, status: exchange.response.status, count: 1
            )
        )
    }

    private mutating func add(_ call: Excerpt.Call) {
        var sort = call
        sort.count = 0
        if let place = places[sort] {
            calls[place].count += call.count
        } else if calls.count < CallTally.listedCalls {
            places[sort] = calls.count
            calls.append(call)
        } else {
            if calls.count == CallTally.listedCalls { calls.append(CallTally.rest) }
            calls[CallTally.listedCalls].count += call.count
        }
    }

    private static let rest = Excerpt.Call(kind: "other", summary: "further calls", note: nil, status: 0, count: 0)
}

extension Exchange {
    /// True when it is a call around the sends, and no stray request.
    package var isCall: Bool { annotations.limit == nil && Providers.endpoint(for: request) != nil }
}

extension Excerpt {
    /// How many requests were for nobody's route.
    package var strayRequests: Int { counts.requests - calls.reduce(0) { $0 + $1.count } }
}
