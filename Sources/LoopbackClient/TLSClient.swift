internal import COpenSSL
internal import Glibc

/// A client of TLS on a blocking socket, as strict as clients get: what it takes, all take.
@safe
package final class TLSClient {
    private let descriptor: Int32
    private let context: OpaquePointer
    private let stream: OpaquePointer

    /// Begins TLS on a connected socket, which is then owned.
    ///
    /// - Parameters:
    ///   - host: the name that the certificate has to be for.
    ///   - roots: the path of a PEM file with what is trusted; nothing else is.
    ///   - protocols: offered by ALPN, each a name such as `h2`.
    package init(
        on descriptor: Int32, host: String, roots: String, protocols: [String]
    ) throws(TLSClientError) {
        guard let context = unsafe SSL_CTX_new(TLS_client_method()), let stream = unsafe SSL_new(context) else {
            close(descriptor)
            throw .library("memory is out")
        }
        self.descriptor = descriptor
        unsafe (self.context, self.stream) = unsafe (context, stream)
        ERR_clear_error()
        guard unsafe SSL_CTX_load_verify_file(context, roots) == 1 else { throw .lastOfLibrary }
        let parameters = unsafe SSL_get0_param(stream)
        unsafe X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
        unsafe SSL_set_verify(stream, SSL_VERIFY_PEER, nil)
        let offer = protocols.flatMap { [UInt8($0.utf8.count)] + $0.utf8 }
        guard unsafe SSL_set1_host(stream, host) == 1, unsafe tls_set_server_name(stream, host) == 1,
            unsafe SSL_set_alpn_protos(stream, offer, UInt32(offer.count)) == 0,
            unsafe SSL_set_fd(stream, descriptor) == 1
        else { throw .lastOfLibrary }
        guard unsafe SSL_connect(stream) == 1 else {
            let code = unsafe SSL_get_verify_result(stream)
            guard code == Int(X509_V_OK) else {
                throw .refused(unsafe String(cString: X509_verify_cert_error_string(code)))
            }
            throw .lastOfLibrary
        }
    }

    deinit {
        unsafe SSL_free(stream)
        unsafe SSL_CTX_free(context)
        close(descriptor)
    }

    /// Sends all of the bytes.
    package func send(_ bytes: [UInt8]) throws(TLSClientError) {
        ERR_clear_error()
        guard unsafe SSL_write(stream, bytes, Int32(clamping: bytes.count)) == Int32(clamping: bytes.count) else {
            throw .lastOfLibrary
        }
    }

    /// Some bytes; none at the end.
    package func receive() throws(TLSClientError) -> [UInt8] {
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = unsafe SSL_read(stream, &bytes, Int32(bytes.count))
        if count > 0 { return Array(bytes.prefix(Int(count))) }
        guard unsafe SSL_get_error(stream, count) == SSL_ERROR_ZERO_RETURN else { throw .lastOfLibrary }
        return []
    }
}

/// Why TLS did not come about.
package enum TLSClientError: Error, Equatable, CustomStringConvertible {
    /// The certificate was not taken; the reason is OpenSSL's.
    case refused(String)
    /// OpenSSL failed otherwise; the reason is its own.
    case library(String)

    /// One lower-case sentence.
    package var description: String {
        switch self {
        case .refused(let reason): "the certificate is refused: \(reason)"
        case .library(let reason): "TLS failed: \(reason)"
        }
    }

    static var lastOfLibrary: Self {
        let reason = unsafe ERR_reason_error_string(ERR_peek_last_error()).map { unsafe String(cString: $0) }
        return .library(reason ?? "the connection was closed")
    }
}
