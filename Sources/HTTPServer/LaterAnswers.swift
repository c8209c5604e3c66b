internal import HTTPMessage

/// The answers that take longer than the turn in which their requests came.
struct LaterAnswers {
    private struct Entry {
        let answer: PendingAnswer
        let response: any LaterResponse
        /// When it has to go on; nil once it is done.
        var time: Duration?
    }

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

    /// Lets the responses go on.
    ///
    /// - Parameters:
    ///   - hasNews: true when requests have come since the last call, so that those that wait are asked too.
    ///   - isOpen: false for a connection that is gone; its answers are dropped.
    /// - Returns: the answers that are done.
    mutating func proceed(
        at now: Duration, hasNews: Bool, isOpen: (Connection) -> Bool
    ) -> [PendingAnswer] {
        guard let first = firstTime, hasNews || first <= now else { return [] }
        var done: [PendingAnswer] = []
        entries.removeAll { !isOpen($0.answer.connection) }
        for position in entries.indices where hasNews || entries[position].time ?? now <= now {
            switch entries[position].response.proceed(at: now) {
            case .done(let response):
                var answer = entries[position].answer
                answer.response = response
                done.append(answer)
                entries[position].time = nil
            case .working: entries[position].time = .zero
            case .waiting(let time): entries[position].time = time
            }
        }
        entries.removeAll { $0.time == nil }
        firstTime = entries.compactMap(\.time).min()
        return done
    }
}
