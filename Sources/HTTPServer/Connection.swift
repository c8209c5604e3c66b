internal import Bytes
internal import HTTPWire

/// One connection from its first byte to its close: TLS or not, HTTP/1 or HTTP/2, then lingering. A tunnel through it
/// leads back to its beginning.
final class Connection {
    private enum Stage {
        /// No byte has come; the first tells whether it is TLS.
        case opening
        case handshaking
        /// The bytes so far may be HTTP/1 or HTTP/2.
        case sniffing(Sniffer)
        case serving(HTTPSession)
        /// The last answer is sent; what still comes is thrown away until the peer has closed.
        case lingering(bytesLeft: Int, until: Duration)
    }

    private let resources: LoopResources
    private let transport: Transport
    private var stage: Stage
    private var isBroken = false
    private var hasInputEnded = false
    private var unsent: [UInt8] = []
    private var unsentOffset = 0
    private var openingTime: Duration
    /// The tunnel that is begun as soon as its answer is sent.
    private var openingTunnel: Tunnel?
    private var sendTime: Duration

    /// What a handler is told about the connection.
    private(set) var facts: ConnectionFacts
    /// True while the connection stands in the loop's queue.
    var isQueued = false
    /// How many of its requests are answered later; a peer that ends its side meanwhile has left.
    var laterAnswers = 0
    /// What epoll watches the socket for.
    var watched: Epoll.Readiness = .input

    /// A socket is read so often in a row before others have their turn.
    private static let readsPerTurn = 4

    init(_ descriptor: consuming Descriptor, listener: Int, resources: LoopResources, now: Duration) {
        self.resources = resources
        transport = Transport(descriptor)
        stage = resources.tlsContexts == nil ? .sniffing(Sniffer()) : .opening
        facts = ConnectionFacts(listener: listener, isSecure: false, clientCertificate: nil)
        openingTime = now
        sendTime = now
    }

    /// The socket's number.
    var number: Int32 { transport.number }

    /// The session once the protocol is known.
    var session: HTTPSession? {
        if case .serving(let session) = stage { return session }
        return nil
    }

    /// True when a body that comes piece by piece has something to give, and the socket takes it.
    func hasReadyBody(at now: Duration) -> Bool {
        unsentOffset == unsent.count && session?.hasReadyBody(at: now) == true
    }

    /// Ends the connection with whatever is owed on it.
    func breakOff() { isBroken = true }

    /// Answers the CONNECT that was handed over; what comes behind it is for the host that it names.
    func open(_ tunnel: Tunnel, now: Duration) {
        guard case .serving(.http1(let session)) = stage else { return breakOff() }
        session.openTunnel(now: now)
        openingTunnel = tunnel
    }

    /// Reads what the peer sent.
    func receive(now: Duration) {
        if case .opening = stage { open() }
        if case .handshaking = stage { shakeHands() }
        if case .opening = stage { return }
        if case .handshaking = stage { return }
        for _ in 0..<Self.readsPerTurn where wantsInput {
            switch transport.read(into: &resources.input) {
            case .bytes(let count):
                take(count, now: now)
                // A short read from a socket has emptied it; TLS gives one record at a time.
                if !transport.isSecure, count < resources.input.count { return }
            case .wouldBlock: return
            case .ended:
                hasInputEnded = true
                return
            case .failed:
                isBroken = true
                return
            }
        }
    }

    /// Notes that the socket has failed, that both its directions are shut, or that the peer has left.
    func hangUp() {
        // While it is read, the read tells more exactly.
        if !watched.contains(.input) { isBroken = true }
    }

    /// Sends what the session has ready and the socket takes.
    func flush(now: Duration) {
        guard let session, !isBroken else { return }
        let limit = resources.configuration.limits.outputBytes
        if unsentOffset < unsent.count {
            unsentOffset += send(unsent, from: unsentOffset, now: now)
            if unsentOffset < unsent.count {
                unsent.removeFirst(unsentOffset)
                unsentOffset = 0
                session.drain(into: &unsent, upTo: limit, now: now)
                return
            }
            unsent = []
            unsentOffset = 0
        }
        while !isBroken {
            resources.output.removeAll(keepingCapacity: true)
            session.drain(into: &resources.output, upTo: limit, now: now)
            let count = resources.output.count
            guard count > 0 else { return }
            let sent = send(resources.output, from: 0, now: now)
            if sent < count {
                unsent = Array(resources.output[sent...])
                sendTime = now
                return
            }
            if count < limit { return }
        }
    }

    /// Moves on from what is done.
    ///
    /// - Returns: false when the connection is to be dropped.
    func settle(now: Duration) -> Bool {
        if isBroken { return false }
        switch stage {
        case .opening, .handshaking, .sniffing:
            return !hasInputEnded
        case .serving(let session):
            guard unsentOffset == unsent.count else { return true }
            if let tunnel = openingTunnel, case .http1(let opened) = session, let early = opened.takeTunnelInput() {
                enter(tunnel, early: early, now: now)
                return !isBroken
            }
            if hasInputEnded {
                return session.owesAnswers && !session.isFinished && !session.isStreaming && laterAnswers == 0
            }
            if session.isFinished { linger(now: now) }
            return true
        case .lingering(let bytesLeft, _):
            return !hasInputEnded && bytesLeft > 0
        }
    }

