internal import HTTPMessage

/// The answers that take longer than the turn in which their requests came.
struct LaterAnswers {
    private struct Entry {
        var answer: PendingAnswer
        let response: any LaterResponse
        /// When it has to go on.
        var time: Duration
    }

    /// How long a turn may take; who has not gone on by then is the first in the next one.
    private static let timePerTurn: Duration = .milliseconds(10)

    private var entries: [Entry] = []

    /// How many there are.
    var count: Int { entries.count }

    /// When the first of them has to be looked at, whatever else happens; nil when there is none.
    private(set) var firstTime: Duration?

    /// Takes an answer whose response is still to come.
    mutating func append(_ answer: PendingAnswer, _ response: any LaterResponse) {
        entries.append(Entry(answer: answer, response: response, time: .zero))
        firstTime = .zero
    }

    /// Takes out the answers for which the condition holds.
    mutating func removeAll(where isDropped: (PendingAnswer) -> Bool) -> [PendingAnswer] {
        let dropped = entries.filter { isDropped($0.answer) }
        guard !dropped.isEmpty else { return [] }
        entries.removeAll { isDropped($0.answer) }
        firstTime = entries.map(\.time).min()
        return dropped.map(\.answer)
    }

    /// Lets the responses go on.
    ///
    /// - Parameters:
    ///   - hasNews: true when requests have come since the last call, so that those that wait are asked too.
    /// - Returns: the answers that are done, and those whose connections are to be broken off instead.
    mutating func proceed(at now: Duration, hasNews: Bool) -> (done: [PendingAnswer], broken: [PendingAnswer]) {
        guard let first = firstTime, hasNews || first <= now else { return ([], []) }
        let end = monotonicTime() + Self.timePerTurn
        var done: [PendingAnswer] = []
        var broken: [PendingAnswer] = []
        var late: [Entry] = []
        var others: [Entry] = []
        for var entry in entries {
            guard hasNews || entry.time <= now else {
                others.append(entry)
                continue
            }
            guard monotonicTime() < end else {
                entry.time = .zero
                late.append(entry)
                continue
            }
            switch entry.response.proceed(at: now) {
            case .done(let response):
                entry.answer.response = response
                done.append(entry.answer)
                continue
            case .last(let response):
                entry.answer.response = response
                entry.answer.isLast = true
                done.append(entry.answer)
                continue
            case .working: entry.time = .zero
            case .waiting(let time): entry.time = time
            case .dropped:
                broken.append(entry.answer)
                continue
            }
            others.append(entry)
        }
        entries = late + others
        firstTime = entries.map(\.time).min()
        return (done, broken)
    }
}
