internal import Bytes

/// One request as it came, without its connection.
package struct HTTPRequest: Sendable, Equatable {
    /// The protocol version it was sent in.
    package enum Version: Sendable, Equatable {
        case http10
        case http11
        case http2
    }

    /// The method, spelled as sent.
    package var method: [UInt8]
    /// The request target: origin form with its query, absolute form, `*`, or `host:port` of a CONNECT.
    package var target: [UInt8]
    /// The protocol version.
    package var version: Version
    /// The `:scheme` of HTTP/2; empty when none was sent and in HTTP/1.
    package var scheme: [UInt8]
    /// The `:authority` of HTTP/2; empty when none was sent and in HTTP/1, where `host` is a header field.
    package var authority: [UInt8]
    /// The header fields, without pseudo-header fields; trailers follow at the end.
    package var headers: HeaderList
    /// The body, decoded from its framing and nothing else.
    package var body: [UInt8]

    /// A request with the given parts.
    package init(
        method: [UInt8] = [],
        target: [UInt8] = [],
        version: Version = .http11,
        scheme: [UInt8] = [],
        authority: [UInt8] = [],
        headers: HeaderList = HeaderList(),
        body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.scheme = scheme
        self.authority = authority
        self.headers = headers
        self.body = body
    }

    /// Makes every part empty and keeps its memory for another request.
    package mutating func removeContents() {
        if !method.isEmpty { method.removeAll(keepingCapacity: true) }
        if !target.isEmpty { target.removeAll(keepingCapacity: true) }
        if !scheme.isEmpty { scheme.removeAll(keepingCapacity: true) }
        if !authority.isEmpty { authority.removeAll(keepingCapacity: true) }
        if !headers.isEmpty { headers.removeAll() }
        if !body.isEmpty { body.removeAll(keepingCapacity: true) }
    }

    /// The path of the target: without the query and, in absolute form, without scheme and authority.
    package var path: ArraySlice<UInt8> {
        let path = target[..<(target.firstOffset(of: UInt8(ascii: "?")) ?? target.endIndex)]
        guard path.first != UInt8(ascii: "/"), let mark = path.firstRange(of: "://") else { return path }
        return path[mark.upperBound...].drop { $0 != UInt8(ascii: "/") }
    }
}
