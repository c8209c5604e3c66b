import Bytes
import HTTPMessage
import HTTPWire
import TestSupport
import Testing

@Suite struct HTTP2FieldTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let fields: [(name: String, value: String)]
        var body = "abc"
        var testDescription: String { name }
    }

    static let harmless = [
        Case(
            name: "the scheme of firebase-admin-node",
            fields: [
                (":method", "POST"), (":scheme", "https:"), (":path", "/p"), (":authority", "fcm.googleapis.com:443"),
            ]
        ),
        Case(
            name: "host in place of :authority, as aioapns",
            fields: [(":method", "POST"), (":scheme", "https"), (":path", "/p"), ("host", "api.push.apple.com")]
        ),
        Case(name: "no scheme", fields: [(":method", "POST"), (":path", "/p")]),
        Case(name: "upper case", fields: HTTP2Frames.post("/p", [("Apns-Topic", "t")])),
        Case(name: "connection", fields: HTTP2Frames.post("/p", [("connection", "keep-alive")])),
        Case(name: "te", fields: HTTP2Frames.post("/p", [("te", "gzip")])),
        Case(name: "upgrade", fields: HTTP2Frames.post("/p", [("upgrade", "h2c")])),
        Case(name: "right length", fields: HTTP2Frames.post("/p", [("content-length", "3")])),
        Case(name: "value that is not UTF-8", fields: HTTP2Frames.post("/p", [("x", "\u{FF}")])),
    ]

    @Test(arguments: harmless)
    func `an untidy request is taken`(request: Case) throws {
        let conversation = try HTTP2Conversation()
        conversation.request(request.fields, body: Array(request.body.utf8), stream: 1)
        #expect(conversation.answers[1]?.statuses == ["200"])
        #expect(conversation.driver.requests.first?.target == Array("/p".utf8))
    }

    static let problems = [
        Case(name: "length too small", fields: HTTP2Frames.post("/", [("content-length", "2")])),
        Case(name: "length too large", fields: HTTP2Frames.post("/", [("content-length", "4")])),
        Case(name: "two lengths", fields: HTTP2Frames.post("/", [("content-length", "3"), ("content-length", "3")])),
        Case(
            name: "two lengths, one in upper case",
            fields: HTTP2Frames.post("/", [("content-length", "3"), ("Content-Length", "4")])),
        Case(name: "signed length", fields: HTTP2Frames.post("/", [("content-length", "+3")])),
        Case(name: "empty length", fields: HTTP2Frames.post("/", [("content-length", "")])),
        Case(
            name: "length beyond 64 bits", fields: HTTP2Frames.post("/", [("content-length", "18446744073709551619")])),
        Case(name: "transfer-encoding", fields: HTTP2Frames.post("/", [("transfer-encoding", "chunked")])),
        Case(name: "LF in a value", fields: HTTP2Frames.post("/", [("a", "b\nc: d")])),
        Case(name: "CR in a path", fields: HTTP2Frames.post("/\r")),
        Case(name: "NUL in a value", fields: HTTP2Frames.post("/", [("a", "\0")])),
        Case(name: "space in a name", fields: HTTP2Frames.post("/", [("a b", "c")])),
        Case(name: "colon in a name", fields: HTTP2Frames.post("/", [("a:b", "c")])),
        Case(name: "empty name", fields: HTTP2Frames.post("/", [("", "secret")])),
        Case(name: "space behind a name", fields: HTTP2Frames.post("/", [("authorization ", "secret")])),
        Case(name: "control byte in a name", fields: HTTP2Frames.post("/", [("authorization\u{01}", "secret")])),
        Case(name: "no method", fields: [(":path", "/")]),
        Case(name: "no path", fields: [(":method", "POST")]),
        Case(name: "empty path", fields: HTTP2Frames.post("")),
        Case(name: "two paths", fields: HTTP2Frames.post("/", [(":path", "/admin")])),
        Case(name: "unknown pseudo-header field", fields: HTTP2Frames.post("/", [(":protocol", "websocket")])),
        Case(
            name: "pseudo-header field after a regular one", fields: [(":method", "POST"), ("a", "b"), (":path", "/")]),
        Case(name: "CONNECT to nowhere", fields: [(":method", "CONNECT")]),
    ]

    @Test(arguments: problems)
    func `a request that two readers could take differently is answered 400`(request: Case) throws {
        let conversation = try HTTP2Conversation()
        conversation.request(request.fields, body: Array(request.body.utf8), stream: 1)
        #expect(conversation.answers[1]?.statuses == ["400"])
        // It is handed over with what was understood of it, or counted.
        for (request, cut) in zip(conversation.driver.requests, conversation.driver.cuts) {
            #expect(!request.method.isEmpty && !request.target.isEmpty && request.body.isEmpty)
            #expect(cut?.status == 400)
        }
        #expect(conversation.driver.requests.count + conversation.driver.context.unread.malformed == 1)
        #expect(!conversation.driver.requests.contains { $0.summary.contains("secret") })
        conversation.request(HTTP2Frames.post("/next"), stream: 3)
        #expect(conversation.answers[3]?.statuses == ["200"])
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test func `a pseudo-header field in trailers is answered 400`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(
            HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false)
                + HTTP2Frames.headers([(":path", "/admin")], stream: 1)
        )
        #expect(conversation.answers[1]?.statuses == ["400"])
        #expect(conversation.driver.requests.map(\.summary) == ["POST /  []"])
        #expect(conversation.driver.cuts == [.malformed("a pseudo-header field follows a regular one")])
    }

    @Test func `trailers that do not end the stream reset it`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(
            HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false)
                + HTTP2Frames.headers([("a", "b")], stream: 1, endsStream: false)
        )
        #expect(conversation.answers[1]?.resetCode == 1)
        #expect(conversation.driver.requests.isEmpty)
    }
}
