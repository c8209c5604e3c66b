// TLS: OpenSSL (libssl-dev). Functions stand in for macros, which Swift does not import.
#include <openssl/err.h>
#include <openssl/ssl.h>
