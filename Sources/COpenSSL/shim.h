// TLS: OpenSSL (libssl-dev). Functions stand in for macros, which Swift does not import.
#include <openssl/err.h>
#include <openssl/ssl.h>

// SSL_CTX_set_mode with the modes that a non-blocking writer needs.
static inline void tls_context_set_modes(SSL_CTX *context) {
    SSL_CTX_set_mode(
        context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS
    );
}

// SSL_CTX_set_min_proto_version and SSL_CTX_set_options.
static inline void tls_context_set_versions(SSL_CTX *context) {
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF | SSL_OP_NO_COMPRESSION);
}

// SSL_CTX_set_tlsext_servername_callback and SSL_CTX_set_tlsext_servername_arg.
static inline void tls_context_set_name_callback(SSL_CTX *context, int (*callback)(SSL *, int *, void *), void *owner) {
    SSL_CTX_set_tlsext_servername_callback(context, callback);
    SSL_CTX_set_tlsext_servername_arg(context, owner);
}

// SSL_set_tlsext_host_name.
static inline int tls_set_server_name(SSL *stream, const char *name) {
    return (int)SSL_set_tlsext_host_name(stream, name);
}

// ERR_GET_REASON of an error of libssl; 0 of any other.
static inline int tls_error_reason(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SSL ? ERR_GET_REASON(error) : 0;
}

// ERR_GET_REASON of an error that SSL_CTX_use_PrivateKey_file gave.
static inline int tls_error_is_key_mismatch(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_X509 && ERR_GET_REASON(error) == X509_R_KEY_VALUES_MISMATCH;
}

// X509_NAME_print_ex in the form of XN_FLAG_RFC2253, with UTF-8 left as it is.
static inline int tls_print_subject(BIO *output, X509 *certificate) {
    return X509_NAME_print_ex(
        output, X509_get_subject_name(certificate), 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB
    );
}

// BIO_get_mem_data.
static inline long tls_memory(BIO *memory, char **bytes) {
    return BIO_get_mem_data(memory, bytes);
}
