package import Bytes

/// Issues certificates when clients ask for them.
package protocol CertificateIssuer: Sendable {
    /// The hosts that get a certificate of their own, in lower case.
    var hosts: [Text] { get }

    /// A certificate.
    ///
    /// - Parameter host: one of ``hosts``; nil for a certificate with all names that clients may ask for.
    /// - Returns: nil when none can be issued.
    func certificate(for host: Text?) -> IssuedCertificate?
}

/// A certificate with its key, in memory.
package struct IssuedCertificate: Sendable {
    /// The certificate in DER form.
    package let certificate: [UInt8]
    /// Its key, on an elliptic curve, in DER form (RFC 5915).
    package let key: [UInt8]
    /// From when on another one is to be issued, in seconds since 1970.
    package let renewal: Int64

    /// A certificate.
    package init(certificate: [UInt8], key: [UInt8], renewal: Int64) {
        self.certificate = certificate
        self.key = key
        self.renewal = renewal
    }
}
