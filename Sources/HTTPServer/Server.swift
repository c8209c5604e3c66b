internal import Glibc
internal import HTTPMessage
package import HTTPWire

/// An HTTP server: one loop on one thread, with HTTP/1.1, HTTP/2 and, given a certificate, TLS on every port.
///
/// A turn of the loop reads what all peers sent, hands the requests that became whole to the handler, lets it commit
/// them together, and only then sends the answers. The server and its handler belong to the thread that makes it; only
/// ``stopSwitch`` is for others.
package final class Server {
    /// The addresses that are listened on, with their real ports, in the order of the configuration.
    package let addresses: [ServerAddress]
    /// Drains the server from any thread.
    package let stopSwitch: StopSwitch

    /// The requests that no handler saw.
    package var unread: UnreadRequests { resources.sessionContext.unread }

    private let resources: LoopResources
    private let signals: SignalWatch?
    private var listeners: [Listener]
    private var epoll: Epoll
    private var connections: [Connection?] = []
    private var connectionCount = 0
    /// Connections with something to do at the end of the turn.
    private var queue: [Connection] = []
    /// Empty; its memory is used again in the next turn.
    private var spareAnswers: [PendingAnswer] = []
    private var heldAnswers = HeldAnswers()
    private var laterAnswers = LaterAnswers()
    /// Connections with a body that comes piece by piece.
    private var streaming: [Connection] = []
    private var now = monotonicTime()
    private var sweepTime = Duration.zero
    private var dateSecond: Int64 = 0
    private var acceptResumeTime: Duration?
    private var isAccepting = true
    private var drain = Drain.none

    private enum Drain {
        case none
        /// Peers know that their connections will end.
        case announced(since: Duration)
        /// No new request is taken.
        case ending(since: Duration)
        case ended
    }

    private enum Source: UInt64 {
        case connection = 0
        case listener = 1
        case stopSwitch = 2
        case signals = 3

        func token(_ number: Int) -> UInt64 { rawValue << 32 | UInt64(truncatingIfNeeded: number) }
    }

    private static let acceptsPerTurn = 64

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

    private func enqueue(_ connection: Connection) {
        guard !connection.isQueued else { return }
        connection.isQueued = true
        queue.append(connection)
    }
}

// Requests and answers.
extension Server {
    /// - Returns: true when there was anything to hand over.
    private func handOver(to handler: any RequestHandler) -> Bool {
        dropAbandonedAnswers()
        let laterCount = laterAnswers.count
        var answers = takeAnswers(from: handler)
        guard !answers.isEmpty || laterAnswers.count > laterCount else { return false }
        if !handler.commit() {
            for position in answers.indices {
                answers[position].response = answers[position].session.withRequest(answers[position].request) {
                    request,
                    _ in handler.unavailable(for: request)
                }
            }
        }
        let (now, latency) = (now, resources.configuration.minimumLatency)
        for answer in answers {
            if latency > .zero { heldAnswers.append(answer, until: now + latency) } else { answer.send(now: now) }
        }
        answers.removeAll(keepingCapacity: true)
        spareAnswers = answers
        return true
    }

    private func takeAnswers(from handler: any RequestHandler) -> [PendingAnswer] {
        var answers: [PendingAnswer] = []
        swap(&answers, &spareAnswers)
        var numbers: [Int] = []
        for connection in queue {
            guard let session = connection.session, session.hasRequest else { continue }
            let facts = connection.facts
            session.takeRequests(into: &numbers)
            for number in numbers {
                var reply: Reply?
                let response = session.withRequest(number) { request, cut in
                    reply = handler.reply(to: request, on: facts, cut: cut)
                    switch reply {
                    case nil: return handler.received(request, on: facts, cut: cut)
                    case .response(let response), .stream(let response, _): return response
                    case .later: return HTTPResponse(status: 500)
                    }
                }
                let answer = PendingAnswer(
                    connection: connection, session: session, request: number, response: response)
                switch reply {
                case nil, .response: answers.append(answer)
                case .later(let later):
                    connection.laterAnswers += 1
                    laterAnswers.append(answer, later)
                case .stream(_, let body):
                    session.respond(to: number, with: response, streaming: body, now: now)
                    if !streaming.contains(where: { $0 === connection }) { streaming.append(connection) }
                }
            }
            numbers.removeAll(keepingCapacity: true)
        }
        return answers
    }

    private func releaseHeldAnswers() {
        while let answer = heldAnswers.popFirst(due: now) {
            answer.send(now: now)
            enqueue(answer.connection)
        }
    }

    private func proceedLaterAnswers(hasNews: Bool) {
        let (done, broken) = laterAnswers.proceed(at: now, hasNews: hasNews)
        for answer in done { finish(answer) }
        for answer in broken {
            answer.connection.breakOff()
            enqueue(answer.connection)
        }
    }

