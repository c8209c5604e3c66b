import Bytes
import CertificateAuthority
import Providers

extension CertificateAuthority {
    /// Makes an authority for the vendors' hosts and this machine.
    static func forVendors(at now: Instant) throws(CertificateAuthorityError) -> CertificateAuthority {
        try CertificateAuthority(
            for: NameConstraints(
                hosts: VendorHost.all.map(\.name) + ["localhost"], networks: NameConstraints.loopbackNetworks),
            at: now.secondsSince1970
        )
    }

    /// All that a recorder is asked for under one name or another.
    static let allNames: [CertificateName] =
        VendorHost.all.map { .host($0.name) } + [.host("localhost"), .address("127.0.0.1"), .address("::1")]
}

extension Instant {
    /// Whole seconds since 1970-01-01T00:00:00Z.
    var secondsSince1970: Int64 { microseconds / 1_000_000 }

    /// The moment of a number of seconds since 1970-01-01T00:00:00Z.
    init(secondsSince1970 seconds: Int64) { self.init(microseconds: seconds * 1_000_000) }

    /// The day in UTC: `2026-11-29`.
    var dayText: String { String(decoding: rfc3339.prefix(10), as: UTF8.self) }
}
