package import Bytes

/// A TLS handshake that came to nothing.
package struct HandshakeFailure: Sendable, Equatable {
    /// What ended it.
    package enum Cause: Sendable, Equatable {
        /// The client sent an alert with this number (RFC 8446 section 6).
        case alert(Int)
        /// The client offers only protocols that are not spoken here (ALPN, RFC 7301).
        case noCommonProtocol
        /// The client offers only versions of TLS that are not spoken here.
        case noCommonVersion
        /// The client offers no cipher or signature that goes with the certificate.
        case noCommonCipher
        /// The client closed the connection in the middle.
        case closed
        /// The client took too long.
        case timedOut
        /// The server has no certificate, so that it speaks no TLS.
        case noCertificate
        /// Something else, in OpenSSL's words.
        case other(Text)
    }

    /// What ended it.
    package let cause: Cause
    /// The host that the client named (SNI), as sent; nil when it named none.
    package let serverName: Text?
    /// The target of the tunnel that the connection came by, `host:port`; nil when it came by none.
    package let tunnel: Text?

    /// A failure.
    package init(cause: Cause, serverName: Text? = nil, tunnel: Text? = nil) {
        self.cause = cause
        self.serverName = serverName
        self.tunnel = tunnel
    }
}
