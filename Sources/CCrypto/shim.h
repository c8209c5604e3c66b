// Message digests, keys, certificates and trust stores: libcrypto of OpenSSL (libssl-dev), without the TLS half.
// Functions stand in for macros, which Swift does not import.
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/sha.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// EVP_EC_gen
static inline EVP_PKEY *crypto_new_p256_key(void) {
    return EVP_EC_gen("P-256");
}

// BIO_get_mem_data
static inline long crypto_memory(BIO *memory, char **bytes) {
    return BIO_get_mem_data(memory, bytes);
}

// What keytool notes with a certificate that is to be trusted; without it Java takes the store for an empty one.
// The attribute is Oracle's trustedKeyUsage, its value anyExtendedKeyUsage (RFC 5280 section 4.2.1.12).
static inline int crypto_note_java_trust(PKCS12_SAFEBAG *bag) {
    ASN1_OBJECT *usage = OBJ_nid2obj(NID_anyExtendedKeyUsage);
    return PKCS12_add1_attr_by_txt(bag, "2.16.840.1.113894.746875.1.1", V_ASN1_OBJECT, (const unsigned char *)usage, -1);
}

// A PKCS #12 store with one certificate that Java trusts. The certificate is no secret, so only a MAC guards it.
static inline PKCS12 *crypto_new_trust_store(X509 *certificate, const char *name, const char *password) {
    STACK_OF(PKCS12_SAFEBAG) *bags = NULL;
    STACK_OF(PKCS7) *safes = NULL;
    PKCS12 *store = NULL;
    PKCS12_SAFEBAG *bag = PKCS12_add_cert(&bags, certificate);
    if (bag != NULL && PKCS12_add_friendlyname_utf8(bag, name, -1) && crypto_note_java_trust(bag)
        && PKCS12_add_safe(&safes, bags, -1, 0, NULL)) {
        store = PKCS12_add_safes(safes, 0);
    }
    if (store != NULL && !PKCS12_set_mac(store, password, -1, NULL, 0, 10000, EVP_sha256())) {
        PKCS12_free(store);
        store = NULL;
    }
    sk_PKCS12_SAFEBAG_pop_free(bags, PKCS12_SAFEBAG_free);
    sk_PKCS7_pop_free(safes, PKCS7_free);
    return store;
}
