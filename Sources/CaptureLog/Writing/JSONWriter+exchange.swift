package import Bytes
import HTTPMessage

extension JSONWriter {
    /// The members of a captured request, in the form of the log: `method`, `target`, `http`, `headers`, `body`. A secret
    /// stands as what is known of it.
    package mutating func requestMembers(of exchange: Exchange) {
        let request = exchange.request
        member("method", string: request.method[...])
        member("target", string: request.target[...])
        switch request.version {
        case .http10: member("http", "1.0")
        case .http11: member("http", "1.1")
        case .http2: member("http", "2")
        }
        member("headers", request.headers, hiding: exchange.redactions)
        member("body", body: request.body)
    }

    /// The members of the answer to it, in the form of the log: `status`, `headers`, `body`.
    package mutating func responseMembers(of exchange: Exchange) {
        member("status", Int64(exchange.response.status))
        member("headers", exchange.response.headers, hiding: [])
        member("body", body: exchange.response.body)
    }

    private mutating func member(_ key: Text, string bytes: ArraySlice<UInt8>) {
        var string: [UInt8] = []
        if UTF8Text.isValid(bytes) { string.appendJSONString(bytes) } else { string.appendBase64(bytes) }
        member(key, json: string[...])
    }

    private mutating func member(_ key: Text, _ headers: HeaderList, hiding redactions: [Redaction]) {
        var pairs: [UInt8] = []
        pairs.append(headers, hiding: redactions)
        member(key, json: pairs[...])
    }

    private mutating func member(_ key: Text, body bytes: [UInt8]) {
        var body: [UInt8] = []
        body.appendBody(bytes)
        member(key, json: body[...])
    }
}
