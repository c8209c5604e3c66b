/// The bounds of what one connection, and all together, may make the server hold; each with its default.
package struct Limits: Sendable {
    /// The bytes of a request's body; beyond it the request is cut (413).
    ///
    /// What MongoosePush takes; Apple and Google refuse from 4 KiB on, so that the answer to a large push is the vendor's
    /// own.
    package var bodyBytes = 8_000_000
    /// The bytes of a request's header fields: names, values and 32 for each (RFC 9113 section 6.5.2); beyond it the
    /// request is cut (431). Method and target count as fields in both versions.
    package var headerBytes = 16_384
    /// The header fields of a request, trailers included; beyond it the request is cut (431).
    package var headerFields = 100
    /// The bytes of requests and answers held for all connections together; beyond it a new HTTP/2 stream is refused
    /// (REFUSED_STREAM) and any other request is cut (503).
    package var bufferedBytes = 256 << 20
    /// The bytes of answers that wait for one peer; beyond it no more is read from it.
    package var outputBytes = 1 << 20

    /// The bytes of a request that are read and thrown away after its answer, so that the peer comes to read it.
    package var discardedBytes = 16 << 20

    /// The HTTP/2 streams open at once on a connection; one more is refused (REFUSED_STREAM). APNs advises 1000.
    package var concurrentStreams = 1000
    /// The bytes of request bodies that may be under way on an HTTP/2 connection. The protocol's own 64 KiB stall
    /// a hundred uploads of 4 KiB.
    package var connectionWindowBytes = 4 << 20
    /// The streams that a peer may reset at once; beyond it the connection ends (CVE-2023-44487).
    package var resetBurst = 1000
    /// The streams that a peer may reset per second in the long run.
    package var resetsPerSecond = 33
    /// The CONTINUATION frames of one header block; beyond it the connection ends (CVE-2024-28182).
    package var continuationFrames = 8
    /// The entries of one SETTINGS frame; beyond it the connection ends.
    package var settingsEntries = 32
    /// The answers to PING and SETTINGS that wait for a peer; beyond it the connection ends.
    package var queuedAcknowledgements = 1000

    /// The time from the first byte of a request to its last; beyond it the request is cut (408).
    package var requestTime: Duration = .seconds(20)
    /// The time in which the peer must send something of a request that is half there when the server ends; beyond it the
    /// request is cut (408).
    package var quietTime: Duration = .seconds(2)
    /// The time in which a peer must take something of an answer that waits for it; beyond it the connection ends.
    package var stallTime: Duration = .seconds(30)
    /// The time without a request after which a connection ends. Senders of pushes hold theirs for long.
    package var idleTime: Duration = .seconds(3600)

    /// The defaults.
    package init() {}
}
