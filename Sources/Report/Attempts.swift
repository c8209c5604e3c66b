package import Bytes
import CaptureLog
import HTTPMessage

/// Which pushes are one send that was tried several times.
///
/// Two pushes to the same provider are attempts of one send when they have the same `apns-id`; where one of them has
/// none, when method, target and body are the same bytes. Between two attempts lies at most ``longestPause``, and no mark.
/// Of payloads that are hidden nothing can be told by their bytes, so only the `apns-id` counts there.
package struct Attempts: Sendable {
    /// The longest pause between two attempts.
    package static let longestPause = TimeSpan(microseconds: 300_000_000)
    /// How many sends are remembered before those that are too old to be tried again are forgotten.
    package static let smallCrowd = 65_536

    /// One of several attempts.
    package struct Attempt: Sendable, Equatable {
        /// Which one it is, from 1.
        package let number: Int
        /// How many there were.
        package let count: Int
        /// The place of the first one among all pushes.
        package let first: Int
        /// The identifier of the first one's event.
        package let group: Text
    }

    /// A send, by its first attempt.
    private struct Send {
        let first: Int
        let group: Text
        var count: Int
    }

    private var sends: [Send] = []
    /// Of each push, its send and its number; of the pushes that were sent once there is nothing.
    private var places: [Int: (send: Int, number: Int)] = [:]

    /// How many sends were tried again.
    package var retriedSends: Int { sends.count }
    /// How many pushes their attempts are.
    package var retriedPushes: Int { places.count }
    /// How many attempts came after one that had been accepted: what a client sends again for no reason.
    package private(set) var needlessAttempts = 0

    /// The attempt that the push at a position is; nil when it was sent once.
    package subscript(position: Int) -> Attempt? {
        guard let place = places[position] else { return nil }
        let send = sends[place.send]
        return Attempt(number: place.number, count: send.count, first: send.first, group: send.group)
    }

    /// Reads every push of a source once.
    package init(of source: ReportSource, smallCrowd: Int = smallCrowd) async throws {
        guard source.count > 1 else { return }
        var open: [Int: Candidate] = [:]
        var group = 0
        var position = 0
        var crowd = smallCrowd
        try await inOrder(Slice.all(of: Batch.all(of: source.groups))) { slice in
            try slice.pushes.map { position in
                let event = try source.event(position)
                return (group: slice.batch.group, trace: Trace(event))
            }
        } consume: { (traces: [(group: Int, trace: Trace?)]) in
            for (nextGroup, trace) in traces {
                if nextGroup != group { open.removeAll(keepingCapacity: true) }
                group = nextGroup
                if let trace {
                    add(trace, at: position, to: &open)
                    if open.count >= crowd {
                        open = open.filter { $0.value.isOpen(at: trace.time) }
                        crowd = max(smallCrowd, 2 * open.count)
                    }
                }
                position += 1
            }
        }
    }

    private struct Candidate {
        let first: Int
        let id: Text
        var last: Instant
        /// True when the last attempt was accepted.
        var isAccepted: Bool
        /// Nil while there was one attempt.
        var send: Int?

        /// Whether a push of this time may be the next attempt.
        func isOpen(at time: Instant) -> Bool {
            time.microseconds - last.microseconds <= Attempts.longestPause.microseconds
        }
    }

    private mutating func add(_ trace: Trace, at position: Int, to open: inout [Int: Candidate]) {
        guard var candidate = open[trace.key], candidate.isOpen(at: trace.time) else {
            open[trace.key] = Candidate(
                first: position, id: trace.id, last: trace.time, isAccepted: trace.isAccepted, send: nil)
            return
        }
        let send: Int
        if let known = candidate.send {
            send = known
        } else {
            send = sends.count
            sends.append(Send(first: candidate.first, group: candidate.id, count: 1))
            places[candidate.first] = (send, 1)
        }
        sends[send].count += 1
        places[position] = (send, sends[send].count)
        if candidate.isAccepted { needlessAttempts += 1 }
        candidate.isAccepted = trace.isAccepted
        candidate.last = trace.time
        candidate.send = send
        open[trace.key] = candidate
    }
}

/// What tells whether two pushes are one send: a hash, which no sender can foresee.
private struct Trace: Sendable {
    let key: Int
    let id: Text
    let time: Instant
    let isAccepted: Bool

    /// - Returns: nil for what is no push, and for one of which nothing can be told.
    init?(_ event: Event) {
        guard case .push(let exchange) = event.content else { return nil }
        let request = exchange.request
        var hasher = Hasher()
        hasher.combine(exchange.provider)
        if let identifier = request.headers.first("apns-id"), !identifier.isEmpty {
            hasher.combine(identifier)
        } else {
            if exchange.annotations.hidden.contains(.payloads) || exchange.annotations.limit != nil {
                return nil
            }
            hasher.combine(request.method)
            unsafe request.target.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
            unsafe request.body.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
        key = hasher.finalize()
        id = event.id
        time = event.time
        isAccepted = (200..<300).contains(exchange.response.status)
    }
}
