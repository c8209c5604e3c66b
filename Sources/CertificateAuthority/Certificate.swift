import CCrypto

/// An X.509 certificate (RFC 5280).
@safe
final class Certificate {
    let pointer: OpaquePointer

    /// A certificate of version 3 without a signature.
    ///
    /// - Parameters:
    ///   - issuer: that of the authority; nil when the certificate is its own issuer.
    ///   - validity: seconds since 1970.
    init(
        of commonName: String, key: PrivateKey, issuer: Certificate?, validity: ClosedRange<Int64>
    ) throws(CertificateAuthorityError) {
        guard let certificate = unsafe X509_new() else { throw .lastOfLibrary }
        unsafe pointer = unsafe certificate
        let name = unsafe X509_get_subject_name(pointer)
        // Sixty-four random bits make serial numbers unique (section 4.1.2.2).
        let serial = UInt64.random(in: 1...UInt64(Int64.max))
        guard unsafe X509_set_version(pointer, Int(X509_VERSION_3)) == 1,
            unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial) == 1,
            unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), Int(validity.lowerBound)) != nil,
            unsafe ASN1_TIME_set(X509_getm_notAfter(pointer), Int(validity.upperBound)) != nil,
            unsafe X509_NAME_add_entry_by_txt(name, "O", MBSTRING_UTF8, "PushRecorder", -1, -1, 0) == 1,
            unsafe X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, commonName, -1, -1, 0) == 1,
            unsafe X509_set_issuer_name(pointer, issuer.map { unsafe X509_get_subject_name($0.pointer) } ?? name) == 1,
            unsafe X509_set_pubkey(pointer, key.pointer) == 1
        else { throw .lastOfLibrary }
    }

    /// Reads the first certificate in PEM form.
    init(pem: [UInt8]) throws(CertificateAuthorityError) {
        let memory = try MemoryFile(pem)
        let certificate = unsafe PEM_read_bio_X509(memory.pointer, nil, { _, _, _, _ in 0 }, nil)
        ERR_clear_error()
        guard let certificate = unsafe certificate else { throw .certificateMalformed }
        unsafe pointer = unsafe certificate
    }

    deinit { unsafe X509_free(pointer) }

    /// Adds an extension in OpenSSL's notation (x509v3_config(5)).
    func add(
        _ identifier: Int32, _ value: String, issuer: Certificate
    ) throws(CertificateAuthorityError) {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, issuer.pointer, pointer, nil, nil, 0)
        guard let added = unsafe X509V3_EXT_conf_nid(nil, &context, identifier, value) else { throw .lastOfLibrary }
        defer { unsafe X509_EXTENSION_free(added) }
        guard unsafe X509_add_ext(pointer, added, -1) == 1 else { throw .lastOfLibrary }
    }

    /// Signs it with ECDSA over SHA-256.
    func sign(with key: PrivateKey) throws(CertificateAuthorityError) {
        guard unsafe X509_sign(pointer, key.pointer, EVP_sha256()) > 0 else { throw .lastOfLibrary }
    }

    /// True when the key is that of the certificate.
    func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return unsafe X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Verifies it as a strict client verifies a server's certificate, with one authority to trust.
    ///
    /// - Throws: ``CertificateAuthorityError/unusable(reason:)``.
    func verify(by authority: Certificate, at time: Int64) throws(CertificateAuthorityError) {
        guard let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new() else {
            throw .lastOfLibrary
        }
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(store)
        }
        guard unsafe X509_STORE_add_cert(store, authority.pointer) == 1,
            unsafe X509_STORE_CTX_init(context, store, pointer, nil) == 1,
            unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER) == 1
        else { throw .lastOfLibrary }
        unsafe X509_STORE_CTX_set_flags(context, UInt(X509_V_FLAG_X509_STRICT))
        unsafe X509_STORE_CTX_set_time(context, 0, Int(time))
        guard unsafe X509_verify_cert(context) == 1 else {
            let code = unsafe Int(X509_STORE_CTX_get_error(context))
            ERR_clear_error()
            throw .unusable(reason: unsafe String(cString: X509_verify_cert_error_string(code)))
        }
    }

    /// The certificate in PEM form.
    func pem() throws(CertificateAuthorityError) -> [UInt8] {
        let memory = try MemoryFile()
        guard unsafe PEM_write_bio_X509(memory.pointer, pointer) == 1 else { throw .lastOfLibrary }
        return memory.bytes
    }

    /// The certificate in DER form.
    func der() throws(CertificateAuthorityError) -> [UInt8] {
        let memory = try MemoryFile()
        guard unsafe i2d_X509_bio(memory.pointer, pointer) == 1 else { throw .lastOfLibrary }
        return memory.bytes
    }

    /// The end of its validity in seconds since 1970.
    var end: Int64 {
        var time = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(X509_get0_notAfter(pointer), &time) == 1 else { return 0 }
        return unsafe Int64(timegm(&time))
    }

    /// The common name of its subject; empty when it has none.
    var commonName: [UInt8] {
        var buffer = [CChar](repeating: 0, count: 256)
        let name = unsafe X509_get_subject_name(pointer)
        let count = unsafe X509_NAME_get_text_by_NID(name, NID_commonName, &buffer, Int32(buffer.count))
        return buffer.prefix(Int(max(count, 0))).map { UInt8(bitPattern: $0) }
    }
}
