/// One answer: status, header fields and body. Framing fields (`content-length`, `connection`, `date`) are the server's.
package struct HTTPResponse: Sendable, Equatable {
    /// The status code, 200 to 599.
    package var status: Int
    /// The header fields, names in lower case.
    package var headers: HeaderList
    /// The body, possibly empty.
    package var body: [UInt8]

    /// An answer with the given parts.
    package init(status: Int, headers: HeaderList = HeaderList(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
