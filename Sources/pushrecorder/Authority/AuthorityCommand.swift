import Bytes
import CertificateAuthority
import CommandLineTool

/// What the command line of `pushrecorder ca` sets.
struct AuthoritySettings: Sendable {
    var actions: [String] = []
    /// nil for the user's state folder.
    var folder: String?
    /// Where `export` writes; nil for the folder of the authority.
    var output: String?
    var replaces = false
}

/// `pushrecorder ca`: the certificate authority by which clients trust a recorder.
let authorityCommand = Command(
    "ca",
    summary: "Make, show or export the certificate authority that clients are to trust",
    discussion: [
        """
        With --tls auto a recorder has certificates for the vendors' hosts from an authority of this user's own. init \
        makes it, show tells what it is, and export writes what makes clients trust it: ca.pem with its certificate, \
        bundle.pem with the roots of the system besides, and truststore.p12 for Java, whose password is changeit.
        """,
        """
        The authority is good for the vendors' hosts and this machine only, which its certificate says (critical name \
        constraints), for two years; the certificates that it signs are good for a week. Its key is in authority.pem, \
        which nobody else may read, in a folder that nobody else may write; where that is not so, it is refused.
        """,
    ],
    settings: AuthoritySettings(),
    operands: Operands("ACTION", minimum: 1, \.actions, help: "init, show or export."),
    options: [
        .value(
            "ca-dir", "FOLDER", completion: .folder, in: "Authority", \.folder,
            help: "Where the authority is; otherwise pushrecorder in $XDG_STATE_HOME or ~/.local/state."
        ),
        .value(
            "output", "FOLDER", short: "o", completion: .folder, in: "Authority", \.output,
            help: "Where export writes its files; otherwise beside the authority, where init has them already."
        ),
        .flag(
            "replace", in: "Authority", \.replaces,
            help: "Let init take the place of an authority that is there. Clients have to trust the new one."
        ),
    ],
    examples: [
        Example("pushrecorder ca init", "Make an authority, once."),
        Example("pushrecorder ca export -o build/trust", "Write the files that clients are to trust."),
    ],
    exitStatuses: [.done, .failed, .usage]
) { settings in
    let folder = try AuthorityFolder(path: settings.folder)
    switch settings.actions {
    case ["init"]:
        try AuthorityFolder.make(in: folder, replaces: settings.replaces)
        try StandardOutput.write(try AuthorityDescription(folder).text)
    case ["show"]:
        try StandardOutput.write(try AuthorityDescription(folder).text)
    case ["export"]:
        guard let authority = try folder.read() else { throw AuthorityFolderError.missing(path: folder.keyPath) }
        let files = TrustFiles(folder: try settings.output.map { try AuthorityFolder(path: $0) } ?? folder)
        try files.write(for: authority)
        for path in [files.certificate, files.bundle, files.trustStore] { try StandardOutput.write("\(path)\n") }
    default:
        throw UsageError.refused("ca takes one of init, show and export")
    }
    return .done
}

extension AuthorityFolder {
    /// The path of the file with the key.
    var keyPath: String { file(Self.authorityName) }

    /// Makes an authority in a folder, with the files that make clients trust it.
    @discardableResult
    static func make(in folder: AuthorityFolder, replaces: Bool) throws -> CertificateAuthority {
        let authority = try CertificateAuthority.forVendors(at: WallClock.now)
        try folder.keep(authority, replaces: replaces)
        try TrustFiles(folder: folder).write(for: authority)
        return authority
    }
}

/// What `ca show` tells.
private struct AuthorityDescription {
    let text: String

    init(_ folder: AuthorityFolder) throws {
        guard let authority = try folder.read() else { throw AuthorityFolderError.missing(path: folder.keyPath) }
        let files = TrustFiles(folder: folder)
        let end = Instant(secondsSince1970: try authority.end())
        var names = CertificateAuthority.allNames.map(\.description)
        names.removeAll { $0 == "127.0.0.1" || $0 == "::1" }
        let rows = [
            ("name", try authority.commonName().description),
            ("valid until", end.dayText),
            ("SHA-256", try authority.fingerprint().description),
            ("signs for", names.joined(separator: " ") + " and loopback addresses"),
            ("key", folder.keyPath),
            ("to trust", "\(files.certificate)\n\(files.bundle)\n\(files.trustStore)"),
        ]
        text = rows.map { name, value in
            let lines = value.utf8.split(separator: 0x0A).map { TerminalText.line(String(decoding: $0, as: UTF8.self)) }
            return name.padded + lines.joined(separator: "\n" + "".padded) + "\n"
        }.joined()
    }
}

extension String {
    fileprivate var padded: String { self + String(repeating: " ", count: max(13 - utf8.count, 1)) }
}