    /// What the socket is to be watched for now.
    var wanted: Epoll.Readiness {
        var readiness: Epoll.Readiness = wantsInput ? .input : []
        if unsentOffset < unsent.count || transport.waitsForOutput { readiness.insert(.output) }
        if laterAnswers > 0, !readiness.contains(.input) { readiness.insert(.peerEnd) }
        return readiness
    }

    /// Ends what has waited too long.
    func expire(now: Duration) {
        switch stage {
        case .opening, .sniffing:
            if now - openingTime > resources.configuration.openingTime { isBroken = true }
        case .handshaking:
            if now - openingTime > resources.configuration.openingTime { failHandshake(.timedOut) }
        case .serving(let session):
            session.expire(now: now)
            let isStalled = now - sendTime > resources.configuration.limits.stallTime
            if unsentOffset < unsent.count, isStalled { isBroken = true }
        case .lingering(_, let until):
            if now > until { isBroken = true }
        }
    }

    /// Tells the peer that the connection will end.
    func announceShutdown() {
        session?.announceShutdown()
    }

    /// Ends the connection as soon as the requests that have come are answered.
    func shutDown() {
        switch stage {
        case .opening, .handshaking, .sniffing: isBroken = true
        case .serving(let session): session.shutDown()
        case .lingering: break
        }
    }

    private var wantsInput: Bool {
        if hasInputEnded || isBroken { return false }
        guard let session else { return true }
        return session.wantsInput && unsent.count - unsentOffset < resources.configuration.limits.outputBytes
    }

    // RFC 8446 section 5.1: a handshake record begins with 22, which no method does.
    private let handshakeRecord: UInt8 = 22

    private func open() {
        if transport.peek() == handshakeRecord, let contexts = resources.tlsContexts {
            if transport.beginTLS(contexts, for: facts.tunnel?.host) { stage = .handshaking } else { isBroken = true }
        } else {
            stage = .sniffing(Sniffer())
        }
    }

    private func shakeHands() {
        switch transport.handshake() {
        case .done:
            stage = .sniffing(Sniffer())
            facts = ConnectionFacts(
                listener: facts.listener,
                isSecure: true,
                clientCertificate: transport.clientCertificate(),
                tunnel: facts.tunnel
            )
        case .waiting: break
        case .failed(let cause): failHandshake(cause)
        }
    }

    private func failHandshake(_ cause: HandshakeFailure.Cause) {
        isBroken = true
        noteFailure(cause)
    }

    private func noteFailure(_ cause: HandshakeFailure.Cause) {
        resources.handshakeFailures.append(
            HandshakeFailure(cause: cause, serverName: transport.serverName, tunnel: facts.tunnel?.target)
        )
    }

    private func enter(_ tunnel: Tunnel, early: [UInt8], now: Duration) {
        openingTunnel = nil
        openingTime = now
        facts = ConnectionFacts(
            listener: facts.listener, isSecure: false, clientCertificate: nil, tunnel: tunnel
        )
        transport.acknowledgesAtOnce = true
        transport.giveBack(early)
        stage = resources.tlsContexts == nil ? .sniffing(Sniffer()) : .opening
        guard transport.hasGivenBack else { return }
        receive(now: now)
        flush(now: now)
    }

    private func take(_ count: Int, now: Duration) {
        let input = resources.input
        let bytes = input.span.extracting(0..<count)
        switch stage {
        case .sniffing(var sniffer):
            let isTLS = sniffer.bytes.isEmpty && bytes[0] == handshakeRecord
            if isTLS, resources.tlsContexts == nil { noteFailure(.noCertificate) }
            let verdict = sniffer.feed(bytes)
            stage = .sniffing(sniffer)
            if verdict != .undecided { serve(verdict, sniffer.bytes, now: now) }
        case .serving(let session):
            session.feed(bytes, now: now)
        case .lingering(let bytesLeft, let until):
            stage = .lingering(bytesLeft: bytesLeft - count, until: until)
        case .opening, .handshaking:
            break
        }
    }

    private func serve(_ verdict: Sniffer.Verdict, _ bytes: [UInt8], now: Duration) {
        let session: HTTPSession
        if verdict == .http1 {
            session = .http1(HTTP1Session(context: resources.sessionContext, now: now))
        } else {
            guard let created = HTTP2Session(context: resources.sessionContext, now: now) else {
                isBroken = true
                return
            }
            session = .http2(created)
        }
        stage = .serving(session)
        session.feed(bytes.span, now: now)
        if resources.isShutdownAnnounced { session.announceShutdown() }
    }

    private func send(_ bytes: [UInt8], from offset: Int, now: Duration) -> Int {
        var position = offset
        while position < bytes.count {
            switch transport.write(bytes, from: position) {
            case .bytes(let count):
                position += count
                sendTime = now
            case .wouldBlock:
                return position - offset
            case .ended, .failed:
                isBroken = true
                return position - offset
            }
        }
        return position - offset
    }

    // Closing a socket with unread input resets the connection, and the reset can overtake the answer.
    private func linger(now: Duration) {
        transport.finishOutput()
        let time =
            resources.isShutdownAnnounced ? resources.configuration.noticeTime : resources.configuration.lingerTime
        stage = .lingering(bytesLeft: resources.configuration.limits.discardedBytes, until: now + time)
    }
}
