import Bytes
import CertificateAuthority
import Foundation
import TestSupport
import Testing

@Suite struct CertificateAuthorityTests {
    private static let now = Int64(Date().timeIntervalSince1970)
    private static let constraints = NameConstraints(
        hosts: ["fcm.googleapis.com", "api.push.apple.com", "localhost"], networks: NameConstraints.loopbackNetworks
    )
    private let folder: TemporaryFolder
    private let authority: CertificateAuthority

    init() throws {
        folder = try TemporaryFolder()
        authority = try CertificateAuthority(for: Self.constraints, at: Self.now)
        try folder.write(authority.certificate, to: "ca.pem")
    }

    private func openssl(_ arguments: [String]) async throws -> RunningProgram.Result {
        try await RunningProgram.run("openssl", arguments)
    }

    private func verify(_ names: [CertificateName], _ options: [String] = []) async throws -> RunningProgram.Result {
        let leaf = try authority.leaf(for: names, at: Self.now)
        let path = try folder.write(leaf.certificate, to: "leaf.der")
        return try await openssl(
            ["verify", "-x509_strict", "-purpose", "sslserver", "-no-CApath", "-no-CAstore"]
                + ["-CAfile", folder.file("ca.pem")] + options + [path]
        )
    }

    @Test func `its certificate says what it is for`() async throws {
        let text = try await openssl(["x509", "-noout", "-text", "-in", folder.file("ca.pem")]).outputText
        for expected in [
            "Version: 3 (0x2)", "Signature Algorithm: ecdsa-with-SHA256", "NIST CURVE: P-256",
            "X509v3 Basic Constraints: critical\n                CA:TRUE, pathlen:0\n",
            "X509v3 Key Usage: critical\n                Certificate Sign, CRL Sign\n",
            "X509v3 Extended Key Usage: \n                TLS Web Server Authentication\n",
            "X509v3 Subject Key Identifier: \n",
            """
            X509v3 Name Constraints: critical
                            Permitted:
                              DNS:fcm.googleapis.com
                              DNS:api.push.apple.com
                              DNS:localhost
                              IP:127.0.0.0/255.0.0.0
                              IP:0:0:0:0:0:0:0:1/FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF:FFFF

            """,
        ] { #expect(text.contains(expected), "\(expected)\n\(text)") }
    }

    @Test func `a certificate of it says what it is for`() async throws {
        let leaf = try authority.leaf(for: [.host("api.push.apple.com"), .address("::1")], at: Self.now)
        let path = try folder.write(leaf.certificate, to: "leaf.der")
        let text = try await openssl(["x509", "-noout", "-text", "-in", path]).outputText
        for expected in [
            "X509v3 Basic Constraints: critical\n                CA:FALSE\n",
            "X509v3 Key Usage: critical\n                Digital Signature\n",
            "X509v3 Extended Key Usage: \n                TLS Web Server Authentication\n",
            "X509v3 Subject Alternative Name: \n                DNS:api.push.apple.com, IP Address:0:0:0:0:0:0:0:1\n",
            "X509v3 Authority Key Identifier: \n", "NIST CURVE: P-256",
        ] { #expect(text.contains(expected), "\(expected)\n\(text)") }
        #expect(leaf.end == Self.now + 7 * 86_400)
    }

    @Test(
        arguments: [
            ([.host("fcm.googleapis.com")], ["-verify_hostname", "fcm.googleapis.com"]),
            ([.host("localhost"), .address("127.0.0.1")], ["-verify_ip", "127.0.0.1"]),
            ([.host("localhost"), .address("127.9.8.7")], ["-verify_ip", "127.9.8.7"]),
            ([.address("::1")], ["-verify_ip", "::1"]),
            ([.host("eu.api.push.apple.com")], ["-verify_hostname", "eu.api.push.apple.com"]),
        ] as [([CertificateName], [String])])
    func `openssl takes a certificate for a permitted name`(names: [CertificateName], options: [String]) async throws {
        let result = try await verify(names, options)
        #expect(result.status == 0, "\(result.errorText)")
        try authority.verify(names, at: Self.now)
    }

    @Test(
        arguments: [
            [.host("example.com")], [.host("fcm.googleapis.com"), .host("example.com")],
            [.host("fcm.googleapis.com.evil.example")], [.host("evilfcm.googleapis.com")], [.host("googleapis.com")],
            [.address("10.0.0.1")], [.address("128.0.0.1")], [.address("::2")], [.address("fe80::1")],
        ] as [[CertificateName]])
    func `openssl refuses a certificate for any other name`(names: [CertificateName]) async throws {
        let result = try await verify(names)
        #expect(result.status != 0)
        #expect(result.errorText.contains("permitted subtree violation"), "\(result.errorText)")
        #expect(throws: CertificateAuthorityError.unusable(reason: "permitted subtree violation")) {
            try authority.verify(names, at: Self.now)
        }
    }

    @Test func `a certificate ends before its authority does`() throws {
        let end = try authority.end()
        #expect(end == Self.now + CertificateAuthority.lifetime)
        try authority.verify([.host("localhost")], at: end - 1)
        #expect(try authority.leaf(for: [.host("localhost")], at: end - 1).end == end)
        #expect(throws: CertificateAuthorityError.unusable(reason: "certificate has expired")) {
            try authority.verify([.host("localhost")], at: end)
        }
    }

