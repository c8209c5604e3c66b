import Bytes
import HTTPMessage

/// Keeps web pages out: the API has no password, and a browser on this machine reaches it.
///
/// A page that a name of its own leads here (DNS rebinding) sends that name as `Host`; a page of another site sends its
/// `Origin`, or `Sec-Fetch-Site` where the request has none. What is no browser sends neither.
///
/// Source: https://fetch.spec.whatwg.org/#origin-header, https://w3c.github.io/webappsec-fetch-metadata/
struct RequestGuard {
    /// True when machines other than this one are served, whose names for it nobody knows; `Host` can then be anything.
    let allowsAnyHost: Bool

    /// Checks a request.
    func check(_ request: HTTPRequest) throws(APIProblem) {
        let host = request.headers.first("host") ?? request.authority[...]
        guard allowsAnyHost || host.isEmpty || isLocal(host) else {
            throw .foreign("the Host of the request is not this machine; use 127.0.0.1 or localhost")
        }
        if let origin = request.headers.first("origin") {
            let authority = ASCII.hasPrefix(origin, "http://") ? origin.dropFirst(7) : origin.dropFirst(8)
            let isWeb = ASCII.hasPrefix(origin, "http://") || ASCII.hasPrefix(origin, "https://")
            guard isWeb, authority.hasSameBytes(as: host) else {
                throw .foreign("the Origin of the request is another site")
            }
        }
        if let site = request.headers.first("sec-fetch-site") {
            guard ASCII.equal(site, "same-origin") || ASCII.equal(site, "none") else {
                throw .foreign("the request comes from a page of another site")
            }
        }
    }

    private func isLocal(_ authority: ArraySlice<UInt8>) -> Bool {
        if ASCII.hasPrefix(authority, "[::1]") { return isPort(authority.dropFirst(5)) }
        let name = authority.prefix { $0 != UInt8(ascii: ":") }
        guard isPort(authority[name.endIndex...]) else { return false }
        if ASCII.equalIgnoringCase(name, "localhost") { return true }
        let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && ASCII.equal(parts[0], "127")
            && parts.allSatisfy { part in ASCII.integer(part).map { (0...255).contains($0) } ?? false }
    }

    private func isPort(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || (text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy { $0 &- 0x30 < 10 })
    }
}
