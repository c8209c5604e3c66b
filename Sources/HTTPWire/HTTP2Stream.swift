internal import Bytes
internal import HTTPMessage

/// One request of an HTTP/2 connection and its answer.
///
/// Each method is named after what has happened and returns what the session is to do about it.
struct HTTP2Stream {
    /// Where an exchange stands.
    enum Phase {
        /// The place is free.
        case unused
        /// The request is coming in.
        case receiving
        /// The request waits for its answer.
        case waiting
        /// The answer is on its way out.
        case answered
        /// The answer is out, and the rest of the request is thrown away.
        case discarding
    }

    /// What a session is to do.
    enum Action {
        case nothing
        /// Hand the request over; it is whole, or cut.
        case handOver
        /// Tell the client to send its body.
        case sayContinue
        /// Answer this, as it is not known what the request asks for.
        case refuse(RequestCut)
        /// End the stream as malformed.
        case resetAsMalformed
        /// End the stream without blame.
        case resetQuietly
        /// The place is free again.
        case free
    }

    private(set) var id: Int32 = 0
    private(set) var phase = Phase.unused
    private(set) var request = HTTPRequest()
    private(set) var cut: RequestCut?
    /// What the shared context counts for this stream.
    private(set) var heldBytes = 0
    /// When the request began or, once it is answered, when the peer last took something.
    private(set) var progressTime = Duration.zero
    /// True when nghttp2 has forgotten the stream, so that no answer can be sent.
    private(set) var isClosed = false

    private var head = HTTP2Head()
    private var hasHead = false
    private var isRequestComplete = false
    private var fieldCount = 0
    private var headerBytes = 0
    private var answerBody: [UInt8] = []
    private var answerOffset = 0
    /// What gives more of the answer's body; nil when it is all here.
    private(set) var bodyStream: (any BodyStream)?
    /// True when ``bodyStream`` had nothing when it was last asked, so that nghttp2 waits to be told.
    private(set) var isOutOfBody = false
    private var discardedBytes = 0

    /// The first header block begins.
    ///
    /// - Parameter request: empty; its memory is used.
    mutating func begin(_ id: Int32, request: consuming HTTPRequest, now: Duration) {
        self.id = id
        self.request = request
        self.request.version = .http2
        phase = .receiving
        progressTime = now
    }

    /// The place becomes free.
    ///
    /// - Returns: the request, whose memory can be used again.
    mutating func end() -> HTTPRequest {
        var ended = HTTP2Stream()
        swap(&self, &ended)
        return ended.request
    }

    /// True for a CONNECT: nothing but the tunnel follows it, and there is none.
    var isTunnel: Bool { ASCII.equal(request.method[...], "CONNECT") }

    /// Takes one header field; those beyond a limit are dropped and the request is cut.
    mutating func fieldArrived(
        name: UnsafeBufferPointer<UInt8>,
        value: UnsafeBufferPointer<UInt8>,
        limits: Limits
    ) {
        guard phase == .receiving, cut == nil else { return }
        fieldCount += 1
        headerBytes += name.count + value.count + 32
        if headerBytes > limits.headerBytes {
            cut = .headerBytes(limit: limits.headerBytes)
        } else if fieldCount > limits.headerFields {
            cut = .headerFields(limit: limits.headerFields)
        } else {
            unsafe head.take(name: name, value: value, inTrailers: hasHead, into: &request)
        }
    }

    /// A header block is complete: the head of the request, or its trailers.
    mutating func fieldsEnded(endsStream: Bool, context: SessionContext) -> Action {
        isRequestComplete = endsStream
        guard phase == .receiving else { return .nothing }
        if hasHead { return endsStream ? finished() : .resetAsMalformed }
        hasHead = true
        hold(headerBytes, in: context)
        if cut != nil { return handOver() }
        head.finish(&request)
        if let problem = head.problem { return refuse(problem) }
        if isTunnel { return handOver() }
        if let length = head.contentLength, length > context.limits.bodyBytes {
            return cut(.bodyBytes(limit: context.limits.bodyBytes))
        }
        if endsStream { return finished() }
        return head.expectsContinue ? .sayContinue : .nothing
    }

