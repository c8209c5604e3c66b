internal import Bytes
package import HTTPMessage

/// An HTTP/1 connection seen from the server, without its socket.
///
/// One request is taken at a time: what a client pipelines behind it waits as bytes, so answers keep the order of
/// their requests.
///
/// Source: RFC 9112
package final class HTTP1Session {
    private enum Phase {
        /// A request comes in, or none is under way.
        case receiving
        /// The request is whole and not yet handed over.
        case ready
        /// The request is handed over and waits for its answer.
        case waiting
        /// What comes is not for this session.
        case tunnelled
        /// Nothing more is taken.
        case closed
    }

    private let context: SessionContext
    private let parser: HTTP1Parser
    private var phase = Phase.receiving
    private var waitingInput: [UInt8] = []
    private var output: [UInt8] = []
    private var outputOffset = 0
    private var heldOutput = 0
    private var closesAfterAnswer = false
    private var isShuttingDown = false
    private var bodyStream: (any BodyStream)?
    /// When the request began or, without one, when the last thing happened.
    private var activityTime: Duration
    private var inputTime: Duration

    /// A session that has seen nothing.
    package init(context: SessionContext, now: Duration) {
        self.context = context
        parser = HTTP1Parser(context: context)
        activityTime = now
        inputTime = now
    }

    deinit {
        context.release(heldOutput)
    }

    /// Takes bytes that the peer sent.
    package func feed(_ bytes: Span<UInt8>, now: Duration) {
        guard phase != .closed else { return }
        inputTime = now
        if !parser.hasBegun { activityTime = now }
        unsafe bytes.withUnsafeBufferPointer { bytes in
            if wantsInput {
                unsafe parse(bytes, now: now)
            } else {
                unsafe waitingInput.append(contentsOf: bytes)
            }
        }
    }

    /// Appends 0 if the request has become whole, or was cut, since the last call.
    package func takeRequests(into numbers: inout [Int]) {
        guard phase == .ready else { return }
        phase = .waiting
        numbers.append(0)
    }

    /// True when ``takeRequests(into:)`` has one.
    package var hasRequest: Bool { phase == .ready }

    /// Calls `body` with the request that ``takeRequests(into:)`` named, and with what cut it short.
    package func withRequest(_ body: (HTTPRequest, RequestCut?) -> HTTPResponse) -> HTTPResponse {
        body(parser.request, parser.cut)
    }

    /// Answers the request, and goes on with what was pipelined behind it.
    package func respond(with response: HTTPResponse, now: Duration) {
        guard phase == .waiting else { return }
        let closes = closesAfterAnswer || parser.cut != nil || !parser.keepsAlive
        write(response, closes: closes)
        parser.begin()
        activityTime = now
        phase = closes ? .closed : .receiving
        resume(now: now)
    }

    /// Answers the request with a body that comes piece by piece. The end of the connection is its end (RFC 9112
    /// section 6.3), as nothing may come behind it anyway.
    package func respond(with response: HTTPResponse, streaming body: any BodyStream, now: Duration) {
        guard phase == .waiting else { return }
        write(response, closes: true, isStreamed: true)
        if !ASCII.equal(parser.request.method[...], "HEAD") { bodyStream = body }
        parser.begin()
        activityTime = now
        phase = .closed
    }

    /// Answers a CONNECT, after which the connection is not for this session any more.
    package func openTunnel(now: Duration) {
        guard phase == .waiting else { return }
        // aioapns waits for these very words, and some clients take a field for the beginning of the tunnel.
        output.append("HTTP/1.1 200 Connection established\r\n\r\n")
        parser.begin()
        activityTime = now
        phase = .tunnelled
    }

    /// What came behind a CONNECT.
    ///
    /// - Returns: nil while its answer is not wholly drained, and when there was none.
    package func takeTunnelInput() -> [UInt8]? {
        guard phase == .tunnelled, outputOffset == output.count else { return nil }
        defer { waitingInput = [] }
        return waitingInput
    }

    /// True while a body comes piece by piece.
    package var isStreaming: Bool { bodyStream != nil }

    /// True when such a body has something to give and everything before it is drained.
    package func hasReadyBody(at now: Duration) -> Bool {
        outputOffset == output.count && bodyStream?.isReady(at: now) == true
    }

    /// Appends bytes for the peer until `target` has at least `limit` of them or no more are ready.
    package func drain(into target: inout [UInt8], upTo limit: Int, now: Duration) {
        let count = Swift.min(output.count - outputOffset, Swift.max(limit - target.count, 0))
        target.append(contentsOf: output[outputOffset..<outputOffset + count])
        outputOffset += count
        if outputOffset == output.count {
            output.removeAll(keepingCapacity: output.capacity <= Self.spareOutputBytes)
            outputOffset = 0
            context.release(heldOutput)
            heldOutput = 0
            if let bodyStream, target.count < limit, !bodyStream.append(to: &target, upTo: limit, at: now) {
                self.bodyStream = nil
            }
        }
        resume(now: now)
    }

    /// False while a request waits for its answer or too much output waits for the peer. Beside a body that comes piece by
    /// piece only the end of the input matters: its reader has gone.
    package var wantsInput: Bool {
        if bodyStream != nil { return true }
        return phase == .receiving && waitingInput.isEmpty && output.count - outputOffset < context.limits.outputBytes
    }

    /// True while a request is under way or its answer is not wholly drained.
    package var isBusy: Bool { owesAnswers || (phase == .receiving && parser.hasBegun) }

    /// True while an answer is owed or not wholly drained.
    package var owesAnswers: Bool {
        phase == .ready || phase == .waiting || !waitingInput.isEmpty || outputOffset < output.count
            || bodyStream != nil
    }

    /// True when the connection can be closed.
    package var isFinished: Bool { phase == .closed && outputOffset == output.count && bodyStream == nil }

    /// Cuts a request that takes too long, and closes a connection that is idle for too long.
    package func expire(now: Duration) {
        guard phase == .receiving else { return }
        let waited = now - activityTime
        guard parser.hasBegun else {
            if waited > context.limits.idleTime { phase = .closed }
            return
        }
        if waited > context.limits.requestTime {
            cutShort(.requestTime(limit: context.limits.requestTime))
        } else if isShuttingDown, now - inputTime > context.limits.quietTime {
            cutShort(.requestTime(limit: context.limits.quietTime))
        }
    }

    /// How many requests are coming in.
    package var receivingCount: Int { phase == .receiving && parser.hasBegun ? 1 : 0 }

    /// Lets the answers from now on say that the connection closes.
    package func announceShutdown() {
        closesAfterAnswer = true
    }

    /// Closes as soon as no request is under way.
    package func shutDown() {
        closesAfterAnswer = true
        isShuttingDown = true
        if phase == .receiving, !parser.hasBegun, waitingInput.isEmpty { phase = .closed }
    }

    private static let spareOutputBytes = 16_384

    private func resume(now: Duration) {
        guard phase == .receiving, !waitingInput.isEmpty, output.count - outputOffset < context.limits.outputBytes
        else { return }
        let input = waitingInput
        waitingInput = []
        unsafe input.withUnsafeBufferPointer { unsafe parse($0, now: now) }
    }

    private func parse(_ bytes: UnsafeBufferPointer<UInt8>, now: Duration) {
        switch unsafe parser.parse(bytes) {
        case .more:
            if parser.owesContinue {
                parser.owesContinue = false
                output.append("HTTP/1.1 100 Continue\r\n\r\n")
            }
        case .complete(let taken):
            parser.owesContinue = false
            phase = .ready
            unsafe waitingInput.append(contentsOf: bytes[taken...])
        case .problem(let problem):
            cutShort(.malformed(Text(stringLiteral: problem)))
        }
    }

    /// Hands the request over as it is or, when it is not known what it asks for, answers it from here.
    private func cutShort(_ cut: RequestCut) {
        if parser.hasRequestLine {
            parser.cutShort(cut)
            phase = .ready
            return
        }
        if case .requestTime = cut { context.unread.timedOut += 1 } else { context.unread.malformed += 1 }
        write(HTTPResponse(refusing: cut), closes: true)
        parser.begin()
        phase = .closed
    }

    private func write(_ response: HTTPResponse, closes: Bool, isStreamed: Bool = false) {
        let start = output.count
        output.append("HTTP/1.1 ")
        output.appendDecimal(response.status)
        output.append(" ")
        output.append(reasonPhrase(of: response.status))
        output.append("\r\n")
        for position in 0..<response.headers.count {
            output.append(contentsOf: response.headers.name(at: position))
            output.append(": ")
            output.appendFieldValue(response.headers.value(at: position))
            output.append("\r\n")
        }
        output.append("date: ")
        output.append(contentsOf: context.date)
        if response.mayHaveBody, !isStreamed {
            output.append("\r\ncontent-length: ")
            output.appendDecimal(response.body.count)
        }
        if closes {
            output.append("\r\nconnection: close")
        } else if parser.request.version == .http10 {
            output.append("\r\nconnection: keep-alive")
        }
        output.append("\r\n\r\n")
        if response.hasBody(toMethod: parser.request.method) { output.append(contentsOf: response.body) }
        heldOutput += output.count - start
        context.hold(output.count - start)
    }
}

// RFC 9110 section 15; a client needs the number only.
private func reasonPhrase(of status: Int) -> StaticString {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    default: "Status"
    }
}
