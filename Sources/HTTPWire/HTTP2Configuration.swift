internal import CNGHTTP2

/// nghttp2's options, callbacks and first SETTINGS, as this server wants them.
@safe
struct HTTP2Configuration: ~Copyable {
    private let options: OpaquePointer
    private let limits: Limits

    /// - Returns: nil when memory is out.
    init?(limits: Limits) {
        var created: OpaquePointer?
        guard unsafe nghttp2_option_new(&created) == 0, let options = unsafe created else { return nil }
        unsafe self.options = options
        self.limits = limits
        unsafe nghttp2_option_set_no_http_messaging(options, 1)
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_option_set_stream_reset_rate_limit(
            options,
            UInt64(clamping: limits.resetBurst),
            UInt64(clamping: limits.resetsPerSecond)
        )
        unsafe nghttp2_option_set_max_continuations(options, Int(limits.continuationFrames))
        unsafe nghttp2_option_set_max_settings(options, limits.settingsEntries)
        unsafe nghttp2_option_set_max_outbound_ack(options, limits.queuedAcknowledgements)
    }

    deinit {
        unsafe nghttp2_option_del(options)
    }

    func createSession(_ session: inout OpaquePointer?) -> Int32 {
        unsafe nghttp2_session_server_new2(&session, Self.callbacks, nil, options)
    }

    /// Queues the first SETTINGS and the connection's window, and takes the SETTINGS frame out as bytes.
    ///
    /// nghttp2 would end the connection for a stream beyond the limit it knows of, but clients send before they have
    /// read the limit, and some never heed it. So nghttp2 is told of no limit, the peer of ours, and a stream beyond it
    /// is refused one by one.
    func serverPreface(of session: OpaquePointer) -> [UInt8] {
        let entries = [
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                value: UInt32.max
            ),
            nghttp2_settings_entry(
                settings_id: Int32(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(clamping: limits.headerBytes)
            ),
        ]
        unsafe nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), entries, entries.count)
        unsafe nghttp2_session_set_local_window_size(
            session,
            UInt8(NGHTTP2_FLAG_NONE.rawValue),
            0,
            Int32(clamping: limits.connectionWindowBytes)
        )
        var frame: UnsafePointer<UInt8>?
        let count = unsafe nghttp2_session_mem_send(session, &frame)
        guard count > 0 else { return [] }
        var bytes = unsafe Array(UnsafeBufferPointer(start: frame, count: count))
        // The frame header has 9 bytes, an entry's identifier two.
        let value = 11..<15
        guard bytes.count >= value.upperBound else { return bytes }
        for (index, shift) in zip(value, [24, 16, 8, 0]) {
            bytes[index] = UInt8(truncatingIfNeeded: UInt32(clamping: limits.concurrentStreams) >> UInt32(shift))
        }
        return bytes
    }

    /// The source of an answer's DATA frames.
    static func dataProvider(slot: Int) -> nghttp2_data_provider {
        var provider = unsafe nghttp2_data_provider()
        unsafe provider.source.fd = Int32(truncatingIfNeeded: slot)
        unsafe provider.read_callback = { _, _, buffer, capacity, flags, source, user in
            guard let source = unsafe source, let flags = unsafe flags else {
                return Int(NGHTTP2_ERR_CALLBACK_FAILURE.rawValue)
            }
            let target = unsafe UnsafeMutableBufferPointer(start: buffer, count: capacity)
            let copied = unsafe withOwner(user) { unsafe $0.copyAnswer(of: Int(source.pointee.fd), to: target) }
            if copied.isLast { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            let isWaiting = copied.count == 0 && !copied.isLast
            return isWaiting ? Int(NGHTTP2_ERR_DEFERRED.rawValue) : copied.count
        }
        return unsafe provider
    }

    // Written once, then only read; nghttp2 copies the table for each session.
    nonisolated(unsafe) private static let callbacks: OpaquePointer? = {
        var table: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&table)
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(table) { _, frame, user in
            guard let frame = unsafe frame?.pointee else { return 0 }
            let isRequest = unsafe frame.headers.cat == NGHTTP2_HCAT_REQUEST
            unsafe withOwner(user) { unsafe $0.headersBegan(on: frame.hd.stream_id, isRequest: isRequest) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_header_callback(table) {
            _, _, name, nameCount, value, valueCount, _, user in
            let name = unsafe UnsafeBufferPointer(start: name, count: nameCount)
            let value = unsafe UnsafeBufferPointer(start: value, count: valueCount)
            unsafe withOwner(user) { unsafe $0.headerArrived(name, value) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table) { _, _, id, bytes, count, user in
            let bytes = unsafe UnsafeBufferPointer(start: bytes, count: count)
            unsafe withOwner(user) { unsafe $0.dataArrived(on: id, bytes) }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(table) { _, frame, user in
            guard let header = unsafe frame?.pointee.hd else { return 0 }
            let endsStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
            if header.type == UInt8(NGHTTP2_HEADERS.rawValue) {
                unsafe withOwner(user) { $0.headersEnded(endsStream: endsStream) }
            } else if header.type == UInt8(NGHTTP2_DATA.rawValue), endsStream {
                unsafe withOwner(user) { $0.dataEnded(on: header.stream_id) }
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(table) { _, frame, user in
            guard let header = unsafe frame?.pointee.hd else { return 0 }
            let carriesAnswer =
                header.type == UInt8(NGHTTP2_HEADERS.rawValue) || header.type == UInt8(NGHTTP2_DATA.rawValue)
            if carriesAnswer, header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0 {
                unsafe withOwner(user) { $0.answerEnded(on: header.stream_id) }
            }
            return 0
        }
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) { _, id, _, user in
            unsafe withOwner(user) { $0.streamClosed(id) }
            return 0
        }
        return unsafe table
    }()
}

/// Calls `body` with the session that a callback belongs to; nghttp2 hands back what the session set before anything is fed.
///
/// Without a retain, as there are a dozen calls for each request.
private func withOwner<Result>(_ pointer: UnsafeMutableRawPointer?, _ body: (HTTP2Session) -> Result) -> Result {
    unsafe Unmanaged<HTTP2Session>.fromOpaque(pointer.unsafelyUnwrapped)._withUnsafeGuaranteedRef(body)
}
