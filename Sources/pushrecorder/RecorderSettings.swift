import Bytes
import CommandLineTool
import HTTPServer
import HTTPWire
import Providers

/// What the command line of `pushrecorder` sets.
struct RecorderSettings: Sendable {
    var log = "captures.ndjson"
    /// The program to run and its arguments; empty for none.
    var command: [String] = []
    var sync = Sync.none
    var ingress = [ServerAddress.standardIngress]
    var api = ServerAddress.standardAPI
    var hasNoAPI = false
    var allowsRemote = false
    var tls = TLS.none
    /// The folder of the certificate authority; nil for the user's state folder.
    var caFolder: String?
    var tlsCertificate: String?
    var tlsKey: String?
    var minimumLatency = Duration.zero
    var readyFile: String?
    var isQuiet = false
    var rules = AnswerRules()
    /// The path of a file of scripted answers.
    var answers: String?
    /// The path of a file of pools.
    var pools: String?
    var limits = Limits()

    /// True when clients that insist on https are understood, and those that ask for a tunnel.
    var speaksTLS: Bool { tls == .auto || tlsCertificate != nil }

    /// Where certificates come from that no file has.
    enum TLS: String, CaseIterable, ArgumentValue {
        case none
        case auto
    }

    /// What a kept line survives.
    enum Sync: String, CaseIterable, ArgumentValue {
        case none
        case batch
    }
}

extension ServerAddress: ArgumentValue {
    init(argument: String) throws(ValueError) {
        do {
            try self.init(ServerAddress.hostAndPort(of: argument))
        } catch {
            throw ValueError(expected: "HOST:PORT such as 127.0.0.1:8822 or [::1]:0")
        }
    }

    /// What stands in a URL between its scheme and its path, as the variables that lead clients here hold addresses; any
    /// other text as it is.
    static func hostAndPort(of argument: String) -> String {
        for scheme in ["http://", "https://"] where argument.utf8.starts(with: scheme.utf8) {
            let rest = argument.utf8.dropFirst(scheme.utf8.count)
            return String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
        }
        return argument
    }

    var argumentText: String { description }
}

extension MongoosePush.Profile: ArgumentValue {}

extension Text: ArgumentValue {
    init(argument: String) {
        self.init(argument)
    }

    var argumentText: String { description }
}
