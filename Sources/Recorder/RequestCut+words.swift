import Bytes
import HTTPMessage
import Providers

extension Provider {
    /// The vendor's own answer to a request that was cut short; nil where it has none.
    func response(
        toCut cut: RequestCut,
        _ request: HTTPRequest,
        in context: AnswerContext
    ) -> HTTPResponse? {
        switch cut {
        case .bodyBytes: tooLarge(for: request, in: context)
        case .bufferedBytes: unavailable(for: request, in: context)
        case .headerBytes, .headerFields, .requestTime, .transferCoding, .malformed: nil
        }
    }
}

extension RequestCut {
    /// True when there is no telling what the request would have been, so that it is no push.
    var isOfWire: Bool {
        switch self {
        case .requestTime, .transferCoding, .malformed: true
        case .bodyBytes, .headerBytes, .headerFields, .bufferedBytes: false
        }
    }

    /// What the sender is told.
    var sentence: String {
        switch self {
        case .malformed(let sentence): sentence.description
        case .transferCoding: "the only transfer-encoding that is understood is chunked"
        default: "over the limit of \(text)"
        }
    }

    /// What the log says.
    var text: Text {
        switch self {
        case .bodyBytes(let limit): Text("body bytes: \(limit)")
        case .headerBytes(let limit): Text("header bytes: \(limit)")
        case .headerFields(let limit): Text("header fields: \(limit)")
        case .bufferedBytes(let limit): Text("bytes buffered for all connections: \(limit)")
        case .requestTime(let limit):
            Text("request time: \(TimeSpan(microseconds: Int64(limit / .microseconds(1))).text)")
        case .transferCoding: "transfer coding: chunked"
        case .malformed(let sentence): Text("protocol: \(sentence)")
        }
    }
}
