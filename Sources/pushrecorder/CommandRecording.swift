import CommandLineTool
import Dispatch
import Glibc
import HTTPServer
import Recorder
import Synchronization

/// A recording that lasts as long as a command.
final class CommandRecording: Sendable {
    private let settings: RecorderSettings
    private let commandStatus = Mutex<Int32>(0)

    init(_ settings: RecorderSettings) {
        self.settings = settings
    }

    /// Records while the command runs.
    ///
    /// - Returns: the status of the command; ``ExitStatus/degraded`` where it went well and the log does not have all pushes.
    func run() throws -> Int32 {
        ChildProcess.blockSignals()
        let counts = try Recording(settings).record { addresses, stopSwitch in
            let child = try ChildProcess(self.settings.command, environment: try self.variables(addresses))
            DispatchQueue.global().async {
                let status = child.wait()
                self.commandStatus.withLock { $0 = status }
                stopSwitch.stop()
            }
        }
        let status = commandStatus.withLock { $0 }
        return status == 0 && counts.isIncomplete ? ExitStatus.degraded.rawValue : status
    }

    /// What the command finds the recorder by, and where it is TLS, what makes common clients trust its certificate.
    ///
    /// With an authority of ours all that leads clients here takes the place of what is set already; a certificate that was
    /// given may be one that is trusted anyway, so that what is set stays.
    private func variables(_ addresses: ListeningAddresses) throws -> [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        if settings.tls == .auto, let ingress = addresses.ingress.first {
            let trust = TrustFiles(folder: try AuthorityFolder(path: settings.caFolder))
            return SenderEnvironment(ingress: ingress, api: addresses.api, trust: trust).variables
                .map { ($0.name, $0.value) }
        }
        if let ingress = addresses.ingress.first { variables.append(("PUSHRECORDER_INGRESS", ingress.localURL)) }
        if let api = addresses.api { variables.append(("PUSHRECORDER_API", api.localURL)) }
        if let certificate = settings.tlsCertificate {
            for name in ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"] where unsafe getenv(name) == nil
            {
                variables.append((name, absolutePath(certificate)))
            }
        }
        return variables
    }
}
