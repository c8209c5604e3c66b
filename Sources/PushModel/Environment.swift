import Bytes

/// One of the two worlds of APNs, which know different device tokens.
package enum Environment: String, Sendable, CaseIterable {
    /// Builds that come from Xcode.
    case sandbox
    /// Builds that come from TestFlight, the App Store or a company.
    case production

    /// The environment that a host is for, with or without a port.
    ///
    /// Shape: `api.push.apple.com`, `api.sandbox.push.apple.com` and its older name `api.development.push.apple.com`, and
    /// the same two of `api-manage-broadcast`.
    ///
    /// - Returns: nil for any other host, such as that of a recorder that is called by its own name.
    package init?(authority: ArraySlice<UInt8>) {
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        guard let match = Environment.hosts.first(where: { ASCII.equalIgnoringCase(host, $0.name) }) else { return nil }
        self = match.environment
    }

    private static let hosts: [(name: StaticString, environment: Environment)] = [
        ("api.push.apple.com", .production), ("api.sandbox.push.apple.com", .sandbox),
        ("api.development.push.apple.com", .sandbox), ("api-manage-broadcast.push.apple.com", .production),
        ("api-manage-broadcast.sandbox.push.apple.com", .sandbox),
    ]
}
