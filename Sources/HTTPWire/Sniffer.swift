/// Tells HTTP/2 from HTTP/1 by the first bytes of a connection.
///
/// ALPN does not tell: several push libraries speak HTTP/2 over TLS without it. Nothing is sent before the verdict, as
/// a client of HTTP/1 would take a SETTINGS frame for the answer.
package struct Sniffer {
    /// What the bytes so far say.
    package enum Verdict: Sendable, Equatable {
        /// They are a beginning of the HTTP/2 preface.
        case undecided
        /// They differ from the preface.
        case http1
        /// They begin with the whole preface.
        case http2
    }

    /// The bytes fed so far; the session that is chosen gets them all.
    package private(set) var bytes: [UInt8] = []

    // RFC 9113 section 3.4
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    /// A sniffer that has seen nothing.
    package init() {}

    /// Takes the next bytes.
    package mutating func feed(_ input: Span<UInt8>) -> Verdict {
        unsafe input.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
        let common = Swift.min(bytes.count, Self.preface.count)
        guard bytes[..<common] == Self.preface[..<common] else { return .http1 }
        return common == Self.preface.count ? .http2 : .undecided
    }
}
