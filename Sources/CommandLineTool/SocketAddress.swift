/// A place to listen at, typed as `127.0.0.1:8822`, `localhost:8822` or `[::1]:8822`.
///
/// The host is not looked up here.
package struct SocketAddress: ArgumentValue, Equatable {
    /// A name or a numeric address, without brackets.
    package var host: String
    /// The port; 0 lets the system choose a free one.
    package var port: UInt16

    /// An address.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    package init(argument: String) throws(ValueError) {
        let bytes = Array(argument.utf8)
        guard let colon = bytes.lastIndex(of: UInt8(ascii: ":")),
            let port = UInt16(String(decoding: bytes[(colon + 1)...], as: UTF8.self)),
            bytes[colon + 1] != UInt8(ascii: "+")
        else { throw ValueError(expected: SocketAddress.expected) }
        var host = bytes[..<colon]
        if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(UInt8(ascii: ":")) {
            throw ValueError(expected: SocketAddress.expected)
        }
        guard !host.isEmpty, !host.contains(where: { $0 <= 0x20 }) else {
            throw ValueError(expected: SocketAddress.expected)
        }
        self.init(host: String(decoding: host, as: UTF8.self), port: port)
    }

    package var argumentText: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static let expected = "HOST:PORT such as 127.0.0.1:8822 or [::1]:0"
}
