import Bytes
import CommandLineTool
import HTTPServer

/// Says once of each sort of handshake that failed what the client did, and what usually mends it.
final class HandshakeMessages {
    private let trust: TrustFiles?
    private var said: Set<String> = []

    /// So many sorts are told of; others are only counted.
    static let maximumCount = 16

    /// - Parameter trust: what makes clients trust the recorder; nil when its certificate is not from an authority of ours.
    init(trust: TrustFiles?) {
        self.trust = trust
    }

    /// The line to print; nil when it was said before, or enough was.
    func line(for failure: HandshakeFailure) -> String? {
        let sentence = "\(client(failure)) \(deed(failure.cause)); \(remedy(failure.cause))"
        guard said.count < Self.maximumCount, said.insert(sentence).inserted else { return nil }
        return TerminalText.line(sentence)
    }

    private func client(_ failure: HandshakeFailure) -> String {
        // Nobody's host name is longer (RFC 1035 section 2.3.4).
        let host = (failure.tunnel ?? failure.serverName).map { String(decoding: $0.bytes.prefix(260), as: UTF8.self) }
        return host.map { "a client that asked for \($0)" } ?? "a client"
    }

    private func deed(_ cause: HandshakeFailure.Cause) -> String {
        switch cause {
        case .alert(let number):
            AlertDescription(rawValue: number)?.deed ?? "ended the TLS handshake with alert \(number)"
        case .noCommonProtocol: "offers neither h2 nor http/1.1 (ALPN)"
        case .noCommonVersion: "offers no TLS 1.2 or later"
        case .noCommonCipher: "offers no cipher for a certificate with a P-256 key"
        case .closed: "closed the connection during the TLS handshake, perhaps as it did not trust the certificate"
        case .timedOut: "did not finish the TLS handshake in time"
        case .noCertificate: "spoke TLS, and this recorder has no certificate"
        case .other(let reason): "broke the TLS handshake (\(reason))"
        }
    }

    private func remedy(_ cause: HandshakeFailure.Cause) -> String {
        switch cause {
        case .alert(let number):
            switch AlertDescription(rawValue: number) {
            case .certificateExpired: "set its clock, or make another authority with 'pushrecorder ca init --replace'"
            case .protocolVersion: Self.versionRemedy
            case .noApplicationProtocol: Self.protocolRemedy
            case .unrecognizedName: "give it the vendor's name, or localhost, as the host"
            default: trustRemedy
            }
        case .closed: trustRemedy
        case .noCommonProtocol: Self.protocolRemedy
        case .noCommonVersion: Self.versionRemedy
        case .noCommonCipher: "let it use ECDSA, or give the recorder an RSA certificate with --tls-cert"
        case .timedOut: "it may wait for something else than TLS"
        case .noCertificate: "start it with --tls auto, or use an http:// address"
        case .other: "'pushrecorder doctor' tells whether it is the set-up"
        }
    }

    private static let protocolRemedy = "let it offer h2 or http/1.1, or nothing"
    private static let versionRemedy = "let it speak TLS 1.2 or later"

    private var trustRemedy: String {
        guard let trust else { return "let it trust the certificate of --tls-cert, and ask for a name in it" }
        return """
            start it with SSL_CERT_FILE and REQUESTS_CA_BUNDLE=\(trust.bundle), NODE_EXTRA_CA_CERTS=\(trust.certificate), as \
            'pushrecorder env' prints them
            """
    }
}

/// The alerts by which clients say what they mind about a certificate (RFC 8446 section 6.2).
private enum AlertDescription: Int {
    case handshakeFailure = 40
    case badCertificate = 42
    case unsupportedCertificate = 43
    case certificateRevoked = 44
    case certificateExpired = 45
    case certificateUnknown = 46
    case unknownAuthority = 48
    case decryptError = 51
    case protocolVersion = 70
    case unrecognizedName = 112
    case noApplicationProtocol = 120

    var deed: String {
        switch self {
        case .handshakeFailure: "found nothing in common (handshake_failure)"
        case .badCertificate: "did not take the certificate (bad_certificate), which may be for another name"
        case .unsupportedCertificate: "does not know this sort of certificate (unsupported_certificate)"
        case .certificateRevoked: "takes the certificate for revoked (certificate_revoked)"
        case .certificateExpired: "takes the certificate for expired (certificate_expired)"
        case .certificateUnknown: "did not trust the certificate (certificate_unknown)"
        case .unknownAuthority: "did not trust the certificate (unknown_ca)"
        case .decryptError: "could not verify the handshake (decrypt_error)"
        case .protocolVersion: "speaks no version of TLS that is spoken here (protocol_version)"
        case .unrecognizedName: "wants another name (unrecognized_name)"
        case .noApplicationProtocol: "wants another protocol (no_application_protocol)"
        }
    }
}
