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
            let child = try ChildProcess(self.settings.command, environment: self.variables(addresses))
            DispatchQueue.global().async {
                let status = child.wait()
                self.commandStatus.withLock { $0 = status }
                stopSwitch.stop()
            }
        }
        let status = commandStatus.withLock { $0 }
        return status == 0 && counts.isIncomplete ? ExitStatus.degraded.rawValue : status
    }

    /// What the command finds the recorder by, and where it is TLS, what makes common clients trust its certificate:
    /// OpenSSL and with it Python and Ruby, Python's requests, and Node. What is set already stays.
    private func variables(_ addresses: ListeningAddresses) -> [(name: String, value: String)] {
        var variables: [(name: String, value: String)] = []
        if let ingress = addresses.ingress.first { variables.append(("PUSHRECORDER_INGRESS", ingress.localURL)) }
        if let api = addresses.api { variables.append(("PUSHRECORDER_API", api.localURL)) }
        if let certificate = settings.tlsCertificate {
            for name in ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"] where unsafe getenv(name) == nil
            {
                variables.append((name, certificate))
            }
        }
        return variables
    }
}

extension ServerAddress {
    /// The address as a URL that works on this machine: a name for all interfaces becomes that of the loopback one.
    fileprivate var localURL: String {
        switch host {
        case "0.0.0.0": "http://127.0.0.1:\(port)"
        case "::": "http://[::1]:\(port)"
        default: "http://\(self)"
        }
    }
}
