internal import COpenSSL
internal import Glibc

/// A certificate of the server and what it accepts of TLS: version 1.2 and above, HTTP/2 before HTTP/1.1, any client
/// certificate or none.
@safe
final class TLSContext {
    private let context: OpaquePointer

    init(_ certificate: ServerConfiguration.Certificate) throws(HTTPServerError) {
        try Self.checkReadable(certificate.chainPath)
        try Self.checkReadable(certificate.keyPath)
        unsafe context = try Self.newContext()
        // Without it OpenSSL asks the terminal for the password of an encrypted key.
        unsafe SSL_CTX_set_default_passwd_cb(context) { _, _, _, _ in 0 }
        guard unsafe SSL_CTX_use_certificate_chain_file(context, certificate.chainPath) == 1 else {
            throw .certificateMalformed(path: certificate.chainPath, reason: lastReason())
        }
        guard unsafe SSL_CTX_use_PrivateKey_file(context, certificate.keyPath, SSL_FILETYPE_PEM) == 1 else {
            if tls_error_is_key_mismatch(ERR_peek_last_error()) != 0 {
                throw .keyMismatch(certificate: certificate.chainPath, key: certificate.keyPath)
            }
            throw .keyMalformed(path: certificate.keyPath, reason: lastReason())
        }
    }

    init(_ issued: IssuedCertificate) throws(HTTPServerError) {
        unsafe context = try Self.newContext()
        let (certificate, key) = (issued.certificate, issued.key)
        guard unsafe SSL_CTX_use_certificate_ASN1(context, Int32(clamping: certificate.count), certificate) == 1,
            unsafe SSL_CTX_use_PrivateKey_ASN1(EVP_PKEY_EC, context, key, key.count) == 1
        else { throw .certificateNotIssued }
    }

    private static func newContext() throws(HTTPServerError) -> OpaquePointer {
        guard let context = unsafe SSL_CTX_new(TLS_server_method()) else {
            throw .systemCall(name: "SSL_CTX_new", errno: ENOMEM)
        }
        unsafe tls_context_set_modes(context)
        unsafe tls_context_set_versions(context)
        ERR_clear_error()
        unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER) { _, _ in 1 }
        // A session is resumed only under an identifier once client certificates are asked for.
        let identifier: StaticString = "push"
        unsafe SSL_CTX_set_session_id_context(context, identifier.utf8Start, UInt32(identifier.utf8CodeUnitCount))
        unsafe SSL_CTX_set_alpn_select_cb(context, chooseProtocol, nil)
        return unsafe context
    }

    deinit {
        unsafe SSL_CTX_free(context)
    }

    /// Has `choose` called with `owner` once the name is known that a client asks for.
    func chooseByName(_ choose: @escaping NameCallback, _ owner: UnsafeMutableRawPointer) {
        unsafe tls_context_set_name_callback(context, choose, owner)
    }

    /// Goes on with this certificate in a handshake that another one began.
    func takeOver(_ stream: OpaquePointer) {
        unsafe SSL_set_SSL_CTX(stream, context)
    }

    /// A stream on a connected socket.
    ///
    /// - Parameter early: what was read from the socket before.
    /// - Returns: nil when memory is out.
    func accept(on descriptor: Int32, early: [UInt8]) -> TLSStream? {
        guard let stream = unsafe SSL_new(context) else { return nil }
        guard unsafe SSL_set_fd(stream, descriptor) == 1 else {
            unsafe SSL_free(stream)
            return nil
        }
        unsafe SSL_set_accept_state(stream)
        return unsafe TLSStream(stream, on: descriptor, early: early)
    }

    private static func checkReadable(_ path: String) throws(HTTPServerError) {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .fileUnreadable(path: path, errno: errno) }
        _ = Descriptor(number)
    }
}

/// What OpenSSL calls with the stream, an alert to send, and the owner (SSL_CTX_set_tlsext_servername_callback(3)).
typealias NameCallback =
    @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int32>?, UnsafeMutableRawPointer?) -> Int32

private func lastReason() -> String {
    unsafe ERR_reason_error_string(ERR_peek_last_error()).map { unsafe String(cString: $0) } ?? "unknown reason"
}

// Each protocol with its length in front (RFC 7301 section 3.1), the preferred one first.
private let protocols: StaticString = "\u{02}h2\u{08}http/1.1"

private func chooseProtocol(
    _: OpaquePointer?,
    chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    chosenLength: UnsafeMutablePointer<UInt8>?,
    offered: UnsafePointer<UInt8>?,
    offeredLength: UInt32,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    var selected: UnsafeMutablePointer<UInt8>?
    let result = unsafe SSL_select_next_proto(
        &selected,
        chosenLength,
        protocols.utf8Start,
        UInt32(protocols.utf8CodeUnitCount),
        offered,
        offeredLength
    )
    guard result == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    unsafe chosen?.pointee = unsafe UnsafePointer(selected)
    return SSL_TLSEXT_ERR_OK
}
