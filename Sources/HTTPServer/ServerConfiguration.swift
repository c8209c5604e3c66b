package import HTTPWire

/// What a server is to do, set before it starts.
package struct ServerConfiguration: Sendable {
    /// The files of a certificate and its key.
    package struct Certificate: Sendable {
        /// The path of a PEM file: the certificate, then those that lead to its root.
        package var chainPath: String
        /// The path of a PEM file with the certificate's key, unencrypted.
        package var keyPath: String

        /// A certificate.
        package init(chainPath: String, keyPath: String) {
            self.chainPath = chainPath
            self.keyPath = keyPath
        }
    }

    /// Where to listen; at least one.
    package var listeners: [ServerAddress]
    /// The certificate that makes the same ports take TLS too; nil for none.
    package var certificate: Certificate?
    /// What issues certificates for TLS in the place of ``certificate``; nil for none.
    package var certificateIssuer: (any CertificateIssuer)?
    /// True when SIGTERM, SIGINT and SIGHUP drain the server. The signals are then blocked in the thread that makes it.
    package var drainsOnSignals = true
    /// The bounds on requests and answers.
    package var limits = Limits()
    /// The connections open at once; beyond it new ones wait in the system's queue.
    package var connections = 2048
    /// The time from the start of a connection or a tunnel, TLS handshake included, in which its protocol must show. A client
    /// that opens a hundred tunnels on one thread of a busy machine takes its time.
    package var openingTime: Duration = .seconds(30)
    /// How long an answer is held back. Some clients miss one that comes at once.
    package var minimumLatency: Duration = .zero
    /// How long a connection that has had its last answer is read from, so that the answer is not lost.
    package var lingerTime: Duration = .seconds(2)
    /// The time between the notice that a connection will end and its end, for requests that are on their way.
    package var noticeTime: Duration = .milliseconds(500)
    /// The time after which a drain ends with whatever is still open; half of what containers are given to stop.
    package var drainTime: Duration = .seconds(5)
    /// The pause in taking new connections when the system is out of descriptors or memory.
    package var acceptPause: Duration = .milliseconds(100)

    /// A configuration with the defaults.
    package init(listeners: [ServerAddress]) {
        self.listeners = listeners
    }
}
