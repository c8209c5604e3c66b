package import Bytes

/// Why an authority cannot be made, read or used.
package enum CertificateAuthorityError: Error, Equatable, CustomStringConvertible {
    /// The text is no host name in lower case and no IP address.
    case nameMalformed(Text)
    /// There is no certificate in PEM form.
    case certificateMalformed
    /// There is no unencrypted private key in PEM form.
    case keyMalformed
    /// The key is not that of the certificate.
    case keyMismatch
    /// A certificate that it makes does not stand up to verification; the reason is OpenSSL's.
    case unusable(reason: String)
    /// libcrypto failed; the reason is its own.
    case library(reason: String)

    /// One lower-case sentence.
    package var description: String {
        switch self {
        case .nameMalformed(let name): "\"\(name)\" is no host name in lower case and no IP address"
        case .certificateMalformed: "it holds no certificate in PEM form"
        case .keyMalformed: "it holds no unencrypted private key in PEM form"
        case .keyMismatch: "the key in it is not that of the certificate in it"
        case .unusable(let reason): "certificates that it makes are refused: \(reason)"
        case .library(let reason): "libcrypto failed: \(reason)"
        }
    }
}
