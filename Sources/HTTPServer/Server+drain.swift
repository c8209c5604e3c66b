internal import HTTPWire

/// The end: peers are told first, what is under way is answered, and then nothing is waited for.
extension Server {
    func stop(times: Int) {
        for _ in 0..<times {
            switch drain {
            case .none: announceShutdown()
            case .announced, .ending, .ended: drain = .ended
            }
        }
    }

    private func announceShutdown() {
        // What the system has already accepted would be reset with the listener.
        for index in listeners.indices { acceptConnections(of: index, atMost: resources.configuration.connections) }
        listeners = []
        drain = .announced(since: now)
        resources.isShutdownAnnounced = true
        forEachConnection { $0.announceShutdown() }
    }

    private func shutDown(since: Duration) {
        drain = .ending(since: since)
        forEachConnection { $0.shutDown() }
        settle()
    }

    func forEachConnection(_ body: (Connection) -> Void) {
        for connection in connections {
            guard let connection else { continue }
            body(connection)
            enqueue(connection)
        }
    }

    /// Moves a drain on whose notice is over.
    func continueDrain(_ handler: any RequestHandler) {
        guard case .announced(let since) = drain, now - since >= resources.configuration.noticeTime else { return }
        shutDown(since: since)
        handler.drainBegan()
        dropAbandonedAnswers()
        proceedLaterAnswers(hasNews: true)
        resumeStreams()
    }

    /// True when there is nothing left to serve, or no time for it.
    var isDrained: Bool {
        switch drain {
        case .none: false
        case .announced: connectionCount == 0
        case .ending(let since): connectionCount == 0 || now - since >= resources.configuration.drainTime
        case .ended: true
        }
    }
}
