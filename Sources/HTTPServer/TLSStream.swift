internal import Bytes
internal import COpenSSL

/// The TLS side of one connection.
@safe
final class TLSStream {
    private let stream: OpaquePointer
    private let descriptor: Int32
    /// True while bytes are taken that were read from the socket before.
    private var readsEarlyBytes = false

    /// True when the last call stopped because the socket takes no more bytes.
    private(set) var waitsForOutput = false

    /// Takes ownership of an `SSL` on a socket.
    ///
    /// - Parameter early: what was read from the socket before, and comes first.
    init(_ stream: OpaquePointer, on descriptor: Int32, early: [UInt8]) {
        unsafe self.stream = unsafe stream
        self.descriptor = descriptor
        guard !early.isEmpty, let memory = unsafe BIO_new(BIO_s_mem()) else { return }
        unsafe BIO_write(memory, early, Int32(clamping: early.count))
        unsafe SSL_set0_rbio(stream, memory)
        readsEarlyBytes = true
    }

    deinit {
        unsafe SSL_free(stream)
    }

    /// Goes on with the handshake.
    ///
    func handshake() -> HandshakeProgress {
        let result = attempt { unsafe SSL_do_handshake(stream) }
        if result == 1 { return .done }
        switch outcome(of: result) {
        case .bytes, .wouldBlock: return .waiting
        case .ended: return .failed(.closed)
        case .failed: return .failed(lastCause())
        }
    }

    /// The host that the client named (RFC 6066 section 3); nil when it named none.
    var serverName: Text? {
        guard let name = unsafe SSL_get_servername(stream, TLSEXT_NAMETYPE_host_name) else { return nil }
        return unsafe Text(String(cString: name))
    }

    /// Reads into the buffer; at 16 KiB and above a record is always taken whole, so readiness of the socket is all
    /// that needs watching.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferOutcome {
        let result = attempt { unsafe SSL_read(stream, buffer.baseAddress, Int32(clamping: buffer.count)) }
        return result > 0 ? .bytes(Int(result)) : outcome(of: result)
    }

    /// Writes some of the bytes.
    func write(_ bytes: UnsafeRawBufferPointer) -> TransferOutcome {
        ERR_clear_error()
        let result = unsafe SSL_write(stream, bytes.baseAddress, Int32(clamping: bytes.count))
        return result > 0 ? .bytes(Int(result)) : outcome(of: result)
    }

    /// Tells the peer that nothing more comes.
    func finish() {
        ERR_clear_error()
        unsafe SSL_shutdown(stream)
    }

    /// The subject of the client's certificate in RFC 2253 form; nil when it sent none.
    func clientCertificate() -> Text? {
        guard let certificate = unsafe SSL_get1_peer_certificate(stream), let memory = unsafe BIO_new(BIO_s_mem())
        else {
            return nil
        }
        defer {
            unsafe X509_free(certificate)
            unsafe BIO_free(memory)
        }
        unsafe tls_print_subject(memory, certificate)
        var bytes: UnsafeMutablePointer<CChar>?
        let count = unsafe tls_memory(memory, &bytes)
        return unsafe Text(repairing: UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Calls OpenSSL, and again when it has used up the early bytes.
    private func attempt(_ call: () -> Int32) -> Int32 {
        ERR_clear_error()
        let result = call()
        guard readsEarlyBytes, result <= 0, unsafe SSL_get_error(stream, result) == SSL_ERROR_WANT_READ else {
            return result
        }
        readsEarlyBytes = false
        unsafe SSL_set_rfd(stream, descriptor)
        ERR_clear_error()
        return call()
    }

    /// What the last error says.
    private func lastCause() -> HandshakeFailure.Cause {
        let error = ERR_peek_last_error()
        guard error != 0 else { return .closed }
        let reason = tls_error_reason(error)
        switch reason {
        case SSL_R_UNEXPECTED_EOF_WHILE_READING: return .closed
        case SSL_R_NO_APPLICATION_PROTOCOL: return .noCommonProtocol
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_VERSION_TOO_LOW, SSL_R_VERSION_TOO_HIGH: return .noCommonVersion
        case SSL_R_NO_SHARED_CIPHER, SSL_R_NO_SUITABLE_SIGNATURE_ALGORITHM, SSL_R_NO_SHARED_SIGNATURE_ALGORITHMS,
            SSL_R_NO_SUITABLE_KEY_SHARE:
            return .noCommonCipher
        case SSL_AD_REASON_OFFSET...SSL_AD_REASON_OFFSET + 255: return .alert(Int(reason - SSL_AD_REASON_OFFSET))
        default: return .other(unsafe ERR_reason_error_string(error).map { unsafe Text(String(cString: $0)) } ?? "")
        }
    }

    private func outcome(of result: Int32) -> TransferOutcome {
        let error = unsafe SSL_get_error(stream, result)
        waitsForOutput = error == SSL_ERROR_WANT_WRITE
        switch error {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .wouldBlock
        case SSL_ERROR_ZERO_RETURN: return .ended
        default: return .failed
        }
    }
}

/// How far a handshake is.
enum HandshakeProgress {
    case done
    /// It waits for the socket.
    case waiting
    case failed(HandshakeFailure.Cause)
}

/// What came of reading from a peer or writing to it.
enum TransferOutcome {
    /// So many bytes were moved, at least one.
    case bytes(Int)
    /// None can be moved now.
    case wouldBlock
    /// The peer sends nothing more.
    case ended
    /// The connection is broken.
    case failed
}
