import Bytes

/// The host and port to which a request is addressed (RFC 3986 section 3.2).
package struct Authority: Sendable, Equatable {
    /// True when there is user information in front.
    package let hasUserInformation: Bool
    /// The host as sent, an IPv6 address without its brackets.
    package let host: ArraySlice<UInt8>
    /// The port; nil when there is none.
    package let port: UInt16?

    /// Reads `host`, `host:port`, `[address]:port`, each with `user@` in front or not.
    ///
    /// - Returns: nil when the host is empty or the port is no number below 65,536.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let at = bytes.lastIndex(of: UInt8(ascii: "@"))
        hasUserInformation = at != nil
        let rest = at.map { bytes[($0 + 1)...] } ?? bytes
        let end: Int
        if rest.first == UInt8(ascii: "[") {
            guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = rest[(rest.startIndex + 1)..<close]
            end = close + 1
        } else {
            end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            host = rest[..<end]
        }
        guard !host.isEmpty else { return nil }
        if end == rest.endIndex {
            port = nil
            return
        }
        let digits = rest[(end + 1)...]
        guard rest[end] == UInt8(ascii: ":"), digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let number = ASCII.integer(digits), let port = UInt16(exactly: number)
        else { return nil }
        self.port = port
    }
}

extension HTTPRequest {
    /// True for a target of absolute form that is of the web.
    package var hasWebScheme: Bool {
        ASCII.equalIgnoringCase(target.prefix(7), "http://") || ASCII.equalIgnoringCase(target.prefix(8), "https://")
    }

    /// The authority in a target of absolute form, `http://host:port/path`; nil in every other form.
    package var targetAuthority: ArraySlice<UInt8>? {
        guard target.first != UInt8(ascii: "/"), let mark = target[...].firstRange(of: "://") else { return nil }
        return target[mark.upperBound...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    }
}
