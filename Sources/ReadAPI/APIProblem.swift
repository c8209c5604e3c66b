import Bytes
import Expectations
import Filter
import HTTPMessage

/// Why a request to the read API is answered with an error: `{"error":…}`, and `parameter` and `column` where one is to
/// blame.
enum APIProblem: Error {
    /// A page of another site asks, or a name that is not this machine's leads here.
    case foreign(Text)
    /// There is no such route.
    case noRoute
    /// The route does not take this method; these it takes.
    case method(allowed: [Text])
    /// There is no push, or no more, with the identifier.
    case noPush
    /// The parameter is not known here.
    case unknownParameter(Text, known: [Text])
    /// The value of the parameter is none that it can have.
    case badParameter(Text, wanted: Text)
    /// The parameter `q` is no filter.
    case filter(FilterError)
    /// The body is not what the route takes.
    case badBody(Text)
    /// The body is longer than the limit in bytes.
    case bodyTooLong(limit: Int)
    /// The request was cut short.
    case cut(RequestCut)
    /// This many requests wait already, or this many streams are open.
    case busy(limit: Int)
    /// The log is not what the recorder wrote.
    case logChanged
}

extension APIProblem {
    /// The answer.
    var response: HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("error", text)
            switch self {
            case .unknownParameter(let name, _), .badParameter(let name, _): writer.member("parameter", name)
            case .filter(let error):
                writer.member("parameter", "q")
                if let place = error.place { writer.member("column", Int64(place.column)) }
            default: break
            }
        }
        var response = HTTPResponse(json: writer.bytes, status: status)
        if case .method(let allowed) = self {
            let list = allowed.map(\.description).joined(separator: ", ")
            response.headers.append("allow", Array(list.utf8)[...])
        }
        return response
    }

    private var status: Int {
        switch self {
        case .foreign: 403
        case .noRoute, .noPush: 404
        case .method: 405
        case .unknownParameter, .badParameter, .filter, .badBody: 400
        case .bodyTooLong: 413
        case .cut(let cut): cut.status
        case .busy: 503
        case .logChanged: 500
        }
    }

    private var text: Text {
        switch self {
        case .foreign(let reason): reason
        case .noRoute: "there is no such route; /api/v1/push/openapi.json lists them"
        case .method(let allowed): Text("this route takes \(allowed.map(\.description).joined(separator: ", "))")
        case .noPush: "there is no push with this identifier, or it was cleared"
        case .unknownParameter(let name, let known) where known.isEmpty:
            Text("there is no parameter \(name) here; this route takes none")
        case .unknownParameter(let name, let known):
            Text("there is no parameter \(name) here; there is \(known.map(\.description).joined(separator: ", "))")
        case .badParameter(let name, let wanted): Text("\(name) takes \(wanted)")
        case .filter(let error): Text("q: \(error)")
        case .badBody(let reason): reason
        case .bodyTooLong(let limit): Text("the body is longer than \(limit) bytes")
        case .cut(let cut):
            switch cut {
            case .bodyBytes(let limit): Text("the body is longer than \(limit) bytes")
            case .headerBytes(let limit): Text("the header fields are longer than \(limit) bytes")
            case .headerFields(let limit): Text("there are more than \(limit) header fields")
            case .bufferedBytes(let limit): Text("more than \(limit) bytes are held for all connections")
            case .requestTime: "the request took too long"
            case .transferCoding: "the body is encoded in another way than in chunks"
            case .malformed(let sentence): sentence
            }
        case .busy(let limit): Text("\(limit) requests wait or watch already, which is the limit")
        case .logChanged: "the log was changed by someone else, so the push cannot be read back"
        }
    }
}

extension HTTPResponse {
    /// An answer in JSON.
    init(json body: [UInt8], status: Int = 200) {
        self.init(status: status, headers: .api(contentType: "application/json"), body: body + "\n".utf8)
    }

    /// An answer without a body.
    static let noContent = HTTPResponse(status: 204, headers: HeaderList(["cache-control": "no-store"]))
}

extension HeaderList {
    /// The fields that every answer of the API has: nothing of it is stored, sniffed or lent to another site.
    static func api(contentType: Text) -> HeaderList {
        HeaderList([
            "content-type": contentType, "cache-control": "no-store", "x-content-type-options": "nosniff",
            "cross-origin-resource-policy": "same-origin",
        ])
    }
}
