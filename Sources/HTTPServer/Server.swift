internal import Glibc
internal import HTTPMessage
package import HTTPWire

/// An HTTP server: one loop on one thread, with HTTP/1.1, HTTP/2 and, given a certificate, TLS on every port.
///
/// A turn of the loop reads what all peers sent, hands the requests that became whole to the handler, lets it commit
/// them together, and only then sends the answers. The server and its handler belong to the thread that makes it; only
/// ``stopSwitch`` is for others. Its parts, a file each: connections, answers, time, and the end.
package final class Server {
    /// The addresses that are listened on, with their real ports, in the order of the configuration.
    package let addresses: [ServerAddress]
    /// Drains the server from any thread.
    package let stopSwitch: StopSwitch

    /// The requests that no handler saw.
    package var unread: UnreadRequests { resources.sessionContext.unread }

    let resources: LoopResources
    private let signals: SignalWatch?
    var listeners: [Listener]
    var epoll: Epoll
    var connections: [Connection?] = []
    var connectionCount = 0
    /// Connections with something to do at the end of the turn.
    var queue: [Connection] = []
    /// Empty; its memory is used again in the next turn.
    var spareAnswers: [PendingAnswer] = []
    var heldAnswers = HeldAnswers()
    var laterAnswers = LaterAnswers()
    /// Connections with a body that comes piece by piece.
    var streaming: [Connection] = []
    var now = monotonicTime()
    var sweepTime = Duration.zero
    private var dateSecond: Int64 = 0
    var acceptResumeTime: Duration?
    var isAccepting = true
    var drain = Drain.none

    enum Drain {
        case none
        /// Peers know that their connections will end.
        case announced(since: Duration)
        /// No new request is taken.
        case ending(since: Duration)
        case ended
    }

    enum Source: UInt64 {
        case connection = 0
        case listener = 1
        case stopSwitch = 2
        case signals = 3

        func token(_ number: Int) -> UInt64 { rawValue << 32 | UInt64(truncatingIfNeeded: number) }
    }

    static let acceptsPerTurn = 64

    /// Binds the listeners and loads the certificate; connections wait from then on.
    ///
    /// - Throws: ``HTTPServerError`` for anything in the configuration or the system that stands in the way.
    package init(_ configuration: ServerConfiguration) throws(HTTPServerError) {
        // OpenSSL writes with write(2), which has no flag against the signal.
        signal(SIGPIPE, SIG_IGN)
        signals = configuration.drainsOnSignals ? try SignalWatch() : nil
        resources = try LoopResources(configuration: configuration)
        stopSwitch = try StopSwitch()
        epoll = try Epoll()
        var listeners: [Listener] = []
        for address in configuration.listeners { listeners.append(try Listener(address)) }
        self.listeners = listeners
        addresses = listeners.map(\.address)
        for (index, listener) in listeners.enumerated() {
            try epoll.add(listener.descriptor.number, token: Source.listener.token(index), for: .input)
        }
        try epoll.add(stopSwitch.descriptor.number, token: Source.stopSwitch.token(0), for: .input)
        if let number = signals?.descriptor.number {
            try epoll.add(number, token: Source.signals.token(0), for: .input)
        }
    }

    /// Serves until it is drained by ``stopSwitch`` or a signal.
    package func run(_ handler: any RequestHandler) {
        while true {
            let count = epoll.wait(timeout: waitingTime)
            now = monotonicTime()
            renewDate()
            for position in 0..<count { take(epoll.event(at: position)) }
            let hasNews = handOver(to: handler)
            releaseHeldAnswers()
            proceedLaterAnswers(hasNews: hasNews)
            settle()
            resumeStreams()
            if now >= sweepTime { sweep() }
            tellFailures(to: handler)
            resumeAccepting()
            continueDrain(handler)
            if isDrained { return forEachConnection(countBrokenOff) }
        }
    }

    private func renewDate() {
        let second = secondsSince1970()
        guard second != dateSecond else { return }
        dateSecond = second
        resources.sessionContext.date = HTTPDate.format(secondsSince1970: second)
    }

    private func take(_ event: (token: UInt64, readiness: Epoll.Readiness)) {
        let number = Int(truncatingIfNeeded: event.token & 0xFFFF_FFFF)
        switch Source(rawValue: event.token >> 32) {
        case .connection:
            guard number < connections.count, let connection = connections[number] else { return }
            if !event.readiness.isDisjoint(with: [.hangUp, .peerEnd]) { connection.hangUp() }
            if !event.readiness.isDisjoint(with: [.input, .hangUp]) || connection.session == nil {
                connection.receive(now: now)
            }
            enqueue(connection)
        case .listener: acceptConnections(of: number, atMost: Self.acceptsPerTurn)
        case .stopSwitch: stop(times: stopSwitch.takeCount())
        case .signals: stop(times: signals?.takeCount() ?? 0)
        case nil: break
        }
    }

    func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        queue.append(connection)
    }
}
