import Providers

/// What a hosts file needs so that the vendors' names lead to a recorder on this machine.
enum HostsFile {
    private static let loopback = "127.0.0.1"

    /// A comment that says how the recorder has to listen, and a line for each name.
    static var lines: [String] {
        [
            """
            # for a recorder that listens on the vendors' ports: pushrecorder --tls auto \
            --ingress \(loopback):443 --ingress \(loopback):2197
            """
        ] + VendorHost.all.map { "\(loopback) \($0.name)" }
    }
}