    /// Drops the answers whose peers have left or given them up.
    private func dropAbandonedAnswers() {
        guard laterAnswers.count > 0 else { return }
        let dropped = laterAnswers.removeAll { !isOpen($0.connection) || $0.session.hasGivenUp($0.request) }
        for answer in dropped where isOpen(answer.connection) { finish(answer) }
    }

    private func finish(_ answer: PendingAnswer) {
        answer.connection.laterAnswers -= 1
        answer.send(now: now)
        enqueue(answer.connection)
    }

    private func isOpen(_ connection: Connection) -> Bool { connections[Int(connection.number)] === connection }

    /// Lets bodies go on that have something to give to a peer that takes it.
    private func resumeStreams() {
        guard !streaming.isEmpty else { return }
        streaming.removeAll { !isOpen($0) || $0.session?.isStreaming != true }
        for connection in streaming where connection.hasReadyBody(at: now) { enqueue(connection) }
    }

    private func settle() {
        let settled = queue
        queue = []
        for connection in settled {
            connection.isQueued = false
            connection.flush(now: now)
            guard connection.settle(now: now) else {
                drop(connection)
                continue
            }
            // A request that was pipelined behind an answered one causes no event of its own.
            if connection.session?.hasRequest == true { enqueue(connection) }
            let wanted = connection.wanted
            if wanted != connection.watched {
                connection.watched = wanted
                epoll.change(connection.number, token: Source.connection.token(Int(connection.number)), to: wanted)
            }
        }
    }
}

// Connections.
extension Server {
    private func acceptConnections(of index: Int, atMost limit: Int) {
        guard index < listeners.count else { return }
        for _ in 0..<limit {
            guard connectionCount < resources.configuration.connections else { return watchListeners() }
            switch listeners[index].accept() {
            case .success(let descriptor): begin(descriptor, listener: index)
            case .failure(.gone): continue
            case .failure(.none): return
            case .failure(.exhausted):
                acceptResumeTime = now + resources.configuration.acceptPause
                return watchListeners()
            }
        }
    }

    private func begin(_ descriptor: consuming Descriptor, listener: Int) {
        let number = Int(descriptor.number)
        let connection = Connection(descriptor, listener: listener, resources: resources, now: now)
        guard (try? epoll.add(Int32(number), token: Source.connection.token(number), for: .input)) != nil else {
            return
        }
        while connections.count <= number { connections.append(nil) }
        connections[number] = connection
        connectionCount += 1
    }

    private func drop(_ connection: Connection) {
        let number = Int(connection.number)
        guard connections[number] === connection else { return }
        countBrokenOff(connection)
        epoll.remove(connection.number)
        connections[number] = nil
        connectionCount -= 1
        watchListeners()
    }

    private func countBrokenOff(_ connection: Connection) {
        resources.sessionContext.countBrokenOff(connection.session?.receivingCount ?? 0)
    }

    private func resumeAccepting() {
        guard let time = acceptResumeTime, now >= time else { return }
        acceptResumeTime = nil
        watchListeners()
    }

    /// Watches the listeners only while another connection can be taken; they would be ready all the time otherwise.
    private func watchListeners() {
        let accepts = connectionCount < resources.configuration.connections && acceptResumeTime == nil
        guard accepts != isAccepting else { return }
        isAccepting = accepts
        for (index, listener) in listeners.enumerated() {
            epoll.change(
                listener.descriptor.number,
                token: Source.listener.token(index),
                to: accepts ? .input : []
            )
        }
    }
}

// Time.
extension Server {
    /// How long the loop may wait; nil for ever.
    private var waitingTime: Duration? {
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

    private func sweep() {
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

// The end.
extension Server {
    private func stop(times: Int) {
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

    private func forEachConnection(_ body: (Connection) -> Void) {
        for connection in connections {
            guard let connection else { continue }
            body(connection)
            enqueue(connection)
        }
    }

    /// Moves a drain on whose notice is over.
    private func continueDrain(_ handler: any RequestHandler) {
        guard case .announced(let since) = drain, now - since >= resources.configuration.noticeTime else { return }
        shutDown(since: since)
        handler.drainBegan()
        dropAbandonedAnswers()
        proceedLaterAnswers(hasNews: true)
        resumeStreams()
    }

    /// True when there is nothing left to serve, or no time for it.
    private var isDrained: Bool {
        switch drain {
        case .none: false
        case .announced: connectionCount == 0
        case .ending(let since): connectionCount == 0 || now - since >= resources.configuration.drainTime
        case .ended: true
        }
    }
}
