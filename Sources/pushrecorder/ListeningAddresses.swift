import HTTPServer
import Recorder

/// Which of the server's listeners are for pushes, and which is for the read API.
struct ListeningAddresses {
    /// Those for pushes, with their real ports.
    let ingress: [ServerAddress]
    /// The one of the API, with its real port; nil when there is none.
    let api: ServerAddress?
    /// Where the recorder finds the API among the listeners; nil when there is none.
    let apiPlace: Recorder.APIPlace?

    /// Every address to listen on: those for pushes, then that of the API where it has one of its own.
    static func wanted(_ settings: RecorderSettings) -> [ServerAddress] {
        settings.hasNoAPI || sharedPosition(settings) != nil ? settings.ingress : settings.ingress + [settings.api]
    }

    /// Takes the addresses of a server that listens on the wanted ones.
    init(_ addresses: [ServerAddress], _ settings: RecorderSettings) {
        ingress = Array(addresses.prefix(settings.ingress.count))
        let shared = Self.sharedPosition(settings)
        let position = shared ?? settings.ingress.count
        guard !settings.hasNoAPI, position < addresses.count else {
            api = nil
            apiPlace = nil
            return
        }
        api = addresses[position]
        apiPlace = Recorder.APIPlace(listener: position, isShared: shared != nil)
    }

    /// The position of the listener for pushes that the API shares; two that ask for a free port are never the same.
    private static func sharedPosition(_ settings: RecorderSettings) -> Int? {
        guard !settings.hasNoAPI, settings.api.port != 0 else { return nil }
        return settings.ingress.firstIndex(of: settings.api)
    }
}

extension ServerAddress {
    /// Where pushes are taken unless something else is said.
    static let standardIngress = ServerAddress(host: "127.0.0.1", port: 8822)
    /// Where the read API is unless something else is said.
    static let standardAPI = ServerAddress(host: "127.0.0.1", port: 8811)
}
