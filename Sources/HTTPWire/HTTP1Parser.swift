internal import Bytes
internal import CLLHTTP
internal import HTTPMessage

/// Reads requests of one HTTP/1 connection, one after the other, with llhttp.
///
/// Source: RFC 9112; llhttp.h
@safe
final class HTTP1Parser {
    /// What came of a run of bytes.
    enum Progress {
        /// All are taken, the request goes on.
        case more
        /// The request is whole after this many of them, or cut.
        case complete(taken: Int)
        /// The request breaks the protocol.
        case problem(StaticString)
    }

    private let context: SessionContext
    private let parser: UnsafeMutablePointer<llhttp_t>
    private var scanner = HTTP1HeadScanner()
    private var fieldName: [UInt8] = []
    private var fieldValue: [UInt8] = []
    private var fieldCount = 0
    private var headerBytes = 0
    private var isInHead = true
    /// True once method, target and version are read.
    private(set) var hasRequestLine = false
    private var isComplete = false
    private var problem: StaticString?

    /// The request as far as it has come.
    private(set) var request = HTTPRequest()
    /// What cut it short.
    private(set) var cut: RequestCut?
    /// True from the first byte of a request, empty lines before it left out, until ``begin()``.
    private(set) var hasBegun = false
    /// True when the client waits for a 100 before it sends the body; the reader of this clears it.
    var owesContinue = false
    /// True when another request may follow this one.
    private(set) var keepsAlive = false
    /// What the shared context counts for the request.
    private(set) var heldBytes = 0

    init(context: SessionContext) {
        self.context = context
        unsafe parser = .allocate(capacity: 1)
        unsafe llhttp_init(parser, HTTP_REQUEST, Self.settings)
        unsafe parser.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        context.release(heldBytes)
        unsafe parser.deallocate()
    }

    /// Forgets the last request and gets ready for the next.
    func begin() {
        context.release(heldBytes)
        heldBytes = 0
        var spent = context.takeRequest()
        swap(&spent, &request)
        context.recycle(spent)
        cut = nil
        (fieldCount, headerBytes) = (0, 0)
        (hasBegun, hasRequestLine, isInHead, isComplete) = (false, false, true, false)
        scanner = HTTP1HeadScanner()
        unsafe llhttp_reset(parser)
    }

    /// Takes bytes of the current request.
    func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Progress {
        var offset = 0
        // Some clients end a body with a line break that is not part of it (RFC 9112 section 2.2).
        if !hasBegun { offset = unsafe bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.count }
        while offset < bytes.count {
            hasBegun = true
            var end = bytes.count
            if isInHead {
                switch unsafe scanner.scan(bytes, from: offset) {
                case .unfinished: break
                case .end(let found): end = found
                case .loneCR: return .problem("a CR in the head is not followed by LF")
                case .foldedLine: return .problem("a line of the head begins with white space")
                }
            }
            let result = unsafe execute(UnsafeBufferPointer(rebasing: bytes[offset..<end]))
            if let problem { return .problem(problem) }
            if cut != nil { return .complete(taken: bytes.count) }
            switch result.error {
            case HPE_OK: offset = end
            case _ where isComplete: return .complete(taken: offset + result.taken)
            default: return .problem(sentence(for: result.error))
            }
        }
        return .more
    }

    /// Cuts the request short: what came of its head is all that there is of it.
    func cutShort(_ cut: RequestCut) {
        self.cut = cut
        request.body = []
    }

    private func execute(_ bytes: UnsafeBufferPointer<UInt8>) -> (error: llhttp_errno, taken: Int) {
        unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
            let error = unsafe llhttp_execute(parser, bytes.baseAddress, bytes.count)
            guard error != HPE_OK, let start = bytes.baseAddress, let stop = unsafe llhttp_get_error_pos(parser) else {
                return (error, bytes.count)
            }
            return unsafe (error, Swift.min(Swift.max(stop - start, 0), bytes.count))
        }
    }

    private func sentence(for error: llhttp_errno) -> StaticString {
        switch error {
        case HPE_INVALID_METHOD: "the method is unknown"
        case HPE_INVALID_URL: "the request target is malformed"
        case HPE_INVALID_VERSION, HPE_INVALID_CONSTANT: "the HTTP version is malformed"
        case HPE_INVALID_HEADER_TOKEN: "a header field is malformed"
        case HPE_INVALID_CONTENT_LENGTH: "content-length is not a number"
        case HPE_UNEXPECTED_CONTENT_LENGTH: "content-length comes twice or together with transfer-encoding"
        case HPE_INVALID_TRANSFER_ENCODING: "transfer-encoding is not chunked"
        case HPE_INVALID_CHUNK_SIZE: "a chunk size is not a hexadecimal number"
        case HPE_CR_EXPECTED, HPE_LF_EXPECTED, HPE_STRICT: "a line does not end with CR LF"
        default: "the request is malformed"
        }
    }
}

// What llhttp tells while it parses. Each returns a value that llhttp takes as the error to stop with.
extension HTTP1Parser {
    fileprivate func methodArrived(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        unsafe request.method.append(contentsOf: bytes)
        return proceed
    }

    fileprivate func targetArrived(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard count(bytes.count) else { return stop }
        unsafe request.target.append(contentsOf: bytes)
        return proceed
    }

    fileprivate func versionArrived() -> Int32 {
        switch unsafe (llhttp_get_http_major(parser), llhttp_get_http_minor(parser)) {
        case (1, 1): request.version = .http11
        case (1, 0): request.version = .http10
        default: return fail("the HTTP version is neither 1.0 nor 1.1")
        }
        hasRequestLine = true
        return proceed
    }

    fileprivate func nameArrived(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard count(bytes.count) else { return stop }
        unsafe fieldName.append(contentsOf: bytes)
        return proceed
    }

