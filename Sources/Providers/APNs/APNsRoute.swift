import Bytes

/// Where a request path leads in APNs.
enum APNsRoute: Equatable {
    /// `/3/device/{token}`: one device.
    case device(token: ArraySlice<UInt8>)
    /// `/4/broadcasts/apps/{bundle}`: everybody on a channel of the app.
    case broadcast(bundle: ArraySlice<UInt8>)
    /// A path of the device API without a token.
    case noToken
    /// A path below the two that leads nowhere.
    case unknown

    private static let device: StaticString = "/3/device"
    private static let broadcast: StaticString = "/4/broadcasts"
    private static let broadcastApps: StaticString = "/4/broadcasts/apps"

    /// True when the path is this provider's.
    static func owns(_ path: ArraySlice<UInt8>) -> Bool {
        remainder(of: path, after: device) != nil || remainder(of: path, after: broadcast) != nil
    }

    /// The route of a path that ``owns(_:)`` accepts; any other is ``unknown``.
    init(_ path: ArraySlice<UInt8>) {
        if let token = Self.remainder(of: path, after: Self.device) {
            if token.isEmpty {
                self = .noToken
            } else {
                self = token.contains(UInt8(ascii: "/")) ? .unknown : .device(token: token)
            }
        } else if let bundle = Self.remainder(of: path, after: Self.broadcastApps), !bundle.isEmpty,
            !bundle.contains(UInt8(ascii: "/"))
        {
            self = .broadcast(bundle: bundle)
        } else {
            self = .unknown
        }
    }

    /// What follows the prefix and its slash; empty when the path is the prefix; nil when it is another path.
    private static func remainder(of path: ArraySlice<UInt8>, after prefix: StaticString) -> ArraySlice<UInt8>? {
        guard ASCII.hasPrefix(path, prefix) else { return nil }
        let rest = path.dropFirst(prefix.utf8CodeUnitCount)
        guard let slash = rest.first else { return rest }
        return slash == UInt8(ascii: "/") ? rest.dropFirst() : nil
    }
}
