package import Bytes

/// A name that a certificate is for.
package enum CertificateName: Sendable, Hashable, CustomStringConvertible {
    /// A host name in lower case, without a dot at the end.
    case host(Text)
    /// An IP address in its text form (RFC 4291 section 2.2 for version 6).
    case address(Text)

    /// The name as it is.
    package var description: String {
        switch self {
        case .host(let name), .address(let name): name.description
        }
    }

    /// The name as an entry of subjectAltName in OpenSSL's notation (x509v3_config(5)).
    ///
    /// - Throws: ``CertificateAuthorityError/nameMalformed(_:)`` for what could mean more than one name there.
    func alternativeName() throws(CertificateAuthorityError) -> String {
        switch self {
        case .host(let name):
            guard !name.isEmpty, name.bytes.allSatisfy(isHostByte) else { throw .nameMalformed(name) }
            return "DNS:\(name)"
        case .address(let address):
            guard !address.isEmpty, address.bytes.allSatisfy(isAddressByte) else { throw .nameMalformed(address) }
            return "IP:\(address)"
        }
    }
}

/// The names for which an authority can make valid certificates (RFC 5280 section 4.2.1.10).
package struct NameConstraints: Sendable {
    /// Host names; names below them are permitted too.
    let hosts: [Text]
    /// Networks as `address/mask`, both in text form.
    let networks: [Text]

    /// Constraints.
    package init(hosts: [Text], networks: [Text]) {
        self.hosts = hosts
        self.networks = networks
    }

    /// The loopback addresses of both versions of IP.
    package static let loopbackNetworks: [Text] = [
        "127.0.0.0/255.0.0.0", "::1/ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ]

    /// The extension in OpenSSL's notation.
    func extensionText() throws(CertificateAuthorityError) -> String {
        var parts: [String] = ["critical"]
        for host in hosts { parts.append("permitted;" + (try CertificateName.host(host).alternativeName())) }
        for network in networks {
            guard network.bytes.allSatisfy({ isAddressByte($0) || $0 == UInt8(ascii: "/") }) else {
                throw .nameMalformed(network)
            }
            parts.append("permitted;IP:\(network)")
        }
        return parts.joined(separator: ",")
    }
}

private func isHostByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: ".")
}

private func isAddressByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: ":")
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
