internal import HTTPMessage
internal import HTTPWire

/// An answer on its way to the request it belongs to.
struct PendingAnswer {
    let connection: Connection
    let session: HTTPSession
    /// The session's number of the request.
    let request: Int
    var response: HTTPResponse
    /// True when the connection ends with it.
    var isLast = false

    func send(now: Duration) {
        if isLast {
            session.respondLast(to: request, with: response, now: now)
        } else {
            session.respond(to: request, with: response, now: now)
        }
    }
}

/// Answers that are held back, in the order of their time; all are held equally long, so that is the order they came.
struct HeldAnswers {
    private var answers: [(answer: PendingAnswer, time: Duration)] = []
    private var position = 0

    /// When the first is due; nil when there is none.
    var firstTime: Duration? {
        position < answers.count ? answers[position].time : nil
    }

    mutating func append(_ answer: PendingAnswer, until time: Duration) {
        answers.append((answer, time))
    }

    /// Takes the first answer out if it is due.
    mutating func popFirst(due now: Duration) -> PendingAnswer? {
        guard let time = firstTime, time <= now else { return nil }
        defer {
            position += 1
            if position == answers.count {
                answers.removeAll(keepingCapacity: true)
                position = 0
            }
        }
        return answers[position].answer
    }
}
