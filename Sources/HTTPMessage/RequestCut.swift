/// A limit that cut a request short; the value is the limit.
package enum RequestCut: Sendable, Equatable {
    /// The body is longer than this many bytes (413).
    case bodyBytes(limit: Int)
    /// Names and values of the header fields, plus 32 each, exceed this many bytes (431).
    case headerBytes(limit: Int)
    /// There are more header fields than this (431).
    case headerFields(limit: Int)
    /// The server holds this many bytes for all connections together and takes no more now (503).
    case bufferedBytes(limit: Int)

    /// The status that HTTP has for it.
    package var status: Int {
        switch self {
        case .bodyBytes: 413
        case .headerBytes, .headerFields: 431
        case .bufferedBytes: 503
        }
    }
}
