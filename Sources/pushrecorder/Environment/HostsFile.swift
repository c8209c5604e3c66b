import Bytes
import Providers

/// What a hosts file needs so that the vendors' names lead to a recorder on this machine.
enum HostsFile {
    /// Where it is.
    static let path = "/etc/hosts"
    /// The most bytes that are read of one. Lists that block advertisers have some megabytes.
    static let longest = 16 << 20

    private static let loopback = "127.0.0.1"

    /// The ports on which senders look for the vendors; Google's metadata server speaks plain HTTP.
    private static let ports = Set(VendorHost.all.flatMap(\.ports)).union([80]).sorted()

    /// A comment that says how the recorder has to listen, and a line for each name.
    static var lines: [String] {
        let ingress = ports.map { "--ingress \(loopback):\($0)" }.joined(separator: " ")
        return ["# for a recorder that listens on the vendors' ports: pushrecorder --tls auto \(ingress)"]
            + VendorHost.all.map { "\(loopback) \($0.name)" }
    }

    /// The vendors' names that the lines of a file do not lead to this machine.
    ///
    /// Source: hosts(5)
    static func missingHosts(in bytes: [UInt8]) -> [String] {
        var found: Set<VendorHost> = []
        for line in bytes.split(separator: 0x0A) {
            let words = line.prefix { $0 != UInt8(ascii: "#") }.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            guard let address = words.first, ASCII.hasPrefix(address, "127.") || ASCII.equal(address, "::1") else {
                continue
            }
            found.formUnion(words.dropFirst().compactMap(VendorHost.named))
        }
        return VendorHost.all.filter { !found.contains($0) }.map { "\($0.name)" }
    }
}
