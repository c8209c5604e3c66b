internal import Bytes
internal import CNGHTTP2
package import HTTPMessage

/// An HTTP/2 connection from its preface on, seen from the server, without its socket.
///
/// Frames, HPACK, flow control and the guards against floods are nghttp2's; the meaning of header fields, the limits
/// on requests and the count of streams are this type's.
///
/// Source: RFC 9113; nghttp2.h
@safe
package final class HTTP2Session {
    private let context: SessionContext
    private let session: OpaquePointer
    private var streams: [HTTP2Stream] = []
    private var unusedSlots: [Int] = []
    private var ready: [Int] = []
    private var readyPosition = 0
    /// The slot whose header block is being read; nil when its stream was refused.
    private var headerSlot: Int?
    private var serverPreface: [UInt8] = []
    private var fieldBlock = HTTP2FieldBlock()
    private var hasFailed = false
    private var isShutdownAnnounced = false
    private var isShuttingDown = false
    private var now: Duration
    private var activityTime: Duration

    /// A session that has seen nothing.
    ///
    /// - Returns: nil when memory is out.
    package init?(context: SessionContext, now: Duration) {
        var created: OpaquePointer?
        guard let configuration = HTTP2Configuration(limits: context.limits),
            unsafe configuration.createSession(&created) == 0, let session = unsafe created
        else { return nil }
        self.context = context
        unsafe self.session = session
        self.now = now
        activityTime = now
        unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(self).toOpaque())
        serverPreface = unsafe configuration.serverPreface(of: session)
    }

    deinit {
        unsafe nghttp2_session_del(session)
        for stream in streams { context.release(stream.heldBytes) }
    }

    /// Takes bytes that the peer sent, its preface first.
    package func feed(_ bytes: Span<UInt8>, now: Duration) {
        guard !hasFailed else { return }
        self.now = now
        activityTime = now
        let consumed = unsafe bytes.withUnsafeBufferPointer {
            unsafe nghttp2_session_mem_recv(session, $0.baseAddress, $0.count)
        }
        if consumed < 0 { hasFailed = true }
    }

    /// The next request that waits for its answer; nil when there is none now.
    package func nextRequest() -> Int? {
        guard readyPosition < ready.count else { return nil }
        defer {
            readyPosition += 1
            if readyPosition == ready.count {
                ready.removeAll(keepingCapacity: true)
                readyPosition = 0
            }
        }
        return ready[readyPosition]
    }

    /// True when ``nextRequest()`` has one.
    package var hasRequest: Bool { readyPosition < ready.count }

    /// Calls `body` with a request that ``nextRequest()`` named, and with the limit that cut it.
    package func withRequest(_ slot: Int, _ body: (HTTPRequest, RequestCut?) -> HTTPResponse) -> HTTPResponse {
        body(streams[slot].request, streams[slot].cut)
    }

    /// Answers a request; the answer is lost when the peer has given the stream up.
    package func respond(to slot: Int, with response: HTTPResponse, now: Duration) {
        guard streams[slot].phase == .waiting else { return }
        streams[slot].phase = .answered
        streams[slot].progressTime = now
        guard !streams[slot].isClosed else { return free(slot) }
        let hasBody = response.hasBody(to: streams[slot].request)
        if hasBody {
            streams[slot].answerBody = response.body
            streams[slot].heldBytes += response.body.count
            context.hold(response.body.count)
        }
        submit(response, on: streams[slot].id, slot: hasBody ? slot : nil)
    }

    /// Appends frames for the peer until `output` has at least `limit` bytes or no more are ready.
    package func drain(into output: inout [UInt8], upTo limit: Int, now: Duration) {
        guard !hasFailed else { return }
        self.now = now
        if !serverPreface.isEmpty {
            output.append(contentsOf: serverPreface)
            serverPreface = []
        }
        while output.count < limit {
            var frame: UnsafePointer<UInt8>?
            let count = unsafe nghttp2_session_mem_send(session, &frame)
            guard count > 0 else {
                if count < 0 { hasFailed = true }
                return
            }
            unsafe output.append(contentsOf: UnsafeBufferPointer(start: frame, count: count))
        }
    }

    /// True while a stream is open.
    package var isBusy: Bool { unusedSlots.count < streams.count }

    /// True while an answer is owed or not wholly drained.
    package var owesAnswers: Bool {
        streams.contains { $0.phase == .waiting || $0.phase == .answered }
    }

    /// True when the connection can be closed.
    package var isFinished: Bool {
        if hasFailed { return true }
        // nghttp2 is done once a GOAWAY is out and no stream is open, but after the first of two a request may come.
        if isShutdownAnnounced { return false }
        return unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
    }

    /// Cancels streams whose request takes too long; ends the connection when an answer is not taken, or nothing
    /// happens, for too long.
    package func expire(now: Duration) {
        for slot in streams.indices {
            let waited = now - streams[slot].progressTime
            switch streams[slot].phase {
            case .receiving where waited > context.limits.requestTime:
                reset(streams[slot].id, NGHTTP2_CANCEL)
            case .discarding where waited > context.limits.requestTime:
                reset(streams[slot].id, NGHTTP2_NO_ERROR)
            case .answered where waited > context.limits.stallTime:
                return terminate(NGHTTP2_ENHANCE_YOUR_CALM)
            default:
                break
            }
        }
        if !isBusy, now - activityTime > context.limits.idleTime { terminate(NGHTTP2_NO_ERROR) }
    }

    /// Sends a GOAWAY that still lets requests in.
    package func announceShutdown() {
        isShutdownAnnounced = unsafe nghttp2_submit_shutdown_notice(session) == 0
    }

    /// Sends the GOAWAY that names the last stream taken.
    package func shutDown() {
        isShutdownAnnounced = false
        isShuttingDown = true
        unsafe nghttp2_submit_goaway(
            session,
            UInt8(NGHTTP2_FLAG_NONE.rawValue),
            nghttp2_session_get_last_proc_stream_id(session),
            NGHTTP2_NO_ERROR.rawValue,
            nil,
            0
        )
        for stream in streams where stream.phase == .discarding { reset(stream.id, NGHTTP2_NO_ERROR) }
    }

    private func terminate(_ code: nghttp2_error_code) {
        isShutdownAnnounced = false
        unsafe nghttp2_session_terminate_session(session, code.rawValue)
    }

    private func reset(_ id: Int32, _ code: nghttp2_error_code) {
        unsafe nghttp2_submit_rst_stream(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), id, code.rawValue)
    }
}

