import Foundation
import TestSupport
import Testing

/// `pushrecorder ca`.
@Suite struct AuthorityCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func ca(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws
        -> RunningProgram.Result
    {
        try await RunningProgram.run(Places.program("pushrecorder"), ["ca"] + arguments, environment: environment)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func setMode(_ mode: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `an authority is made in the state folder, for its user alone`() async throws {
        let result = try await ca(["init"], ["XDG_STATE_HOME": folder.file("state")])
        #expect(result.status == 0, "\(result.errorText)")
        let made = folder.file("state/pushrecorder")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: made).sorted() == [
                "authority.pem", "bundle.pem", "ca.pem", "truststore.p12",
            ])
        #expect(try mode(made) == 0o700)
        #expect(try mode("\(made)/authority.pem") == 0o600)
        #expect(try mode("\(made)/ca.pem") == 0o644)
        let shown = try await ca(["show"], ["XDG_STATE_HOME": folder.file("state")])
        #expect(shown.outputText == result.outputText)
        #expect(shown.outputText.contains("fcm.googleapis.com"))
        #expect(!shown.outputText.contains("PRIVATE"))
        let home = try await ca(["init"], ["XDG_STATE_HOME": "", "HOME": folder.file("home")])
        #expect(home.status == 0, "\(home.errorText)")
        #expect(FileManager.default.fileExists(atPath: folder.file("home/.local/state/pushrecorder/ca.pem")))
    }

    @Test func `an authority is replaced only when that is asked for`() async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["init"] + options).status == 0)
        let first = try folder.read("ca/ca.pem")
        let refused = try await ca(["init"] + options)
        #expect(refused.status == 2)
        #expect(refused.errorText.contains("is there already"))
        #expect(try folder.read("ca/ca.pem") == first)
        #expect(try await ca(["init", "--replace"] + options).status == 0)
        #expect(try folder.read("ca/ca.pem") != first)
    }

    @Test func `export writes what clients are to trust, and no key`() async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["export"] + options).errorText.contains("'pushrecorder ca init' makes one"))
        #expect(try await ca(["init"] + options).status == 0)
        let result = try await ca(["export", "--output", folder.file("trust")] + options)
        #expect(result.status == 0, "\(result.errorText)")
        let names = ["bundle.pem", "ca.pem", "truststore.p12"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("trust")).sorted() == names)
        let certificate = try folder.read("ca/ca.pem")
        #expect(try folder.read("trust/ca.pem") == certificate)
        let bundle = String(decoding: try folder.read("trust/bundle.pem"), as: UTF8.self)
        #expect(bundle.hasSuffix(String(decoding: certificate, as: UTF8.self)))
        for name in names {
            #expect(!String(decoding: try folder.read("trust/\(name)"), as: UTF8.self).contains("PRIVATE"))
        }
    }

    struct Opening: Sendable, CustomTestStringConvertible {
        let file: String
        let mode: Int
        let reason: String

        var testDescription: String { "\(file) \(String(mode, radix: 8))" }
    }

    @Test(arguments: [
        Opening(file: "ca", mode: 0o770, reason: "others may write to"),
        Opening(file: "ca", mode: 0o702, reason: "others may write to"),
        Opening(file: "ca/authority.pem", mode: 0o640, reason: "others may use the key in"),
        Opening(file: "ca/authority.pem", mode: 0o604, reason: "others may use the key in"),
        Opening(file: "ca/authority.pem", mode: 0o620, reason: "others may use the key in"),
    ])
    func `an authority that others could change or use is refused`(opening: Opening) async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["init"] + options).status == 0)
        try setMode(opening.mode, folder.file(opening.file))
        let commands = [["ca", "show"], ["ca", "export"], ["--tls", "auto", "--ingress", "127.0.0.1:0", "--no-api"]]
        for command in commands {
            let result = try await RunningProgram.run(
                Places.program("pushrecorder"), command + options, folder: folder.path)
            #expect(result.status == 2)
            #expect(result.errorText.contains(opening.reason), "\(result.errorText)")
            #expect(result.errorText.contains("chmod"))
        }
    }

    @Test func `a folder that others could put another one in the place of is refused`() async throws {
        let options = ["--ca-dir", folder.file("shared/mine/ca")]
        #expect(try await ca(["init"] + options).status == 0)
        for (mode, status) in [(0o777, 2), (0o1777, 0), (0o775, 0)] as [(Int, Int32)] {
            try setMode(mode, folder.file("shared"))
            let result = try await ca(["show"] + options)
            #expect(result.status == status, "\(mode): \(result.errorText)")
            #expect(result.errorText.contains("others may write to \(folder.file("shared")) ") == (status != 0))
        }
    }

    @Test func `what clients trust is made anew where others could have changed it`() async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["init"] + options).status == 0)
        let names = ["bundle.pem", "ca.pem", "truststore.p12"].map { folder.file("ca/\($0)") }
        for name in names { try setMode(0o666, name) }
        #expect(try await ca(["export"] + options).status == 0)
        for name in names {
            let mode = try FileManager.default.attributesOfItem(atPath: name)[.posixPermissions] as? Int
            #expect(mode == 0o644, "\(name)")
        }
    }

    @Test func `an authority that may sign for any host is refused`() async throws {
        try FileManager.default.createDirectory(atPath: folder.file("ca"), withIntermediateDirectories: false)
        let made = try await RunningProgram.run(
            "openssl",
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=any"]
                + [
                    "-addext", "keyUsage=critical,keyCertSign,cRLSign", "-keyout", "key.pem", "-out", "certificate.pem",
                ],
            folder: folder.path)
        #expect(made.status == 0, "\(made.errorText)")
        try folder.write(try folder.read("key.pem") + folder.read("certificate.pem"), to: "ca/authority.pem")
        try setMode(0o600, folder.file("ca/authority.pem"))
        let recording = ["--tls", "auto", "--ingress", "127.0.0.1:0", "--no-api", "--log", folder.file("run.ndjson")]
        for command in [["ca", "show"], ["ca", "export"], ["env"], recording] {
            let result = try await RunningProgram.run(
                Places.program("pushrecorder"), command + ["--ca-dir", folder.file("ca")], folder: folder.path)
            #expect(result.status == 2, "\(command)")
            #expect(result.errorText.contains("may sign for any host"), "\(result.errorText)")
        }
    }

    @Test func `what is no authority is refused`() async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["init"] + options).status == 0)
        try FileManager.default.removeItem(atPath: folder.file("ca/authority.pem"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("ca/authority.pem"), withDestinationPath: folder.file("ca/ca.pem"))
        #expect(try await ca(["show"] + options).status == 2)
        try FileManager.default.removeItem(atPath: folder.file("ca/authority.pem"))
        try folder.write(Array("-----BEGIN".utf8), to: "ca/authority.pem")
        try setMode(0o600, folder.file("ca/authority.pem"))
        let result = try await ca(["show"] + options)
        #expect(result.status == 2)
        #expect(result.errorText.contains("holds no certificate"))
    }

    @Test(arguments: [(65_536, 0), (65_537, 2)])
    func `the file of an authority has a longest length`(length: Int, status: Int32) async throws {
        let options = ["--ca-dir", folder.file("ca")]
        #expect(try await ca(["init"] + options).status == 0)
        let authority = try folder.read("ca/authority.pem")
        let padding = [UInt8](repeating: UInt8(ascii: "\n"), count: length - authority.count)
        try folder.write(authority + padding, to: "ca/authority.pem")
        try setMode(0o600, folder.file("ca/authority.pem"))
        let result = try await ca(["show"] + options)
        #expect(result.status == status)
        #expect(result.errorText.contains("is larger than 65536 bytes") == (status != 0), "\(result.errorText)")
    }

    @Test(arguments: [[], ["frob"], ["init", "show"]] as [[String]])
    func `an action that there is not is a mistake in the command line`(arguments: [String]) async throws {
        #expect(try await ca(arguments).status == 64)
    }
}
