package import Bytes

/// A host on which a vendor takes pushes, or what goes with them, and which the recorder stands in for.
///
/// Source: the vendors' documentation of their endpoints, and the sources of the client libraries that were run.
package struct VendorHost: Sendable, Hashable {
    /// Its name in lower case.
    package let name: Text
    /// The ports on which the vendor speaks TLS there.
    package let ports: [UInt16]
    /// The name of the provider that takes pushes there; nil for a host of what goes with them.
    package let provider: Text?

    /// Every such host.
    package static let all: [VendorHost] = [
        VendorHost(name: "fcm.googleapis.com", ports: [443], provider: "fcm"),
        VendorHost(name: "iid.googleapis.com", ports: [443], provider: nil),
        VendorHost(name: "oauth2.googleapis.com", ports: [443], provider: nil),
        VendorHost(name: "www.googleapis.com", ports: [443], provider: nil),
        VendorHost(name: "accounts.google.com", ports: [443], provider: nil),
        VendorHost(name: "metadata.google.internal", ports: [443], provider: nil),
        VendorHost(name: "api.push.apple.com", ports: [443, 2197], provider: "apns"),
        VendorHost(name: "api.sandbox.push.apple.com", ports: [443, 2197], provider: "apns"),
        VendorHost(name: "api.development.push.apple.com", ports: [443, 2197], provider: "apns"),
        VendorHost(name: "api-manage-broadcast.push.apple.com", ports: [443, 2195, 2196, 2197], provider: nil),
        VendorHost(name: "api-manage-broadcast.sandbox.push.apple.com", ports: [443, 2195, 2196, 2197], provider: nil),
    ]

    /// The host of a name, in any case and with or without the dot that ends an absolute name (RFC 1034 section 3.1).
    ///
    /// - Returns: nil for every other name.
    package static func named(_ name: ArraySlice<UInt8>) -> VendorHost? {
        let name = (name.last == UInt8(ascii: ".") ? name.dropLast() : name).map(ASCII.lowercased)
        return all.first { $0.name.bytes == name }
    }
}
