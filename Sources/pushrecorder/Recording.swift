import Bytes
import CaptureLog
import CommandLineTool
import HTTPServer
import HTTPWire
import Recorder

/// One run of the recorder, from the command line to the last line of the log.
struct Recording {
    private let settings: RecorderSettings

    init(_ settings: RecorderSettings) {
        self.settings = settings
    }

    /// Records until a signal ends it.
    ///
    /// - Returns: ``ExitStatus/degraded`` when requests were refused because the log could not be written.
    func run() throws -> ExitStatus {
        let server = try Server(try configuration())
        let recorder = Recorder(
            log: try LogWriter(path: settings.log, sync: settings.sync == .batch ? .batch : .none),
            rules: settings.rules,
            now: { WallClock.now },
            notify: announce
        )
        try recorder.start(
            version: Text(Program.version), limits: limits, listeners: server.addresses.map { Text($0.description) }
        )
        let readyFile = settings.readyFile.map(ReadyFile.init)
        try readyFile?.write(listeners: server.addresses, log: settings.log)
        defer { readyFile?.remove() }
        if !settings.isQuiet { try say(server.addresses.map(line).joined()) }
        server.run(recorder)
        try recorder.finish()
        if !settings.isQuiet { StandardError.write(summary(recorder.counts)) }
        return recorder.counts.unrecorded > 0 ? .degraded : .done
    }

    /// Writes to standard output; that nobody reads it is no reason to record nothing.
    private func say(_ text: String) throws(StreamError) {
        do {
            try StandardOutput.write(text)
        } catch .closed {
            return
        }
    }

    private func configuration() throws(UsageError) -> ServerConfiguration {
        if let remote = settings.ingress.first(where: { !$0.isLoopback }), !settings.allowsRemote {
            throw .refused("\(remote) can be reached from other machines; add --allow-remote if that is meant")
        }
        var configuration = ServerConfiguration(listeners: settings.ingress)
        switch (settings.tlsCertificate, settings.tlsKey) {
        case (nil, nil): break
        case (let chain?, let key?):
            configuration.certificate = ServerConfiguration.Certificate(chainPath: chain, keyPath: key)
        case (_?, nil): throw .refused("--tls-cert needs --tls-key")
        case (nil, _?): throw .refused("--tls-key needs --tls-cert")
        }
        configuration.limits = settings.limits
        configuration.minimumLatency = settings.minimumLatency
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
        let schemes = settings.tlsCertificate == nil ? "http" : "http and https"
        return "listening on \(address) for \(schemes), recording to \(TerminalText.line(settings.log))\n"
    }

    private func announce(_ notice: Recorder.Notice) {
        switch notice {
        case .logFailed(let error):
            let reason = TerminalText.line("\(error)")
            StandardError.write("pushrecorder: \(reason); requests are refused until the log can be written")
        case .logRecovered(let refused):
            StandardError.write("pushrecorder: the log can be written again; \(refused) requests were refused")
        }
    }

    private func summary(_ counts: Recorder.Counts) -> String {
        var words = "recorded \(counts.pushes) \(counts.pushes == 1 ? "push" : "pushes")"
        if counts.requests > 0 {
            words += " and \(counts.requests) other \(counts.requests == 1 ? "request" : "requests")"
        }
        words += " in \(TerminalText.line(settings.log))"
        if counts.unrecorded > 0 { words += "; \(counts.unrecorded) were refused and not recorded" }
        return words
    }
}

extension ServerAddress {
    /// True when only this machine can reach it, as far as its spelling tells.
    fileprivate var isLoopback: Bool {
        let isIPv4 = host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || $0 &- 0x30 < 10 }
        return host == "localhost" || host == "::1" || (isIPv4 && host.utf8.starts(with: "127.".utf8))
    }
}
