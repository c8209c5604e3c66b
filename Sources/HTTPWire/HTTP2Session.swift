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
    private var table = HTTP2StreamTable()
    private var ready: [Int] = []
    private var serverPreface: [UInt8] = []
    private var fieldBlock = HTTP2FieldBlock()
    private var hasFailed = false
    private var isShutdownAnnounced = false
    private var isShuttingDown = false
    /// The stream whose answer is the last one; nil when there is none.
    private var lastAnswered: Int32?
    /// True once there was a body that comes piece by piece; until then nobody looks for one.
    private var hasStreamed = false
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
        for stream in table.streams { context.release(stream.heldBytes) }
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

    /// Appends the numbers of the requests that have become whole, or were cut, since the last call.
    package func takeRequests(into numbers: inout [Int]) {
        numbers.append(contentsOf: ready)
        ready.removeAll(keepingCapacity: true)
    }

    /// True when ``takeRequests(into:)`` has one.
    package var hasRequest: Bool { !ready.isEmpty }

    /// Calls `body` with a request that ``takeRequests(into:)`` named, and with what cut it short.
    package func withRequest(_ slot: Int, _ body: (HTTPRequest, RequestCut?) -> HTTPResponse) -> HTTPResponse {
        body(table.streams[slot].request, table.streams[slot].cut)
    }

    /// Answers a request; the answer is lost when the peer has given the stream up.
    package func respond(to slot: Int, with response: HTTPResponse, now: Duration) {
        guard let hasBody = table.streams[slot].answered(with: response, context: context, now: now) else {
            if table.streams[slot].isClosed { free(slot) }
            return
        }
        submit(response, on: table.streams[slot].id, bodySlot: hasBody ? slot : nil)
    }

    /// Answers a request as the last one: behind the answer goes the GOAWAY.
    package func respondLast(to slot: Int, with response: HTTPResponse, now: Duration) {
        if table.streams[slot].isClosed { shutDown() } else { lastAnswered = table.streams[slot].id }
        respond(to: slot, with: response, now: now)
    }

    /// Answers a request with a body that comes piece by piece; the answer is lost when the peer has given the stream up.
    package func respond(to slot: Int, with response: HTTPResponse, streaming body: any BodyStream, now: Duration) {
        guard let hasBody = table.streams[slot].answered(with: response, streaming: body, now: now) else {
            if table.streams[slot].isClosed { free(slot) }
            return
        }
        hasStreamed = true
        submit(response, on: table.streams[slot].id, bodySlot: hasBody ? slot : nil, hasLength: false)
    }

    /// True when the peer has given the stream up.
    package func hasGivenUp(_ slot: Int) -> Bool { table.streams[slot].isClosed }

    /// True while a body comes piece by piece.
    package var isStreaming: Bool { hasStreamed && table.streams.contains { $0.bodyStream != nil } }

    /// True when such a body had nothing when it was last asked and has something now.
    package func hasReadyBody(at now: Duration) -> Bool {
        hasStreamed && table.streams.contains { $0.isResumable(at: now) }
    }

    /// Appends frames for the peer until `output` has at least `limit` bytes or no more are ready.
    package func drain(into output: inout [UInt8], upTo limit: Int, now: Duration) {
        guard !hasFailed else { return }
        self.now = now
        if !serverPreface.isEmpty {
            output.append(contentsOf: serverPreface)
            serverPreface = []
        }
        if hasStreamed { resumeBodies() }
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
    package var isBusy: Bool { table.openCount > 0 }

    /// True while an answer is owed or not wholly drained.
    package var owesAnswers: Bool {
        table.streams.contains { $0.phase == .waiting || $0.phase == .answered }
    }

    /// True when the connection can be closed.
    package var isFinished: Bool {
        if hasFailed { return true }
        // nghttp2 is done once a GOAWAY is out and no stream is open, but after the first of two a request may come.
        if isShutdownAnnounced { return false }
        return unsafe nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
    }

    /// How many requests are coming in.
    package var receivingCount: Int { table.streams.count { $0.phase == .receiving } }

    /// Cuts requests that take too long; ends the connection when an answer is not taken, or nothing
    /// happens, for too long.
    package func expire(now: Duration) {
        for slot in table.streams.indices {
            let waited = now - table.streams[slot].progressTime
            switch table.streams[slot].phase {
            case .receiving where waited > context.limits.requestTime:
                perform(table.streams[slot].expired(after: context.limits.requestTime), on: slot)
            case .receiving where isShuttingDown && now - activityTime > context.limits.quietTime:
                perform(table.streams[slot].expired(after: context.limits.quietTime), on: slot)
            case .discarding where waited > context.limits.requestTime:
                reset(table.streams[slot].id, NGHTTP2_NO_ERROR)
            case .answered where waited > context.limits.stallTime && !table.streams[slot].isOutOfBody:
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
        resetDiscarding()
    }

    private func resumeBodies() {
        for stream in table.streams where stream.isResumable(at: now) {
            unsafe nghttp2_session_resume_data(session, stream.id)
        }
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
        guard isRequest else { return table.fieldsBegan(for: slot(of: id)) }
        guard table.openCount < context.limits.concurrentStreams, !context.isFull else {
            table.fieldsBegan(for: nil)
            context.unread.refusedStreams += 1
            return reset(id, NGHTTP2_REFUSED_STREAM)
        }
        let slot = table.open(id, request: context.takeRequest(), now: now)
        // One more than the slot, as a null pointer stands for a stream that was refused.
        unsafe nghttp2_session_set_stream_user_data(session, id, UnsafeMutableRawPointer(bitPattern: slot + 1))
    }

    func headerArrived(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        unsafe table.fieldArrived(name: name, value: value, limits: context.limits)
    }

    func headersEnded(endsStream: Bool) {
        guard let slot = table.fieldsEnded() else { return }
        perform(table.streams[slot].fieldsEnded(endsStream: endsStream, context: context), on: slot)
    }

    func dataArrived(on id: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let slot = slot(of: id) else { return }
        unsafe perform(table.streams[slot].dataArrived(bytes, context: context), on: slot)
    }

    func dataEnded(on id: Int32) {
        guard let slot = slot(of: id) else { return }
        perform(table.streams[slot].dataEnded(), on: slot)
    }

    func answerEnded(on id: Int32) {
        guard let slot = slot(of: id) else { return }
        perform(table.streams[slot].answerEnded(now: now), on: slot)
        if id == lastAnswered { shutDown() }
        if isShuttingDown { resetDiscarding() }
    }

    func streamClosed(_ id: Int32) {
        guard let slot = slot(of: id) else { return }
        if table.streams[slot].phase == .receiving { context.countBrokenOff(1) }
        perform(table.streams[slot].closed(), on: slot)
    }

    func copyAnswer(of slot: Int, to buffer: UnsafeMutableBufferPointer<UInt8>) -> (count: Int, isLast: Bool) {
        unsafe table.streams[slot].bodyTaken(into: buffer, now: now)
    }

    private func slot(of id: Int32) -> Int? {
        guard let pointer = unsafe nghttp2_session_get_stream_user_data(session, id) else { return nil }
        return Int(bitPattern: pointer) - 1
    }

    private func perform(_ action: HTTP2Stream.Action, on slot: Int) {
        switch action {
        case .nothing: break
        case .handOver: ready.append(slot)
        case .sayContinue: submit(HTTPResponse(status: 100), on: table.streams[slot].id, bodySlot: nil)
        case .refuse(let cut):
            if case .requestTime = cut { context.unread.timedOut += 1 } else { context.unread.malformed += 1 }
            respond(to: slot, with: HTTPResponse(refusing: cut), now: now)
        case .resetAsMalformed: reset(table.streams[slot].id, NGHTTP2_PROTOCOL_ERROR)
        case .resetQuietly: reset(table.streams[slot].id, NGHTTP2_NO_ERROR)
        case .free: free(slot)
        }
    }

    private func free(_ slot: Int) {
        context.release(table.streams[slot].heldBytes)
        context.recycle(table.free(slot))
    }

    private func resetDiscarding() {
        for stream in table.streams where stream.phase == .discarding { reset(stream.id, NGHTTP2_NO_ERROR) }
    }

    /// Queues a HEADERS frame, and DATA from the slot's answer when there is one.
    private func submit(_ response: HTTPResponse, on id: Int32, bodySlot: Int?, hasLength: Bool = true) {
        fieldBlock.fill(with: response, date: context.date, hasLength: hasLength)
        let noFlags = UInt8(NGHTTP2_FLAG_NONE.rawValue)
        let result = unsafe fieldBlock.withFields { [session] fields in
            guard response.status >= 200 else {
                return unsafe nghttp2_submit_headers(session, noFlags, id, nil, fields.baseAddress, fields.count, nil)
            }
            guard let bodySlot else {
                return unsafe nghttp2_submit_response(session, id, fields.baseAddress, fields.count, nil)
            }
            var provider = unsafe HTTP2Configuration.dataProvider(slot: bodySlot)
            return unsafe nghttp2_submit_response(session, id, fields.baseAddress, fields.count, &provider)
        }
        if result != 0 { reset(id, NGHTTP2_INTERNAL_ERROR) }
    }
}
