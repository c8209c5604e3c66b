internal import HTTPWire

/// How long the loop may wait, and what is over when it wakes.
extension Server {
    /// How long the loop may wait; nil for ever.
    var waitingTime: Duration? {
        if !queue.isEmpty { return .zero }
        var times: [Duration] = []
        if connectionCount > 0 { times.append(sweepTime) }
        if let time = heldAnswers.firstTime { times.append(time) }
        if let time = laterAnswers.firstTime { times.append(time) }
        if let time = acceptResumeTime { times.append(time) }
        switch drain {
        case .none, .ended: break
        case .announced(let since): times.append(since + resources.configuration.noticeTime)
        case .ending(let since): times.append(since + resources.configuration.drainTime)
        }
        return times.min().map { Swift.max($0 - monotonicTime(), .zero) }
    }

    func sweep() {
        sweepTime = now + sweepInterval
        for connection in connections {
            guard let connection else { continue }
            connection.expire(now: now)
            enqueue(connection)
        }
        settle()
    }

    /// A second, or a quarter of the shortest limit.
    private var sweepInterval: Duration {
        let limits = resources.configuration.limits
        let shortest = [limits.requestTime, limits.stallTime, limits.idleTime, resources.configuration.openingTime]
            .reduce(resources.configuration.lingerTime, Swift.min)
        return Swift.min(.seconds(1), Swift.max(shortest / 4, .milliseconds(1)))
    }
}
