internal import Glibc

/// Why a server could not be set up.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    /// The text is not `host:port`.
    case addressMalformed(String)
    /// The host name has no address; the reason is the resolver's.
    case hostUnknown(host: String, reason: String)
    /// Another socket listens there.
    case addressInUse(ServerAddress)
    /// The host is not an address of this machine.
    case addressNotLocal(ServerAddress)
    /// The port is one of those that want a privilege.
    case permissionDenied(ServerAddress)
    /// The file of the certificate or its key cannot be read.
    case fileUnreadable(path: String, errno: Int32)
    /// The file holds no PEM certificate; the reason is OpenSSL's.
    case certificateMalformed(path: String, reason: String)
    /// The file holds no PEM private key, or an encrypted one; the reason is OpenSSL's.
    case keyMalformed(path: String, reason: String)
    /// The key belongs to another certificate.
    case keyMismatch(certificate: String, key: String)
    /// No certificate could be issued.
    case certificateNotIssued
    /// A system call failed in a way that configuration does not explain.
    case systemCall(name: String, errno: Int32)

    package var description: String {
        switch self {
        case .addressMalformed(let text):
            "\"\(text)\" is not an address; write host:port, as in 127.0.0.1:8822 or [::1]:8822"
        case .hostUnknown(let host, let reason):
            "host \"\(host)\" has no address (\(reason)); write a numeric address or check the name"
        case .addressInUse(let address):
            "\(address) is in use by another program; stop that one, choose another port, or port 0 for a free one"
        case .addressNotLocal(let address):
            "\(address.host) is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all of them"
        case .permissionDenied(let address):
            "port \(address.port) of \(address.host) needs a privilege that this process lacks; use 1024 or above, or let "
                + "everybody have it: sysctl net.ipv4.ip_unprivileged_port_start=\(address.port)"
        case .fileUnreadable(let path, let errno):
            "\(path) cannot be read: \(reason(of: errno)); check the path and its permissions"
        case .certificateMalformed(let path, let reason):
            "\(path) holds no certificate in PEM form (\(reason)); it must begin with -----BEGIN CERTIFICATE-----"
        case .keyMalformed(let path, let reason):
            "\(path) holds no unencrypted private key in PEM form (\(reason))"
        case .keyMismatch(let certificate, let key):
            "\(key) is not the key of the first certificate in \(certificate); give the two that were made together"
        case .certificateNotIssued:
            "no certificate could be issued for this server; 'pushrecorder doctor' looks for the reason"
        case .systemCall(let name, let errno):
            "\(name) failed: \(reason(of: errno))"
        }
    }
}

private func reason(of errno: Int32) -> String {
    unsafe strerror(errno).map { unsafe String(cString: $0) } ?? "error \(errno)"
}
