package import HTTPMessage

/// One connection's protocol, without its socket: bytes and time go in, requests and bytes come out.
///
/// The owner feeds what it read, hands over every request that ``takeRequests(into:)`` names, answers each one with
/// ``respond(to:with:now:)``, sends what ``drain(into:upTo:now:)`` gives, and lets the session see time pass. Requests
/// are named by a number that stays valid until the answer.
package enum HTTPSession {
    /// HTTP/1.0 or HTTP/1.1.
    case http1(HTTP1Session)
    /// HTTP/2.
    case http2(HTTP2Session)

    /// Takes bytes that the peer sent.
    package func feed(_ bytes: Span<UInt8>, now: Duration) {
        switch self {
        case .http1(let session): session.feed(bytes, now: now)
        case .http2(let session): session.feed(bytes, now: now)
        }
    }

    /// Appends the numbers of the requests that have become whole, or were cut, since the last call.
    package func takeRequests(into numbers: inout [Int]) {
        switch self {
        case .http1(let session): session.takeRequests(into: &numbers)
        case .http2(let session): session.takeRequests(into: &numbers)
        }
    }

    /// True when ``takeRequests(into:)`` has one.
    package var hasRequest: Bool {
        switch self {
        case .http1(let session): session.hasRequest
        case .http2(let session): session.hasRequest
        }
    }

    /// Calls `body` with a request that ``takeRequests(into:)`` named, and with what cut it short.
    package func withRequest(_ number: Int, _ body: (HTTPRequest, RequestCut?) -> HTTPResponse) -> HTTPResponse {
        switch self {
        case .http1(let session): session.withRequest(body)
        case .http2(let session): session.withRequest(number, body)
        }
    }

    /// Answers a request; the answer is lost when the peer has given it up meanwhile.
    package func respond(to number: Int, with response: HTTPResponse, now: Duration) {
        switch self {
        case .http1(let session): session.respond(with: response, now: now)
        case .http2(let session): session.respond(to: number, with: response, now: now)
        }
    }

    /// Answers a request, and ends the connection behind the answer.
    package func respondLast(to number: Int, with response: HTTPResponse, now: Duration) {
        switch self {
        case .http1(let session):
            session.shutDown()
            session.respond(with: response, now: now)
        case .http2(let session): session.respondLast(to: number, with: response, now: now)
        }
    }

    /// Answers a request with a body that comes piece by piece; the body of the response itself is not sent.
    package func respond(
        to number: Int, with response: HTTPResponse, streaming body: any BodyStream, now: Duration
    ) {
        switch self {
        case .http1(let session): session.respond(with: response, streaming: body, now: now)
        case .http2(let session): session.respond(to: number, with: response, streaming: body, now: now)
        }
    }

    /// True when the peer has given the request up, so that nobody hears its answer; it is to be answered all the same.
    package func hasGivenUp(_ number: Int) -> Bool {
        switch self {
        case .http1: false
        case .http2(let session): session.hasGivenUp(number)
        }
    }

    /// True while a body comes piece by piece.
    package var isStreaming: Bool {
        switch self {
        case .http1(let session): session.isStreaming
        case .http2(let session): session.isStreaming
        }
    }

    /// True when such a body had nothing when it was last asked and has something now, so that a drain is worth it.
    package func hasReadyBody(at now: Duration) -> Bool {
        switch self {
        case .http1(let session): session.hasReadyBody(at: now)
        case .http2(let session): session.hasReadyBody(at: now)
        }
    }

    /// Appends bytes for the peer until `output` has at least `limit` of them or no more are ready.
    package func drain(into output: inout [UInt8], upTo limit: Int, now: Duration) {
        switch self {
        case .http1(let session): session.drain(into: &output, upTo: limit, now: now)
        case .http2(let session): session.drain(into: &output, upTo: limit, now: now)
        }
    }

    /// False while the session must answer before it can take more bytes.
    package var wantsInput: Bool {
        switch self {
        case .http1(let session): session.wantsInput
        case .http2: true
        }
    }

    /// True while a request is under way or its answer is not wholly drained.
    package var isBusy: Bool {
        switch self {
        case .http1(let session): session.isBusy
        case .http2(let session): session.isBusy
        }
    }

    /// How many requests are coming in.
    package var receivingCount: Int {
        switch self {
        case .http1(let session): session.receivingCount
        case .http2(let session): session.receivingCount
        }
    }

    /// True while an answer is owed or not wholly drained, so that the peer's end of input is no reason to close.
    package var owesAnswers: Bool {
        switch self {
        case .http1(let session): session.owesAnswers
        case .http2(let session): session.owesAnswers
        }
    }

    /// True when the connection can be closed: everything is drained and nothing more is wanted.
    package var isFinished: Bool {
        switch self {
        case .http1(let session): session.isFinished
        case .http2(let session): session.isFinished
        }
    }

    /// Ends what has waited longer than the limits allow.
    package func expire(now: Duration) {
        switch self {
        case .http1(let session): session.expire(now: now)
        case .http2(let session): session.expire(now: now)
        }
    }

    /// Tells the peer that the connection will end; requests that are on their way are still taken.
    package func announceShutdown() {
        switch self {
        case .http1(let session): session.announceShutdown()
        case .http2(let session): session.announceShutdown()
        }
    }

    /// Takes no more requests than have come, and finishes when those are answered.
    package func shutDown() {
        switch self {
        case .http1(let session): session.shutDown()
        case .http2(let session): session.shutDown()
        }
    }
}
