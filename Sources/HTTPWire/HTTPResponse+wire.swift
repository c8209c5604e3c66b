internal import Bytes
internal import HTTPMessage

extension HTTPResponse {
    /// The answer to a request that breaks the protocol.
    static func badRequest(_ problem: StaticString) -> HTTPResponse {
        var body: [UInt8] = []
        body.append(problem)
        body.append("\n")
        let headers = HeaderList(["content-type": "text/plain"])
        return HTTPResponse(status: 400, headers: headers, body: body)
    }

    /// False for the statuses that never come with a body or its length (RFC 9110 section 8.6).
    var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }

    /// True when bytes follow the head of this answer.
    func hasBody(to request: HTTPRequest) -> Bool {
        mayHaveBody && !body.isEmpty && !ASCII.equal(request.method[...], "HEAD")
    }
}

extension [UInt8] {
    /// Appends a field value; bytes that would end the field become spaces (RFC 9110 section 5.5).
    mutating func appendFieldValue(_ value: ArraySlice<UInt8>) {
        let start = count
        append(contentsOf: value)
        for index in start..<count where self[index] == 0 || self[index] == 0x0A || self[index] == 0x0D {
            self[index] = 0x20
        }
    }
}
