import Bytes
import Providers

/// The hosts that senders reach without a proxy: this machine, and what the environment names already, without what would
/// lead past the recorder.
struct DirectHosts {
    /// As `NO_PROXY` has them.
    let text: String

    private static let thisMachine = ["localhost", "127.0.0.1", "::1"]

    init() {
        let known = ["NO_PROXY", "no_proxy"].compactMap(environmentVariable).flatMap { value in
            value.utf8.split { $0 == UInt8(ascii: ",") || $0 == 0x20 }.map { String(decoding: $0, as: UTF8.self) }
        }
        var hosts = Self.thisMachine
        for host in known where !hosts.contains(host) && !Self.coversVendor(host) { hosts.append(host) }
        text = hosts.joined(separator: ",")
    }

    /// True when the entry is for a vendor's host: its name, a domain around it, or everything.
    private static func coversVendor(_ entry: String) -> Bool {
        let name = entry.utf8.drop { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: ".") }
            .prefix { $0 != UInt8(ascii: ":") }.map(ASCII.lowercased)
        guard !name.isEmpty else { return entry.utf8.first == UInt8(ascii: "*") }
        return VendorHost.all.contains { vendor in
            let host = vendor.name.bytes
            return host == name || host.suffix(name.count + 1) == [UInt8(ascii: ".")] + name
        }
    }
}
