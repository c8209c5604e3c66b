internal import Bytes
internal import HTTPMessage

/// Reads the fields of one HTTP/2 request and judges them.
///
/// nghttp2's own checks are off, as firebase-admin-node sends a `:scheme` of `https:` that they refuse. What could
/// make two readers disagree about where a request begins, ends or goes to is a problem; what is only untidy
/// (upper-case names, `connection`, a missing `:scheme` or `:authority`) is taken, as nothing is forwarded from here.
///
/// Source: RFC 9113 sections 8.2 and 8.3
struct HTTP2Head {
    /// What makes the request one that is answered 400; nil when there is nothing.
    private(set) var problem: StaticString?
    /// The value of `content-length`; nil when there was none.
    private(set) var contentLength: Int?
    /// True when the client waits for a 100 before it sends the body.
    private(set) var expectsContinue = false
    private var sawRegularField = false
    private var pseudoFields: PseudoFields = []

    private struct PseudoFields: OptionSet {
        let rawValue: UInt8
        static let method = PseudoFields(rawValue: 1)
        static let path = PseudoFields(rawValue: 2)
        static let scheme = PseudoFields(rawValue: 4)
        static let authority = PseudoFields(rawValue: 8)
    }

    /// Takes one field of the head or, after it, of the trailers.
    mutating func take(
        name: UnsafeBufferPointer<UInt8>,
        value: UnsafeBufferPointer<UInt8>,
        inTrailers: Bool,
        into request: inout HTTPRequest
    ) {
        if unsafe hasLineBreakOrNUL(value) { problem = "a header value holds CR, LF or NUL" }
        if let first = unsafe name.first, first == UInt8(ascii: ":") {
            unsafe takePseudoField(name, value, inTrailers: inTrailers, into: &request)
            return
        }
        sawRegularField = true
        guard unsafe isFieldName(name) else {
            problem = "a header name is not a token"
            return
        }
        if !inTrailers { unsafe readFraming(name, value) }
        unsafe request.headers.append(name: name, value: value)
    }

    /// Judges the head as a whole; a CONNECT gets its authority as target.
    mutating func finish(_ request: inout HTTPRequest) {
        if request.method.isEmpty {
            problem = problem ?? ":method is missing"
        } else if ASCII.equal(request.method[...], "CONNECT") {
            request.target = request.authority
            if request.target.isEmpty { problem = problem ?? ":authority of a CONNECT is missing" }
        } else if request.target.isEmpty {
            problem = problem ?? ":path is missing"
        }
    }

    private mutating func takePseudoField(
        _ name: UnsafeBufferPointer<UInt8>,
        _ value: UnsafeBufferPointer<UInt8>,
        inTrailers: Bool,
        into request: inout HTTPRequest
    ) {
        if inTrailers || sawRegularField {
            problem = "a pseudo-header field follows a regular one"
            return
        }
        let field: PseudoFields
        if unsafe matches(name, ":method") {
            field = .method
        } else if unsafe matches(name, ":path") {
            field = .path
        } else if unsafe matches(name, ":scheme") {
            field = .scheme
        } else if unsafe matches(name, ":authority") {
            field = .authority
        } else {
            problem = "a pseudo-header field is unknown"
            return
        }
        guard pseudoFields.insert(field).inserted else {
            problem = "a pseudo-header field comes twice"
            return
        }
        switch field {
        case .method: unsafe request.method.append(contentsOf: value)
        case .path: unsafe request.target.append(contentsOf: value)
        case .scheme: unsafe request.scheme.append(contentsOf: value)
        default: unsafe request.authority.append(contentsOf: value)
        }
    }

    private mutating func readFraming(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        switch name.count {
        case 14 where unsafe matches(name, "content-length"):
            if contentLength != nil { problem = "content-length comes twice" }
            contentLength = unsafe decimal(value)
            if contentLength == nil { problem = "content-length is not a number" }
        case 17 where unsafe matches(name, "transfer-encoding"):
            problem = "transfer-encoding has no place in HTTP/2"
        case 6 where unsafe matches(name, "expect"):
            expectsContinue = unsafe matches(value, "100-continue")
        default:
            break
        }
    }
}

private func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ literal: StaticString) -> Bool {
    guard bytes.count == literal.utf8CodeUnitCount else { return false }
    let expected = unsafe UnsafeBufferPointer(start: literal.utf8Start, count: bytes.count)
    for index in bytes.indices {
        guard unsafe ASCII.lowercased(bytes[index]) == expected[index] else { return false }
    }
    return true
}

private func hasLineBreakOrNUL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Without an early exit the loop is compiled to many bytes at a time.
    var found: UInt8 = 0
    for index in bytes.indices {
        let byte = unsafe bytes[index]
        found |= (byte == 0 ? 1 : 0) | (byte == 0x0A ? 1 : 0) | (byte == 0x0D ? 1 : 0)
    }
    return found != 0
}

private func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var value = 0
    for index in bytes.indices {
        let digit = unsafe bytes[index] &- 0x30
        guard digit < 10 else { return nil }
        let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
        let (sum, carried) = product.addingReportingOverflow(Int(digit))
        guard !overflowed, !carried else { return nil }
        value = sum
    }
    return value
}