// What nghttp2 tells while it is fed and drained.
extension HTTP2Session {
    func headersBegan(on id: Int32, isRequest: Bool) {
        guard isRequest else {
            headerSlot = slot(of: id)
            return
        }
        guard streams.count - unusedSlots.count < context.limits.concurrentStreams, !context.isFull else {
            headerSlot = nil
            return reset(id, NGHTTP2_REFUSED_STREAM)
        }
        let slot = unusedSlots.popLast() ?? streams.count
        if slot == streams.count { streams.append(HTTP2Stream()) }
        streams[slot].id = id
        streams[slot].phase = .receiving
        streams[slot].request = context.takeRequest()
        streams[slot].request.version = .http2
        streams[slot].progressTime = now
        headerSlot = slot
        // One more than the slot, as a null pointer stands for a stream that was refused.
        unsafe nghttp2_session_set_stream_user_data(session, id, UnsafeMutableRawPointer(bitPattern: slot + 1))
    }

    func headerArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard let slot = headerSlot, streams[slot].phase == .receiving else { return }
        unsafe streams[slot].takeField(name: name, value: value, limits: context.limits)
    }

    func headersEnded(endsStream: Bool) {
        guard let slot = headerSlot else { return }
        headerSlot = nil
        streams[slot].isRequestComplete = endsStream
        guard streams[slot].phase == .receiving else { return }
        if streams[slot].hasHead {
            guard endsStream else { return reset(streams[slot].id, NGHTTP2_PROTOCOL_ERROR) }
        } else {
            streams[slot].hasHead = true
            hold(streams[slot].headerBytes, for: slot)
            beginBody(of: slot)
        }
        if endsStream { finish(slot) }
    }

    func dataArrived(on id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let slot = slot(of: id) else { return }
        if streams[slot].phase == .discarding { return discard(bytes.count, of: slot) }
        guard streams[slot].phase == .receiving else { return }
        if streams[slot].request.body.count + bytes.count > context.limits.bodyBytes {
            cut(slot, .bodyBytes(limit: context.limits.bodyBytes))
        } else if context.isFull {
            cut(slot, .bufferedBytes(limit: context.limits.bufferedBytes))
        } else {
            unsafe streams[slot].request.body.append(contentsOf: bytes)
            hold(bytes.count, for: slot)
        }
    }

    func dataEnded(on id: Int32) {
        guard let slot = slot(of: id) else { return }
        streams[slot].isRequestComplete = true
        if streams[slot].phase == .receiving { finish(slot) }
    }

    func streamClosed(_ id: Int32) {
        guard let slot = slot(of: id) else { return }
        streams[slot].isClosed = true
        // A request that waits for its answer is kept: it is whole, and is recorded although nobody hears the answer.
        if streams[slot].phase != .waiting { free(slot) }
    }

    /// Lets go of an answer that is out. What still comes of its request is thrown away for a while before the peer is
    /// told to stop (RFC 9113 section 8.1), as curl takes that for a failure even with the answer in its hands.
    func answerEnded(on id: Int32) {
        guard let slot = slot(of: id), streams[slot].phase == .answered, !streams[slot].isRequestComplete else {
            return
        }
        streams[slot].phase = .discarding
        streams[slot].progressTime = now
        let isTunnel = ASCII.equal(streams[slot].request.method[...], "CONNECT")
        if isTunnel || isShuttingDown { reset(id, NGHTTP2_NO_ERROR) }
    }

    func copyAnswer(of slot: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, isLast: Bool) {
        let offset = streams[slot].answerOffset
        let count = Swift.min(buffer.count, streams[slot].answerBody.count - offset)
        _ = unsafe buffer.update(fromContentsOf: streams[slot].answerBody[offset..<offset + count])
        streams[slot].answerOffset = offset + count
        streams[slot].progressTime = now
        return (count, offset + count == streams[slot].answerBody.count)
    }

    private func slot(of id: Int32) -> Int? {
        guard let pointer = unsafe nghttp2_session_get_stream_user_data(session, id) else { return nil }
        return Int(bitPattern: pointer) - 1
    }

    private func discard(_ count: Int, of slot: Int) {
        streams[slot].discardedBytes += count
        if streams[slot].discardedBytes > context.limits.discardedBytes { reset(streams[slot].id, NGHTTP2_NO_ERROR) }
    }

    private func beginBody(of slot: Int) {
        if streams[slot].cut != nil { return becomeReady(slot) }
        streams[slot].finishHead()
        if let problem = streams[slot].head.problem { return refuse(slot, problem) }
        // Nothing but the tunnel follows a CONNECT, and there is none.
        if ASCII.equal(streams[slot].request.method[...], "CONNECT") { return becomeReady(slot) }
        if let length = streams[slot].head.contentLength {
            guard length <= context.limits.bodyBytes else {
                return cut(slot, .bodyBytes(limit: context.limits.bodyBytes))
            }
        }
        if streams[slot].head.expectsContinue, !streams[slot].isRequestComplete {
            submit(HTTPResponse(status: 100), on: streams[slot].id, slot: nil)
        }
    }

    private func finish(_ slot: Int) {
        guard streams[slot].phase == .receiving else { return }
        if streams[slot].cut == nil, let problem = streams[slot].problem { return refuse(slot, problem) }
        becomeReady(slot)
    }

    private func cut(_ slot: Int, _ cut: RequestCut) {
        streams[slot].cut = cut
        becomeReady(slot)
    }

    private func becomeReady(_ slot: Int) {
        if streams[slot].cut != nil { streams[slot].request.body = [] }
        streams[slot].phase = .waiting
        ready.append(slot)
    }

    private func refuse(_ slot: Int, _ problem: StaticString) {
        streams[slot].phase = .waiting
        respond(to: slot, with: .badRequest(problem), now: now)
    }

    private func hold(_ count: Int, for slot: Int) {
        streams[slot].heldBytes += count
        context.hold(count)
    }

    private func free(_ slot: Int) {
        context.release(streams[slot].heldBytes)
        context.recycle(streams[slot].request)
        streams[slot] = HTTP2Stream()
        unusedSlots.append(slot)
    }

    /// Queues a HEADERS frame, and DATA from the slot's answer when there is one.
    private func submit(_ response: HTTPResponse, on id: Int32, slot: Int?) {
        fieldBlock.fill(with: response, date: context.date)
        let noFlags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let result = unsafe fieldBlock.withFields { [session] fields in
            guard response.status >= 200 else {
                return unsafe nghttp2_submit_headers(session, noFlags, id, nil, fields.baseAddress, fields.count, nil)
            }
            guard let slot else {
                return unsafe nghttp2_submit_response(session, id, fields.baseAddress, fields.count, nil)
            }
            var provider = unsafe HTTP2Configuration.dataProvider(slot: slot)
            return unsafe nghttp2_submit_response(session, id, fields.baseAddress, fields.count, &provider)
        }
        if result != 0 { reset(id, NGHTTP2_INTERNAL_ERROR) }
    }
}
