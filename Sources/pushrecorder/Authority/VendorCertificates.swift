import Bytes
import CertificateAuthority
import HTTPServer
import Providers

/// Certificates for the vendors' hosts, from an authority.
struct VendorCertificates: CertificateIssuer {
    private let authority: CertificateAuthority

    init(_ authority: CertificateAuthority) {
        self.authority = authority
    }

    let hosts = VendorHost.all.map(\.name)

    func certificate(for host: Text?) -> IssuedCertificate? {
        let names: [CertificateName] = host.map { [.host($0)] } ?? CertificateAuthority.allNames
        guard let leaf = try? authority.leaf(for: names, at: WallClock.now.secondsSince1970) else { return nil }
        // A recorder that runs for weeks has a certificate with a day left at least.
        return IssuedCertificate(
            certificate: leaf.certificate, key: leaf.key, renewal: leaf.end - Self.remainingTime)
    }

    private static let remainingTime: Int64 = 86_400
}

extension AuthorityFolder {
    /// The authority in the folder, made when there is none, with the files that make clients trust it.
    func used() throws -> CertificateAuthority {
        if let authority = try read() {
            try TrustFiles(folder: self).write(for: authority)
            return authority
        }
        do {
            return try AuthorityFolder.make(in: self, replaces: false)
        } catch AuthorityFolderError.exists {
            // Another recorder that began at the same time was first.
            return try used()
        }
    }
}
