internal import Bytes
internal import COpenSSL

/// The TLS side of one connection.
@safe
final class TLSStream {
    private let stream: OpaquePointer

    /// True when the last call stopped because the socket takes no more bytes.
    private(set) var waitsForOutput = false

    /// Takes ownership of an `SSL`.
    init(_ stream: OpaquePointer) {
        unsafe self.stream = unsafe stream
    }

    deinit {
        unsafe SSL_free(stream)
    }

    /// Goes on with the handshake.
    ///
    /// - Returns: true when it is done, false when it waits for the socket, nil when it failed.
    func handshake() -> Bool? {
        ERR_clear_error()
        let result = unsafe SSL_do_handshake(stream)
        if result == 1 { return true }
        if case .wouldBlock = outcome(of: result) { return false }
        return nil
    }

    /// Reads into the buffer; at 16 KiB and above a record is always taken whole, so readiness of the socket is all
    /// that needs watching.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> TransferOutcome {
        ERR_clear_error()
        let result = unsafe SSL_read(stream, buffer.baseAddress, Int32(clamping: buffer.count))
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
