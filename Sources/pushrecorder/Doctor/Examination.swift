import Bytes
import CaptureLog
import CertificateAuthority
import CommandLineTool
import Dispatch
import Glibc
import HTTPServer
import JSONText
import Synchronization

/// What `pushrecorder doctor` found out about one thing.
struct Diagnosis: Sendable {
    let isGood: Bool
    /// One sentence; of what is not good it says how to mend it.
    let sentence: String
}

/// The things that have to be right for an unmodified sender to be recorded.
struct Examination {
    private let folder: AuthorityFolder
    private let settings: DoctorSettings

    init(_ settings: DoctorSettings) throws {
        self.settings = settings
        folder = try AuthorityFolder(path: settings.folder)
    }

    /// All that was found out. Nothing is changed; what is tried is tried in a folder of its own.
    func diagnoses() -> [Diagnosis] {
        var found: [Diagnosis] = []
        let authority = authority(&found)
        for place in settings.ingress + (settings.hasNoAPI ? [] : [settings.api]) { found.append(port(place.address)) }
        if authority != nil { found.append(push()) }
        found += environment()
        return found
    }

    private func authority(_ found: inout [Diagnosis]) -> CertificateAuthority? {
        do {
            guard let authority = try folder.read() else {
                throw AuthorityFolderError.missing(path: folder.keyPath)
            }
            let end = Instant(secondsSince1970: try authority.end()).dayText
            let sentence = "the authority in \(folder.path) is good until \(end), for the vendors' hosts only"
            found.append(Diagnosis(isGood: true, sentence: sentence))
            return authority
        } catch {
            found.append(Diagnosis(isGood: false, sentence: "\(error)"))
            return nil
        }
    }

    private func port(_ address: ServerAddress) -> Diagnosis {
        var configuration = ServerConfiguration(listeners: [address])
        configuration.drainsOnSignals = false
        do {
            _ = try Server(configuration)
            return Diagnosis(isGood: true, sentence: "\(address) is free for a recorder")
        } catch .addressInUse where environmentVariable("PUSHRECORDER_INGRESS") != nil {
            return Diagnosis(isGood: true, sentence: "\(address) is in use, as the environment says by a recorder")
        } catch {
            return Diagnosis(isGood: false, sentence: "\(error)")
        }
    }

    /// Records a push that comes as unmodified senders push, on a free port and in a log of its own.
    private func push() -> Diagnosis {
        do {
            let workshop = try ScratchFolder()
            defer { workshop.remove() }
            var recording = RecorderSettings()
            recording.log = workshop.file("captures.ndjson")
            recording.ingress = [ServerAddress(host: "127.0.0.1", port: 0)]
            recording.hasNoAPI = true
            recording.tls = .auto
            recording.caFolder = folder.path
            recording.isQuiet = true
            let failure = Mutex<String?>(nil)
            let roots = TrustFiles(folder: folder).certificate
            _ = try Recording(recording).record { addresses, stopSwitch in
                guard let proxy = addresses.ingress.first else { return stopSwitch.stop() }
                DispatchQueue.global().async {
                    do {
                        try ProxiedPush(proxy: proxy, roots: roots).send()
                    } catch {
                        failure.withLock { $0 = "\(error)" }
                    }
                    stopSwitch.stop()
                }
            }
            if let reason = failure.withLock({ $0 }) {
                return Diagnosis(isGood: false, sentence: "a push through a tunnel does not arrive: \(reason)")
            }
            guard try hasPush(recording.log) else {
                return Diagnosis(isGood: false, sentence: "a push through a tunnel was answered and is not in the log")
            }
            return Diagnosis(
                isGood: true,
                sentence: "a push to \(ProxiedPush.host) by CONNECT, TLS and HTTP/2 was answered and recorded")
        } catch {
            return Diagnosis(isGood: false, sentence: "no recorder can be started: \(error)")
        }
    }

    private func hasPush(_ log: String) throws -> Bool {
        let lines = try (SmallFile.bytes(path: log, limit: 1 << 20) ?? []).split(separator: 0x0A)
        return lines.contains { line in
            guard let root = (try? JSONText(parsing: Array(line)))?.root else { return false }
            return root.last("kind")?.text.map { $0 == "push" } == true
                && root.last("annotations")?.last("tunnel")?.text == Text(ProxiedPush.target)
                && root.last("response")?.last("status")?.integer == 200
        }
    }

    /// True when senders are led by the hosts file: they then go to the vendors' own ports.
    private var isHostsMode: Bool { settings.ingress.contains { $0.address.port == 443 } }

    private func environment() -> [Diagnosis] {
        let ingress = settings.ingress.first?.address ?? .standardIngress
        let sender = SenderEnvironment(ingress: ingress, api: nil, trust: TrustFiles(folder: folder))
        let wanted = isHostsMode ? sender.trustVariables : sender.variables
        let wrong = wanted.filter { environmentVariable($0.name) != $0.value }.map(\.name)
        let place = isHostsMode ? "the recorder" : ingress.localURL
        let effect = isHostsMode ? "make senders trust \(place)" : "lead senders to \(place) and make them trust it"
        let variables =
            wrong.isEmpty
            ? Diagnosis(isGood: true, sentence: "the variables \(effect)")
            : Diagnosis(
                isGood: false,
                sentence: """
                    the variables do not \(effect), or not all of them: \(wrong.joined(separator: ", ")) would have to be set, \
                    as 'pushrecorder env' prints them
                    """
            )
        return [variables] + (isHostsMode ? [hostsFile()] : [])
    }

    private func hostsFile() -> Diagnosis {
        let bytes: [UInt8]
        do {
            bytes = try SmallFile.bytes(path: HostsFile.path, limit: HostsFile.longest) ?? []
        } catch {
            return Diagnosis(isGood: false, sentence: "\(error)")
        }
        let missing = HostsFile.missingHosts(in: bytes)
        guard !missing.isEmpty else {
            return Diagnosis(isGood: true, sentence: "\(HostsFile.path) leads the vendors' names to this machine")
        }
        return Diagnosis(
            isGood: false,
            sentence: """
                \(HostsFile.path) does not lead \(missing.joined(separator: ", ")) to this machine; \
                'pushrecorder env --hosts' prints its lines
                """
        )
    }
}

/// A folder that is used for a moment.
private struct ScratchFolder {
    let path: String

    init() throws(AuthorityFolderError) {
        let parent = environmentVariable("TMPDIR") ?? "/tmp"
        guard let name = unsafe strdup("\(parent)/pushrecorder.XXXXXX") else {
            throw .system(path: parent, errno: ENOMEM)
        }
        defer { unsafe free(name) }
        guard unsafe mkdtemp(name) != nil else { throw .system(path: parent, errno: errno) }
        path = unsafe String(cString: name)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Removes it with the log in it.
    func remove() {
        unsafe unlink(file("captures.ndjson"))
        unsafe rmdir(path)
    }
}
