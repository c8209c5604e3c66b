// Message digests: libcrypto of OpenSSL (libssl-dev), without the TLS half.
#include <openssl/evp.h>
#include <openssl/sha.h>
