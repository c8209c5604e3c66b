package import Bytes
import CCrypto
import Digest

/// A certificate authority for tests: it signs certificates for the hosts that a recorder stands in for, and whoever has
/// its key can sign for no others, since its own certificate says so (name constraints, critical).
///
/// Keys are on P-256, which every client takes. The value holds PEM and does no file work.
///
/// Source: RFC 5280; what clients insist on was seen with Python 3.13, whose verification is the strictest.
package struct CertificateAuthority: Sendable {
    /// Its certificate in PEM form, for whoever is to trust it.
    package let certificate: [UInt8]
    /// Its key in PEM form (PKCS #8, unencrypted). A secret.
    package let key: [UInt8]

    /// How long an authority is valid, in seconds: two years.
    package static let lifetime: Int64 = 730 * day
    /// How long the certificates are valid that it signs, in seconds: a week.
    package static let leafLifetime: Int64 = 7 * day
    /// How far back validity begins, in seconds, for clients in containers whose clocks are late.
    static let clockAllowance: Int64 = day / 24

    private static let day: Int64 = 86_400

    /// Makes an authority with a new key.
    ///
    /// - Parameters:
    ///   - constraints: the names for which its certificates are valid.
    ///   - now: seconds since 1970.
    package init(for constraints: NameConstraints, at now: Int64) throws(CertificateAuthorityError) {
        let key = try PrivateKey()
        // Clients look an issuer up by its name, so no two authorities should share one.
        let number = [UInt8](capacity: 8) { $0.appendHex(UInt32.random(in: 0...UInt32.max)) }
        let certificate = try Certificate(
            of: "PushRecorder test authority \(Text(repairing: number))", key: key, issuer: nil,
            validity: now - Self.clockAllowance...now + Self.lifetime
        )
        try certificate.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0", issuer: certificate)
        try certificate.add(NID_key_usage, "critical,keyCertSign,cRLSign", issuer: certificate)
        try certificate.add(NID_ext_key_usage, "serverAuth", issuer: certificate)
        try certificate.add(NID_subject_key_identifier, "hash", issuer: certificate)
        try certificate.add(NID_name_constraints, try constraints.extensionText(), issuer: certificate)
        try certificate.sign(with: key)
        self.certificate = try certificate.pem()
        self.key = try key.pem()
    }

    /// Reads an authority that ``pem`` gave.
    package init(pem: [UInt8]) throws(CertificateAuthorityError) {
        let (certificate, key) = (try Certificate(pem: pem), try PrivateKey(pem: pem))
        guard certificate.belongs(to: key) else { throw .keyMismatch }
        self.certificate = try certificate.pem()
        self.key = try key.pem()
    }

    /// The key and the certificate in one text. A secret.
    package var pem: [UInt8] { key + certificate }

    /// Makes a certificate with a key of its own.
    ///
    /// - Parameters:
    ///   - names: what it is for; at least one.
    ///   - now: seconds since 1970.
    package func leaf(
        for names: [CertificateName], at now: Int64
    ) throws(CertificateAuthorityError) -> LeafCertificate {
        let authority = try Certificate(pem: certificate)
        let (leaf, key, end) = try signed(names, by: authority, at: now)
        return LeafCertificate(certificate: try leaf.der(), key: try key.der(), end: end)
    }

    /// Makes certain that a strict client takes a certificate for the names from this authority.
    ///
    /// - Throws: ``CertificateAuthorityError/unusable(reason:)``: it has expired, or its constraints lack one of the names.
    package func verify(_ names: [CertificateName], at now: Int64) throws(CertificateAuthorityError) {
        let authority = try Certificate(pem: certificate)
        try signed(names, by: authority, at: now).leaf.verify(by: authority, at: now)
    }

    private func signed(
        _ names: [CertificateName], by authority: Certificate, at now: Int64
    ) throws(CertificateAuthorityError) -> (leaf: Certificate, key: PrivateKey, end: Int64) {
        let key = try PrivateKey()
        let end = min(now + Self.leafLifetime, authority.end)
        var alternatives: [String] = []
        for name in names { alternatives.append(try name.alternativeName()) }
        // Names are in subjectAltName; a common name is shown to people only.
        let leaf = try Certificate(
            of: "recorded by PushRecorder", key: key, issuer: authority, validity: now - Self.clockAllowance...end)
        try leaf.add(NID_basic_constraints, "critical,CA:FALSE", issuer: authority)
        try leaf.add(NID_key_usage, "critical,digitalSignature", issuer: authority)
        try leaf.add(NID_ext_key_usage, "serverAuth", issuer: authority)
        try leaf.add(NID_subject_key_identifier, "hash", issuer: authority)
        try leaf.add(NID_authority_key_identifier, "keyid:always", issuer: authority)
        try leaf.add(NID_subject_alt_name, alternatives.joined(separator: ","), issuer: authority)
        try leaf.sign(with: try PrivateKey(pem: self.key))
        return (leaf, key, end)
    }
}

/// A certificate for a server, with its key.
package struct LeafCertificate: Sendable {
    /// The certificate in DER form. Its authority is not in it; whoever trusts that one has it.
    package let certificate: [UInt8]
    /// The key in DER form (RFC 5915). A secret.
    package let key: [UInt8]
    /// When it ends, in seconds since 1970.
    package let end: Int64
}

extension CertificateAuthority {
    /// When it ends, in seconds since 1970.
    package func end() throws(CertificateAuthorityError) -> Int64 { try Certificate(pem: certificate).end }

    /// The name that lists of authorities show.
    package func commonName() throws(CertificateAuthorityError) -> Text {
        Text(repairing: try Certificate(pem: certificate).commonName)
    }

    /// The SHA-256 of the certificate in DER form: 64 lower-case hexadecimal digits.
    package func fingerprint() throws(CertificateAuthorityError) -> Text {
        SHA256.hex(of: try Certificate(pem: certificate).der()[...])
    }

    /// A trust store for Java: PKCS #12 (RFC 7292) with this authority and nothing else.
    package func trustStore(password: String) throws(CertificateAuthorityError) -> [UInt8] {
        let certificate = try Certificate(pem: certificate)
        guard let store = unsafe crypto_new_trust_store(certificate.pointer, "pushrecorder", password) else {
            throw .lastOfLibrary
        }
        defer { unsafe PKCS12_free(store) }
        let memory = try MemoryFile()
        guard unsafe i2d_PKCS12_bio(memory.pointer, store) == 1 else { throw .lastOfLibrary }
        return memory.bytes
    }
}
