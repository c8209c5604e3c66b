internal import Bytes
internal import COpenSSL

/// The certificates of a server: one that is given for all that clients ask for, or one for each host, from an issuer.
///
/// What it keeps is bounded: a certificate for each host that the issuer knows, and one for everything else.
@safe
final class TLSContexts {
    private let given: TLSContext?
    private let issuer: (any CertificateIssuer)?
    private let hosts: Set<Text>
    private var issued: [Text?: (context: TLSContext, renewal: Int64)] = [:]

    /// - Returns: nil when there is neither a certificate nor an issuer, so that the server speaks no TLS.
    init?(_ configuration: ServerConfiguration) throws(HTTPServerError) {
        given = if let files = configuration.certificate { try TLSContext(files) } else { nil }
        issuer = given == nil ? configuration.certificateIssuer : nil
        hosts = Set(issuer?.hosts ?? [])
        if given != nil { return }
        guard issuer != nil else { return nil }
        guard context(for: nil) != nil else { throw .certificateNotIssued }
    }

    /// A stream on a connected socket.
    ///
    /// - Parameters:
    ///   - host: the one that a tunnel leads to, in lower case; nil to go by the name that the client gives.
    ///   - early: what was read of the client's part before.
    /// - Returns: nil when memory is out, or no certificate is issued.
    func accept(on descriptor: Int32, for host: Text?, early: [UInt8]) -> TLSStream? {
        guard let context = context(for: host) else { return nil }
        return context.accept(on: descriptor, early: early)
    }

    private func context(for host: Text?) -> TLSContext? {
        if let given { return given }
        let key = host.flatMap { hosts.contains($0) ? $0 : nil }
        if let (context, renewal) = issued[key], secondsSince1970() < renewal { return context }
        guard let issuer, let certificate = issuer.certificate(for: key), let context = try? TLSContext(certificate)
        else { return nil }
        if key == nil { unsafe context.chooseByName(nameArrived, Unmanaged.passUnretained(self).toOpaque()) }
        issued[key] = (context, certificate.renewal)
        return context
    }

    /// Goes on with the certificate for a name that the client gave, where there is one.
    fileprivate func choose(for stream: OpaquePointer, name: Text) {
        let name = Text(repairing: name.bytes.map(ASCII.lowercased))
        guard hosts.contains(name), let context = context(for: name) else { return }
        unsafe context.takeOver(stream)
    }
}

private func nameArrived(
    stream: OpaquePointer?, _: UnsafeMutablePointer<Int32>?, contexts: UnsafeMutableRawPointer?
) -> Int32 {
    guard let stream = unsafe stream, let contexts = unsafe contexts,
        let name = unsafe SSL_get_servername(stream, TLSEXT_NAMETYPE_host_name)
    else { return SSL_TLSEXT_ERR_NOACK }
    let owner = unsafe Unmanaged<TLSContexts>.fromOpaque(contexts).takeUnretainedValue()
    unsafe owner.choose(for: stream, name: Text(String(cString: name)))
    return SSL_TLSEXT_ERR_OK
}