    fileprivate func valueArrived(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard count(bytes.count) else { return stop }
        unsafe fieldValue.append(contentsOf: bytes)
        return proceed
    }

    fileprivate func fieldEnded() -> Int32 {
        // llhttp takes white space before the colon, with which a secret would pass under a name that nobody knows.
        guard unsafe fieldName.withUnsafeBufferPointer({ unsafe isFieldName($0) }) else {
            return fail("a header name is not a token")
        }
        fieldCount += 1
        guard fieldCount <= context.limits.headerFields else {
            cut = .headerFields(limit: context.limits.headerFields)
            return stop
        }
        guard count(32) else { return stop }
        // llhttp leaves the white space after a value in place; it is not part of it (RFC 9110 section 5.5).
        var end = fieldValue.endIndex
        while end > 0, fieldValue[end - 1] == 0x20 || fieldValue[end - 1] == 0x09 { end -= 1 }
        request.headers.append(fieldName[...], fieldValue[..<end])
        fieldName.removeAll(keepingCapacity: true)
        fieldValue.removeAll(keepingCapacity: true)
        return proceed
    }

    fileprivate func headEnded() -> Int32 {
        isInHead = false
        let isConnect = unsafe llhttp_method(rawValue: UInt32(llhttp_get_method(parser))) == HTTP_CONNECT
        let coding = request.headers.first("transfer-encoding")
        let hasChunks = coding != nil
        switch request.headers.count(of: "host") {
        case 1: break
        case 0 where request.version == .http10 || isConnect: break
        case 0: return fail("host is missing")
        default: return fail("host comes twice")
        }
        if hasChunks, request.version == .http10 { return fail("transfer-encoding has no place in HTTP/1.0") }
        // Without chunks at the end llhttp does not know where the body ends, and refuses the request by itself.
        let isChunked = unsafe UInt32(parser.pointee.flags) & F_CHUNKED.rawValue != 0
        if isChunked, let coding, !ASCII.equalIgnoringCase(coding, "chunked") {
            cut = .transferCoding
            return stop
        }
        hold(headerBytes)
        // The offer of another protocol is ignored and the request answered in this one.
        if !isConnect { unsafe parser.pointee.upgrade = 0 }
        let length = unsafe parser.pointee.content_length
        if !hasChunks, length > UInt64(clamping: context.limits.bodyBytes) {
            cut = .bodyBytes(limit: context.limits.bodyBytes)
            return stop
        }
        owesContinue =
            request.version == .http11 && (hasChunks || length > 0)
            && request.headers.first("expect").map { ASCII.equalIgnoringCase($0, "100-continue") } ?? false
        return proceed
    }

    fileprivate func bodyArrived(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        owesContinue = false
        guard request.body.count + bytes.count <= context.limits.bodyBytes else {
            cut = .bodyBytes(limit: context.limits.bodyBytes)
            return stop
        }
        guard !context.isFull else {
            cut = .bufferedBytes(limit: context.limits.bufferedBytes)
            return stop
        }
        hold(bytes.count)
        unsafe request.body.append(contentsOf: bytes)
        return proceed
    }

    fileprivate func messageEnded() -> Int32 {
        isComplete = true
        keepsAlive = unsafe llhttp_should_keep_alive(parser) != 0 && llhttp_get_upgrade(parser) == 0
        return Int32(HPE_PAUSED.rawValue)
    }

    private var proceed: Int32 { 0 }

    private var stop: Int32 {
        if cut != nil { request.body = [] }
        return Int32(HPE_USER.rawValue)
    }

    private func fail(_ sentence: StaticString) -> Int32 {
        problem = sentence
        return stop
    }

    /// Counts bytes of the head or the trailers.
    private func count(_ bytes: Int) -> Bool {
        headerBytes += bytes
        if headerBytes > context.limits.headerBytes { cut = .headerBytes(limit: context.limits.headerBytes) }
        return cut == nil
    }

    private func hold(_ count: Int) {
        heldBytes += count
        context.hold(count)
    }

    // Written once, then only read.
    nonisolated(unsafe) private static let settings: UnsafeMutablePointer<llhttp_settings_t> = {
        let table = UnsafeMutablePointer<llhttp_settings_t>.allocate(capacity: 1)
        unsafe llhttp_settings_init(table)
        unsafe table.pointee.on_method = { unsafe owner($0).methodArrived(bytes($1, $2)) }
        unsafe table.pointee.on_url = { unsafe owner($0).targetArrived(bytes($1, $2)) }
        unsafe table.pointee.on_version_complete = { unsafe owner($0).versionArrived() }
        unsafe table.pointee.on_header_field = { unsafe owner($0).nameArrived(bytes($1, $2)) }
        unsafe table.pointee.on_header_value = { unsafe owner($0).valueArrived(bytes($1, $2)) }
        unsafe table.pointee.on_header_value_complete = { unsafe owner($0).fieldEnded() }
        unsafe table.pointee.on_headers_complete = { unsafe owner($0).headEnded() }
        unsafe table.pointee.on_body = { unsafe owner($0).bodyArrived(bytes($1, $2)) }
        unsafe table.pointee.on_message_complete = { unsafe owner($0).messageEnded() }
        return unsafe table
    }()
}

/// The parser that a callback belongs to; llhttp hands back what `init` set.
private func owner(_ parser: UnsafeMutablePointer<llhttp_t>?) -> HTTP1Parser {
    unsafe Unmanaged<HTTP1Parser>.fromOpaque(parser.unsafelyUnwrapped.pointee.data).takeUnretainedValue()
}

private func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeRawBufferPointer(start: start, count: count).assumingMemoryBound(to: UInt8.self)
}
