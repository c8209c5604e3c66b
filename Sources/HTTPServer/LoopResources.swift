internal import HTTPWire

/// What the connections of one loop share.
final class LoopResources {
    let configuration: ServerConfiguration
    let sessionContext: SessionContext
    /// nil when no TLS is spoken.
    let tlsContexts: TLSContexts?
    /// The handshakes that came to nothing since the handler was last told.
    var handshakeFailures: [HandshakeFailure] = []
    /// Where every connection reads into; at least a TLS record.
    var input = [UInt8](repeating: 0, count: 65_536)
    /// Where every connection's output is gathered before it is sent.
    var output: [UInt8] = []
    /// True once new sessions are to end soon.
    var isShutdownAnnounced = false

    init(configuration: ServerConfiguration) throws(HTTPServerError) {
        self.configuration = configuration
        sessionContext = SessionContext(limits: configuration.limits)
        tlsContexts = try TLSContexts(configuration)
    }
}
