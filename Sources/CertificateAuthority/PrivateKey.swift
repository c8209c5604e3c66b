import CCrypto

/// A private key.
@safe
final class PrivateKey {
    let pointer: OpaquePointer

    /// Makes a key on the curve P-256 (FIPS 186-5).
    init() throws(CertificateAuthorityError) {
        guard let key = unsafe crypto_new_p256_key() else { throw .lastOfLibrary }
        unsafe pointer = unsafe key
    }

    /// Reads the first unencrypted key in PEM form.
    init(pem: [UInt8]) throws(CertificateAuthorityError) {
        let memory = try MemoryFile(pem)
        // Without a callback OpenSSL asks the terminal for the password of an encrypted key.
        let key = unsafe PEM_read_bio_PrivateKey(memory.pointer, nil, { _, _, _, _ in 0 }, nil)
        ERR_clear_error()
        guard let key = unsafe key else { throw .keyMalformed }
        unsafe pointer = unsafe key
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// PKCS #8 in PEM form, unencrypted.
    func pem() throws(CertificateAuthorityError) -> [UInt8] {
        let memory = try MemoryFile()
        guard unsafe PEM_write_bio_PrivateKey(memory.pointer, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw .lastOfLibrary
        }
        return memory.bytes
    }

    /// The key in the DER form of its own kind (RFC 5915).
    func der() throws(CertificateAuthorityError) -> [UInt8] {
        let memory = try MemoryFile()
        guard unsafe i2d_PrivateKey_bio(memory.pointer, pointer) == 1 else { throw .lastOfLibrary }
        return memory.bytes
    }
}
