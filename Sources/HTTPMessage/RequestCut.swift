package import Bytes

/// What cut a request short, so that its body is not there; the value of a limit is the limit.
package enum RequestCut: Sendable, Equatable {
    /// The body is longer than this many bytes (413).
    case bodyBytes(limit: Int)
    /// Names and values of the header fields, plus 32 each, exceed this many bytes (431).
    case headerBytes(limit: Int)
    /// There are more header fields than this (431).
    case headerFields(limit: Int)
    /// The server holds this many bytes for all connections together and takes no more now (503).
    case bufferedBytes(limit: Int)
    /// The rest of the request did not come in this time (408).
    case requestTime(limit: Duration)
    /// The body is encoded in another way than in chunks (501).
    case transferCoding
    /// The request breaks the protocol behind its method and target; the sentence says how (400).
    case malformed(Text)

    /// The status that HTTP has for it.
    package var status: Int {
        switch self {
        case .bodyBytes: 413
        case .headerBytes, .headerFields: 431
        case .bufferedBytes: 503
        case .requestTime: 408
        case .transferCoding: 501
        case .malformed: 400
        }
    }
}
