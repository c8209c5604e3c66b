internal import Bytes

/// A host and a port to listen on.
package struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A numeric address or a host name, an IPv6 address without its brackets.
    package let host: String
    /// The port; 0 asks the system for a free one.
    package let port: UInt16

    /// An address.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address that a text of the form `host:port` or `[IPv6]:port` names.
    ///
    /// - Throws: ``HTTPServerError/addressMalformed(_:)`` for any other text.
    package init(_ text: String) throws(HTTPServerError) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")),
            let port = UInt16(String(decoding: bytes[(colon + 1)...], as: UTF8.self))
        else { throw .addressMalformed(text) }
        var host = bytes[..<colon]
        let isBracketed = host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
        if isBracketed { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, isBracketed || !host.contains(UInt8(ascii: ":")) else { throw .addressMalformed(text) }
        self.init(host: String(decoding: host, as: UTF8.self), port: port)
    }

    /// `host:port`, with brackets around an IPv6 address.
    package var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// True when only this machine can reach it, as far as its spelling tells.
    package var isLoopback: Bool {
        let name = Array(host.utf8)
        let isIPv4 = name.allSatisfy { $0 == UInt8(ascii: ".") || $0 &- 0x30 < 10 }
        return ASCII.equalIgnoringCase(name[...], "localhost") || ASCII.equal(name[...], "::1")
            || (isIPv4 && ASCII.hasPrefix(name[...], "127."))
    }
}
