internal import HTTPMessage
internal import HTTPWire

/// Requests that became whole go to the handler, and its answers come back: at once, later, or piece by piece.
extension Server {
    /// - Returns: true when there was anything to hand over.
    func handOver(to handler: any RequestHandler) -> Bool {
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
                    case .tunnel: return HTTPResponse(status: 200)
                    }
                }
                let answer = PendingAnswer(
                    connection: connection, session: session, request: number, response: response)
                switch reply {
                case nil, .response: answers.append(answer)
                case .later(let later):
                    connection.laterAnswers += 1
                    laterAnswers.append(answer, later)
                case .tunnel(let tunnel): connection.open(tunnel, now: now)
                case .stream(_, let body):
                    session.respond(to: number, with: response, streaming: body, now: now)
                    if !streaming.contains(where: { $0 === connection }) { streaming.append(connection) }
                }
            }
            numbers.removeAll(keepingCapacity: true)
        }
        return answers
    }

    func tellFailures(to handler: any RequestHandler) {
        guard !resources.handshakeFailures.isEmpty else { return }
        for failure in resources.handshakeFailures { handler.handshakeFailed(failure) }
        resources.handshakeFailures.removeAll()
    }

    func releaseHeldAnswers() {
        while let answer = heldAnswers.popFirst(due: now) {
            answer.send(now: now)
            enqueue(answer.connection)
        }
    }

    func proceedLaterAnswers(hasNews: Bool) {
        let (done, broken) = laterAnswers.proceed(at: now, hasNews: hasNews)
        for answer in done { finish(answer) }
        for answer in broken {
            answer.connection.breakOff()
            enqueue(answer.connection)
        }
    }

    /// Drops the answers whose peers have left or given them up.
    func dropAbandonedAnswers() {
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
    func resumeStreams() {
        guard !streaming.isEmpty else { return }
        streaming.removeAll { !isOpen($0) || $0.session?.isStreaming != true }
        for connection in streaming where connection.hasReadyBody(at: now) { enqueue(connection) }
    }

    func settle() {
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