    /// Bytes of the body.
    mutating func dataArrived(_ bytes: UnsafeBufferPointer<UInt8>, context: SessionContext) -> Action {
        if phase == .discarding {
            discardedBytes += bytes.count
            return discardedBytes > context.limits.discardedBytes ? .resetQuietly : .nothing
        }
        guard phase == .receiving else { return .nothing }
        if request.body.count + bytes.count > context.limits.bodyBytes {
            return cut(.bodyBytes(limit: context.limits.bodyBytes))
        }
        if context.isFull { return cut(.bufferedBytes(limit: context.limits.bufferedBytes)) }
        unsafe request.body.append(contentsOf: bytes)
        hold(bytes.count, in: context)
        return .nothing
    }

    /// The body is complete.
    mutating func dataEnded() -> Action {
        isRequestComplete = true
        return phase == .receiving ? finished() : .nothing
    }

    /// The request takes too long.
    mutating func expired(after limit: Duration) -> Action {
        cutOrRefused(.requestTime(limit: limit))
    }

    /// The handler has answered.
    ///
    /// - Returns: whether the answer has a body to take from here; nil when it cannot be sent.
    mutating func answered(with response: HTTPResponse, context: SessionContext, now: Duration) -> Bool? {
        guard phase == .waiting else { return nil }
        phase = .answered
        progressTime = now
        guard !isClosed else { return nil }
        guard response.hasBody(toMethod: request.method) else {
            // A curl that is still sending waits for ever where the header block ends the answer; empty DATA lets it end.
            return !isRequestComplete
        }
        answerBody = response.body
        hold(response.body.count, in: context)
        return true
    }

    /// The handler has answered with a body that comes piece by piece.
    ///
    /// - Returns: whether there is a body to take from here; nil when the answer cannot be sent.
    mutating func answered(with response: HTTPResponse, streaming body: any BodyStream, now: Duration) -> Bool? {
        guard phase == .waiting else { return nil }
        phase = .answered
        progressTime = now
        guard !isClosed else { return nil }
        guard !ASCII.equal(request.method[...], "HEAD") else { return false }
        bodyStream = body
        return true
    }

    /// True when a body that had nothing when it was last asked has something now.
    func isResumable(at now: Duration) -> Bool {
        isOutOfBody && bodyStream?.isReady(at: now) == true
    }

    /// Some of the answer's body can be sent.
    mutating func bodyTaken(into buffer: UnsafeMutableBufferPointer<UInt8>, now: Duration) -> (count: Int, isLast: Bool)
    {
        if answerOffset == answerBody.count, let bodyStream {
            answerBody.removeAll(keepingCapacity: true)
            answerOffset = 0
            if !bodyStream.append(to: &answerBody, upTo: buffer.count, at: now) { self.bodyStream = nil }
        }
        let count = Swift.min(buffer.count, answerBody.count - answerOffset)
        _ = unsafe buffer.update(fromContentsOf: answerBody[answerOffset..<answerOffset + count])
        answerOffset += count
        progressTime = now
        isOutOfBody = count == 0 && bodyStream != nil
        return (count, answerOffset == answerBody.count && bodyStream == nil)
    }

    /// The answer is out. What still comes of its request is thrown away for a while before the peer is told to stop
    /// (RFC 9113 section 8.1), as curl takes that for a failure even with the answer in its hands.
    mutating func answerEnded(now: Duration) -> Action {
        guard phase == .answered, !isRequestComplete else { return .nothing }
        phase = .discarding
        progressTime = now
        if case .requestTime = cut { return .resetQuietly }
        return isTunnel ? .resetQuietly : .nothing
    }

    /// nghttp2 has forgotten the stream. A request that waits for its answer is kept: it is whole, and is recorded
    /// although nobody hears the answer.
    mutating func closed() -> Action {
        isClosed = true
        return phase == .waiting ? .nothing : .free
    }

    private mutating func finished() -> Action {
        if cut == nil {
            if let problem = head.problem { return refuse(problem) }
            if let length = head.contentLength, length != request.body.count {
                return refuse("content-length differs from the length of the body")
            }
        }
        return handOver()
    }

    private mutating func cut(_ cut: RequestCut) -> Action {
        self.cut = cut
        return handOver()
    }

    private mutating func handOver() -> Action {
        if cut != nil { request.body = [] }
        phase = .waiting
        return .handOver
    }

    private mutating func refuse(_ problem: StaticString) -> Action {
        cutOrRefused(.malformed(Text(stringLiteral: problem)))
    }

    private mutating func cutOrRefused(_ cut: RequestCut) -> Action {
        self.cut = cut
        if !request.method.isEmpty, !request.target.isEmpty { return handOver() }
        phase = .waiting
        return .refuse(cut)
    }

    private mutating func hold(_ count: Int, in context: SessionContext) {
        heldBytes += count
        context.hold(count)
    }
}