    @Test(arguments: ["", "a,DNS:example.com", "A.example", "a b", "*.example.com", "a\nb", "a;b", "[::1]"] as [Text])
    func `a name that could be another is refused`(name: Text) {
        #expect(throws: CertificateAuthorityError.nameMalformed(name)) {
            try authority.leaf(for: [.host(name)], at: Self.now)
        }
        #expect(throws: CertificateAuthorityError.nameMalformed(name)) {
            try authority.leaf(for: [.address(name)], at: Self.now)
        }
    }

    @Test func `it is the same when it is read again`() throws {
        let again = try CertificateAuthority(pem: authority.pem)
        #expect(again.certificate == authority.certificate)
        #expect(try again.fingerprint() == authority.fingerprint())
        #expect(try again.commonName().bytes.starts(with: "PushRecorder test authority ".utf8))
        let other = try CertificateAuthority(for: Self.constraints, at: Self.now)
        #expect(try other.commonName() != authority.commonName())
    }

    @Test func `what is no authority is told`() throws {
        let other = try CertificateAuthority(for: Self.constraints, at: Self.now)
        let cases: [([UInt8], CertificateAuthorityError)] = [
            ([], .certificateMalformed), (authority.key, .certificateMalformed),
            (authority.certificate, .keyMalformed), (other.key + authority.certificate, .keyMismatch),
            (Array(authority.pem.dropLast(40)), .certificateMalformed),
        ]
        for (pem, error) in cases {
            #expect(throws: error) { try CertificateAuthority(pem: pem) }
        }
    }

    @Test func `the key is not in what is given away`() throws {
        let key = String(decoding: authority.key, as: UTF8.self)
        #expect(key.hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
        #expect(!String(decoding: authority.certificate, as: UTF8.self).contains("PRIVATE"))
    }

    @Test func `openssl reads the trust store`() async throws {
        let path = try folder.write(try authority.trustStore(password: "changeit"), to: "truststore.p12")
        let result = try await openssl(["pkcs12", "-in", path, "-passin", "pass:changeit", "-nokeys"])
        #expect(result.outputText.contains("friendlyName: pushrecorder"), "\(result.errorText)")
        #expect(result.outputText.contains("2.16.840.1.113894.746875.1.1: "))
        let wrong = try await openssl(["pkcs12", "-in", path, "-passin", "pass:wrong", "-nokeys"])
        #expect(wrong.errorText.contains("Mac verify error"))
    }

    private static let hasJava = FileManager.default.isExecutableFile(atPath: "/usr/bin/keytool")

    @Test(.enabled(if: hasJava)) func `Java trusts what is in the trust store`() async throws {
        let path = try folder.write(try authority.trustStore(password: "changeit"), to: "truststore.p12")
        let result = try await RunningProgram.run(
            "keytool", ["-list", "-keystore", path, "-storepass", "changeit"])
        #expect(result.outputText.contains("trustedCertEntry"), "\(result.outputText)\(result.errorText)")
    }
}
