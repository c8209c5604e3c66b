package import Bytes
package import HTTPMessage

/// What stands behind a server: takes requests, stages what it keeps of them, and makes it durable once per turn.
///
/// A request that breaks the protocol or takes too long is handed over once its method and target are known; before that
/// the server answers by itself and counts it (``Server/unread``).
/// All calls come on the loop's thread. Within one turn of the loop the server calls ``received(_:on:cut:)`` for each
/// request that became whole, then ``commit()`` once, and only then sends the answers; so a group of requests costs one
/// write.
package protocol RequestHandler: AnyObject {
    /// A request is whole, or was cut short, and may be one that is answered in another way than at once with a response:
    /// it then goes no further.
    ///
    /// - Returns: nil to have the request handed to ``received(_:on:cut:)``.
    func reply(to request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> Reply?

    /// A request is whole, or was cut short.
    ///
    /// - Parameter cut: why; the request then has what arrived of its head and no body.
    /// - Returns: the answer to send if ``commit()`` succeeds.
    func received(_ request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> HTTPResponse

    /// Makes durable what was staged since the last call.
    ///
    /// - Returns: false when nothing of it could be kept; each answer is then replaced by ``unavailable(for:)``.
    func commit() -> Bool

    /// The answer to a request that could not be kept.
    func unavailable(for request: HTTPRequest) -> HTTPResponse

    /// A TLS handshake came to nothing, so that there is no request.
    func handshakeFailed(_ failure: HandshakeFailure)

    /// The server ends: what was to come later has to come now, and streams have to end.
    func drainBegan()
}

extension RequestHandler {
    package func reply(to request: HTTPRequest, on connection: ConnectionFacts, cut: RequestCut?) -> Reply? { nil }

    package func drainBegan() {}

    package func handshakeFailed(_ failure: HandshakeFailure) {}
}

/// What a handler answers when it is not simply a response to send after the commit.
package enum Reply {
    /// The response to send if ``RequestHandler/commit()`` succeeds.
    case response(HTTPResponse)
    /// A response that takes longer.
    case later(any LaterResponse)
    /// The head of a response, and what gives its body piece by piece.
    case stream(HTTPResponse, any BodyStream)
    /// The answer to a CONNECT of HTTP/1 on which the connection goes on as if the host it names had taken it.
    case tunnel(Tunnel)
}

/// Where a tunnel seems to lead; it ends here.
package struct Tunnel: Sendable, Equatable {
    /// The target of the CONNECT, `host:port`, as sent.
    package let target: Text
    /// The host in lower case, for which a certificate is chosen.
    package let host: Text

    /// A tunnel.
    package init(target: Text, host: Text) {
        self.target = target
        self.host = host
    }
}

/// A response that takes work in several turns of the loop, or waits for something to happen.
package protocol LaterResponse: AnyObject {
    /// Goes on: called after the commit of the turn in which it was made, then as its last result asks for.
    func proceed(at now: Duration) -> LaterProgress
}

/// How far a later response is.
package enum LaterProgress {
    /// It is there.
    case done(HTTPResponse)
    /// It is there, and the connection ends with it: the peer is told (GOAWAY, `Connection: close`), what has come is
    /// answered, and nothing more is taken.
    case last(HTTPResponse)
    /// There is more to do; to be called in the next turn.
    case working
    /// There is nothing to do until more requests have come, or until the time.
    case waiting(until: Duration)
    /// There will be none: the connection is to be broken off.
    case dropped
}

/// What the server knows about the connection that a request came by.
package struct ConnectionFacts: Sendable {
    /// The position of the listener in the configuration.
    package let listener: Int
    /// True over TLS.
    package let isSecure: Bool
    /// The subject of the client's certificate in RFC 2253 form, unverified; nil when it sent none.
    package let clientCertificate: Text?
    /// The tunnel that the connection came by; nil when it came by none.
    package let tunnel: Tunnel?

    /// Facts.
    package init(listener: Int, isSecure: Bool, clientCertificate: Text?, tunnel: Tunnel? = nil) {
        self.tunnel = tunnel
        self.listener = listener
        self.isSecure = isSecure
        self.clientCertificate = clientCertificate
    }
}
