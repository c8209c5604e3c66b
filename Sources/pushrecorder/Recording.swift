import Bytes
import CaptureLog
import CommandLineTool
import HTTPServer
import HTTPWire
import Providers
import Recorder
import ScriptedAnswers

/// One run of the recorder, from the command line to the last line of the log.
struct Recording {
    private let settings: RecorderSettings

    init(_ settings: RecorderSettings) {
        self.settings = settings
    }

    /// Records until a signal ends it.
    ///
    /// - Returns: ``ExitStatus/degraded`` when requests were refused because the log could not be written, or recorded in a
    ///   file that was then deleted.
    func run() throws -> ExitStatus {
        try record { _, _ in }.isIncomplete ? .degraded : .done
    }

    /// Records until a signal or the switch ends it.
    ///
    /// - Parameter begin: is called once connections are taken.
    /// - Returns: what was counted.
    func record(_ begin: (ListeningAddresses, StopSwitch) throws -> Void) throws -> Recorder.Counts {
        let rules = try rules()
        let script = try settings.answers.map { AnswerScript(try SettingsFile(path: $0).read(AnswerFile.read)) }
        let configuration = try configuration()
        var readyFile = settings.readyFile.map(ReadyFile.init)
        readyFile?.removeStale()
        let server = try listen(configuration)
        let handshakes = HandshakeMessages(trust: try authorityFolder.map(TrustFiles.init))
        let recorder = Recorder(
            log: try LogWriter(path: settings.log, sync: settings.sync == .batch ? .batch : .none),
            rules: rules,
            now: { WallClock.now },
            notify: { announce($0, handshakes) }
        )
        if let script { recorder.follow(script) }
        if settings.speaksTLS { recorder.openTunnels() }
        let addresses = ListeningAddresses(server.addresses, settings)
        try recorder.start(
            version: Text(Program.version), limits: limits,
            listeners: addresses.ingress.map { Text($0.description) }
        )
        if let place = addresses.apiPlace {
            try recorder.serveAPI(
                at: place, showsEarlier: settings.command.isEmpty, allowsAnyHost: !settings.api.isLoopback,
                version: Text(Program.version)
            )
        }
        try readyFile?.write(
            listeners: addresses.ingress, api: addresses.api, authority: try authorityFolder?.path, log: settings.log)
        defer { readyFile?.remove() }
        if !settings.isQuiet {
            for address in addresses.ingress { try say(line(address)) }
            if let api = addresses.api { try say("answering tests at http://\(api)") }
        }
        do {
            try begin(addresses, server.stopSwitch)
        } catch {
            try recorder.finish()
            throw error
        }
        server.run(recorder)
        try recorder.finish(unread: server.unread)
        if !settings.isQuiet { StandardError.write(summary(recorder.counts, server.unread)) }
        return recorder.counts
    }

    private func listen(_ configuration: ServerConfiguration) throws -> Server {
        do {
            return try Server(configuration)
        } catch .addressInUse(let address) {
            throw AddressTaken(address: address, option: settings.ingress.contains(address) ? "--ingress" : "--api")
        }
    }

    /// Says a line on standard output, or beside it where that is a command's; that nobody reads it is no reason to record
    /// nothing.
    private func say(_ line: String) throws(StreamError) {
        guard settings.command.isEmpty else { return StandardError.write(line) }
        do {
            try StandardOutput.write("\(line)\n")
        } catch .closed {
            return
        }
    }

    /// The rules of the command line, with what its files say.
    private func rules() throws(SettingsFileError) -> AnswerRules {
        var rules = settings.rules
        if let pools = settings.pools {
            rules.mongoosePush.pools = try SettingsFile(path: pools).read(MongoosePush.Pool.list)
        }
        return rules
    }

    /// The folder of the authority that certificates are from; nil when they are from none.
    private var authorityFolder: AuthorityFolder? {
        get throws { settings.tls == .auto ? try AuthorityFolder(path: settings.caFolder) : nil }
    }

