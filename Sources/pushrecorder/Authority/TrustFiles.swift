import Bytes
import CaptureLog
import CertificateAuthority

/// The files that make clients trust an authority.
struct TrustFiles {
    /// The folder that has them.
    let folder: AuthorityFolder

    /// The certificate alone, for what adds to the roots of the system, as Node does.
    var certificate: String { folder.file(Self.certificateName) }
    /// The roots of the system and the certificate, for what is trusted in their place, as nearly everything has it.
    var bundle: String { folder.file(Self.bundleName) }
    /// The certificate alone, for Java.
    var trustStore: String { folder.file(Self.trustStoreName) }

    /// The password of the trust store; the one that Java's own has.
    static let trustStorePassword = "changeit"

    private static let certificateName = "ca.pem"
    private static let bundleName = "bundle.pem"
    private static let trustStoreName = "truststore.p12"

    /// Where distributions keep their roots: Debian, Fedora, openSUSE, Alpine.
    private static let systemRoots = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/ssl/cert.pem",
    ]

    /// Writes them, where they are not there yet as they should be.
    func write(for authority: CertificateAuthority) throws {
        let roots = Self.systemRoots.lazy.compactMap(contents).first ?? []
        let isNew = contents(certificate) != authority.certificate
        try folder.publish(roots + "\n".utf8 + authority.certificate, as: Self.bundleName)
        // A store differs each time that it is made, by the salt of its MAC.
        if isNew || !folder.isGuarded(Self.trustStoreName) {
            try folder.publish(
                try authority.trustStore(password: Self.trustStorePassword), as: Self.trustStoreName)
        }
        try folder.publish(authority.certificate, as: Self.certificateName)
    }

    /// Lists of roots have a quarter of a megabyte.
    private static let longest = 16 << 20

    private func contents(_ path: String) -> [UInt8]? { try? SmallFile.bytes(path: path, limit: Self.longest) }
}
