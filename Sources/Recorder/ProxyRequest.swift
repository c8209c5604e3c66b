import Bytes
import HTTPMessage
import HTTPServer
import Providers

/// What a client that takes the recorder for its proxy asks for, and what it gets. The recorder connects to nothing: a
/// tunnel ends here, as if the vendor's host had taken it.
enum ProxyRequest {
    /// A tunnel to a host that the recorder stands in for.
    case tunnel(Tunnel)
    /// Something that is refused.
    case refused(Refusal)

    /// Why a request of a proxy is refused.
    struct Refusal {
        let status: Int
        let sentence: String
    }

    /// - Parameter opensTunnels: true when TLS is spoken, without which nothing could be understood in a tunnel.
    /// - Returns: nil for a request that is none of a proxy, or one in absolute form to a host that is stood in for.
    init?(_ request: HTTPRequest, on connection: ConnectionFacts, opensTunnels: Bool) {
        if ASCII.equal(request.method[...], "CONNECT") {
            self.init(connect: request, on: connection, opensTunnels: opensTunnels)
        } else if let bytes = request.targetAuthority, !request.hasWebScheme {
            self = .refused(
                Refusal(
                    status: 400, sentence: "pushrecorder takes http and https, and no other scheme for \(shown(bytes))")
            )
        } else if let bytes = request.targetAuthority, !isStoodInFor(bytes) {
            self = .refused(
                Refusal(
                    status: 403,
                    sentence: """
                        pushrecorder is no proxy for \(shown(bytes)): it connects to nothing, and stands in for the vendors' \
                        hosts and this machine only; name that host in NO_PROXY
                        """
                ))
        } else {
            return nil
        }
    }

    private init(connect request: HTTPRequest, on connection: ConnectionFacts, opensTunnels: Bool) {
        func refused(_ status: Int, _ sentence: String) -> Self {
            .refused(Refusal(status: status, sentence: sentence))
        }
        let target = shown(request.target[...])
        guard request.version != .http2 else {
            self = refused(501, "CONNECT is understood over HTTP/1.1 only")
            return
        }
        guard connection.tunnel == nil, !connection.isSecure else {
            self = refused(
                501, "there are no tunnels in TLS or in other tunnels; write http:// and this port in HTTPS_PROXY")
            return
        }
        guard let authority = Authority(request.target[...]), let port = authority.port else {
            self = refused(400, "the target of a CONNECT is HOST:PORT, which \(target) is not")
            return
        }
        guard !authority.hasUserInformation else {
            self = refused(400, "the target of a CONNECT is HOST:PORT without user information")
            return
        }
        guard let host = VendorHost.named(authority.host) else {
            self = refused(
                403,
                """
                pushrecorder opens no tunnel to \(target): it connects to nothing, and stands in for the vendors' hosts only; \
                name that host in NO_PROXY
                """
            )
            return
        }
        guard host.ports.contains(port) else {
            let ports = host.ports.map { "\($0)" }.joined(separator: ", ")
            self = refused(403, "pushrecorder stands in for \(host.name) on the ports \(ports), not on \(port)")
            return
        }
        guard opensTunnels else {
            self = refused(501, "a tunnel to \(host.name) needs TLS: start pushrecorder with --tls auto")
            return
        }
        self = .tunnel(Tunnel(target: Text(repairing: request.target), host: host.name))
    }
}

/// True for the vendors' hosts and those that can only be this machine.
private func isStoodInFor(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let authority = Authority(bytes) else { return false }
    let host = ServerAddress(host: String(decoding: authority.host, as: UTF8.self), port: authority.port ?? 80)
    return VendorHost.named(authority.host) != nil || host.isLoopback
}

/// What was asked for, without what could be a secret, and cut where it is long.
private func shown(_ bytes: ArraySlice<UInt8>) -> Text {
    let host = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes[($0 + 1)...] } ?? bytes
    return Text(repairing: host.prefix(longestShown))
}

/// No host name is longer (RFC 1035 section 2.3.4); the port comes besides.
private let longestShown = 260