    private func configuration() throws -> ServerConfiguration {
        let listeners = ListeningAddresses.wanted(settings)
        if let remote = listeners.first(where: { !$0.isLoopback }), !settings.allowsRemote {
            throw UsageError.refused(
                "\(remote) can be reached from other machines; add --allow-remote if that is meant")
        }
        var configuration = ServerConfiguration(listeners: listeners)
        switch (settings.tlsCertificate, settings.tlsKey) {
        case (nil, nil): break
        case (_?, _?) where settings.tls == .auto: throw UsageError.refused("--tls auto takes no --tls-cert")
        case (let chain?, let key?):
            configuration.certificate = ServerConfiguration.Certificate(chainPath: chain, keyPath: key)
        case (_?, nil): throw UsageError.refused("--tls-cert needs --tls-key")
        case (nil, _?): throw UsageError.refused("--tls-key needs --tls-cert")
        }
        if let folder = try authorityFolder { configuration.certificateIssuer = VendorCertificates(try folder.used()) }
        configuration.limits = settings.limits
        configuration.minimumLatency = settings.minimumLatency
        configuration.drainsOnSignals = settings.command.isEmpty
        return configuration
    }

    /// The limits in force, as the `run` line names them.
    private var limits: KeyValuePairs<StaticString, Int> {
        [
            "body_bytes": settings.limits.bodyBytes,
            "header_bytes": settings.limits.headerBytes,
            "header_fields": settings.limits.headerFields,
            "buffered_bytes": settings.limits.bufferedBytes,
            "concurrent_streams": settings.limits.concurrentStreams,
        ]
    }

    private func line(_ address: ServerAddress) -> String {
        let schemes = settings.speaksTLS ? "http and https" : "http"
        return "listening on \(address) for \(schemes), recording to \(TerminalText.line(settings.log))"
    }

    private func announce(_ notice: Recorder.Notice, _ handshakes: HandshakeMessages) {
        switch notice {
        case .logFailed(let error):
            let reason = TerminalText.line("\(error)")
            StandardError.write("pushrecorder: \(reason); requests are refused until the log can be written")
        case .logRecovered(let refused):
            let requests = counted(refused, "request was", "requests were")
            StandardError.write("pushrecorder: the log can be written again; \(requests) refused")
        case .logChanged(let change, let lines):
            let log = TerminalText.line(settings.log)
            StandardError.write("pushrecorder: \(log) \(words(for: change, lines: lines))")
        case .handshakeFailed(let failure):
            if let line = handshakes.line(for: failure) { StandardError.write("pushrecorder: \(line)") }
        }
    }

    private func words(for change: LogChange, lines: Int) -> String {
        switch change {
        case .deleted: "was deleted or replaced: the \(lines) lines in it are gone, recording goes on in another file"
        case .moved: "was moved, with the \(lines) lines in it; recording goes on in another file"
        case .cut: "was cut, and some of the \(lines) lines in it are gone; recording goes on behind its end"
        }
    }

    private func summary(_ counts: Recorder.Counts, _ unread: UnreadRequests) -> String {
        var words = "recorded \(counted(counts.pushes, "push", "pushes"))"
        if counts.requests > 0 { words += " and \(counted(counts.requests, "other request", "other requests"))" }
        words += " in \(TerminalText.line(settings.log))"
        if counts.failedHandshakes > 0 {
            words += "; \(counted(counts.failedHandshakes, "TLS handshake", "TLS handshakes")) failed"
        }
        if counts.unrecorded > 0 { words += "; \(counted(counts.unrecorded, "was", "were")) refused and not recorded" }
        if counts.lost > 0 {
            words += "; \(counted(counts.lost, "line", "lines")) went with a file that was deleted or cut"
        }
        if unread.refusedStreams > 0 {
            words += "; \(counted(unread.refusedStreams, "stream", "streams")) over the limit, refused"
        }
        let noRequests = unread.malformed + unread.timedOut + unread.brokenOff
        if noRequests > 0 { words += "; \(noRequests) never became a request" }
        return words
    }
}

/// A number and the words behind it.
private func counted(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(count) \(count == 1 ? singular : plural)"
}
