internal import HTTPMessage

/// One request of an HTTP/2 connection and its answer.
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

    var id: Int32 = 0
    var phase = Phase.unused
    var request = HTTPRequest()
    var head = HTTP2Head()
    var cut: RequestCut?
    /// True when the peer has sent all of the request.
    var isRequestComplete = false
    /// True when nghttp2 has forgotten the stream, so that no answer can be sent.
    var isClosed = false
    /// True once the first header block is complete; what follows are trailers.
    var hasHead = false
    var fieldCount = 0
    var headerBytes = 0
    var answerBody: [UInt8] = []
    var answerOffset = 0
    var discardedBytes = 0
    /// What the shared context counts for this stream.
    var heldBytes = 0
    /// When the request began or, once it is answered, when the peer last took something.
    var progressTime = Duration.zero

    /// Takes one header field; those beyond a limit are dropped and the request is cut.
    mutating func takeField(
        name: UnsafeBufferPointer<UInt8>,
        value: UnsafeBufferPointer<UInt8>,
        limits: Limits
    ) {
        guard cut == nil else { return }
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

    /// Judges the head once all of it has come.
    mutating func finishHead() {
        head.finish(&request)
    }

    /// What makes the whole request one that is answered 400.
    var problem: StaticString? {
        if let contentLength = head.contentLength, contentLength != request.body.count {
            return "content-length differs from the length of the body"
        }
        return head.problem
    }
}
