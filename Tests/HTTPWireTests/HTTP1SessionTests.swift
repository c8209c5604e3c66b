import Bytes
import HTTPMessage
import HTTPWire
import Testing

@Suite struct HTTP1SessionTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let input: String
        let requests: [String]
        var testDescription: String { name }
    }

    static let vectors = [
        Vector(
            name: "no body",
            input: "GET /a?b=c HTTP/1.1\r\nHost: x\r\n\r\n",
            requests: ["GET /a?b=c  [Host=x]"]
        ),
        Vector(
            name: "body by length",
            input: "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
            requests: ["POST /a hello [Host=x,Content-Length=5]"]
        ),
        Vector(
            name: "body in chunks, with an extension and trailers",
            input: "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nTrail: er\r\n\r\n",
            requests: ["POST /a hello [Host=x,Transfer-Encoding=chunked,Trail=er]"]
        ),
        Vector(
            name: "order, spelling and repetition of fields; white space around values goes",
            input: "GET / HTTP/1.1\r\nHOST: x\r\nB:  1 \t\r\na:2\r\nB: 3\r\nEmpty:\r\n\r\n",
            requests: ["GET /  [HOST=x,B=1,a=2,B=3,Empty=]"]
        ),
        Vector(
            name: "empty lines before a request",
            input: "\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
            requests: ["GET /  [Host=x]"]
        ),
        Vector(
            name: "three requests in a row",
            input: "POST /1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\naGET /2 HTTP/1.1\r\nHost: x\r\n\r\n"
                + "POST /3 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nb\r\n0\r\n\r\n",
            requests: [
                "POST /1 a [Host=x,Content-Length=1]", "GET /2  [Host=x]",
                "POST /3 b [Host=x,Transfer-Encoding=chunked]",
            ]
        ),
        Vector(
            name: "absolute form",
            input: "POST http://h/v1/x HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n",
            requests: ["POST http://h/v1/x  [Host=h,Content-Length=0]"]
        ),
        Vector(
            name: "an offer of HTTP/2 is ignored",
            input: "POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                + "HTTP2-Settings: AAMAAABk\r\nContent-Length: 2\r\n\r\nok"
                + "GET /next HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            requests: [
                "POST / ok [Host=x,Connection=Upgrade, HTTP2-Settings,Upgrade=h2c,HTTP2-Settings=AAMAAABk,"
                    + "Content-Length=2]",
                "GET /next  [Host=x,Connection=Upgrade,Upgrade=h2c]",
            ]
        ),
        Vector(
            name: "CONNECT of HTTP/1.0 without a field",
            input: "CONNECT oauth2.googleapis.com:443 HTTP/1.0\r\n\r\n",
            requests: ["CONNECT oauth2.googleapis.com:443  []"]
        ),
        Vector(
            name: "CONNECT of HTTP/1.1 without host",
            input: "CONNECT api.push.apple.com:443 HTTP/1.1\r\n\r\n",
            requests: ["CONNECT api.push.apple.com:443  []"]
        ),
    ]

    @Test(arguments: vectors)
    func `requests come out whole however the bytes are split`(vector: Vector) {
        let bytes = Array(vector.input.utf8)
        for split in 0...bytes.count {
            let driver = SessionDriver(http1: Limits())
            driver.feed(Array(bytes[..<split]))
            driver.feed(Array(bytes[split...]))
            #expect(driver.requests.map(\.summary) == vector.requests, "split at \(split)")
            #expect(driver.statuses.count == vector.requests.count)
        }
        let driver = SessionDriver(http1: Limits())
        driver.feed(bytes, inPiecesOf: 1)
        #expect(driver.requests.map(\.summary) == vector.requests)
    }

    @Test func `pipelined requests are handed over one by one and answered in order`() {
        let driver = SessionDriver(http1: Limits())
        driver.answer = nil
        driver.feed(Array("GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(driver.requests.count == 1)
        #expect(!driver.session.wantsInput)
        driver.respond(to: 0, with: HTTPResponse(status: 201))
        driver.work()
        #expect(driver.requests.map { String(decoding: $0.target, as: UTF8.self) } == ["/1", "/2"])
        driver.respond(to: 0, with: HTTPResponse(status: 202))
        #expect(driver.statuses == [201, 202])
        #expect(driver.session.wantsInput)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: x\r\n\r\n", false, false),
        ("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", true, false),
        ("GET / HTTP/1.0\r\n\r\n", true, false),
        ("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false, true),
        ("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n", true, false),
    ])
    func `the connection is kept as the client asks`(input: String, closes: Bool, says: Bool) {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array(input.utf8))
        #expect(driver.session.isFinished == closes)
        #expect(driver.outputText.contains("\r\nconnection: close\r\n") == closes)
        #expect(driver.outputText.contains("\r\nconnection: keep-alive\r\n") == says)
    }

    @Test func `behind the answer to a CONNECT nothing is for the session`() {
        let driver = SessionDriver(http1: Limits())
        driver.answer = nil
        driver.feed(Array("CONNECT a:443 HTTP/1.1\r\n\r\n\u{16}\u{03}".utf8))
        guard case .http1(let session) = driver.session else { return }
        #expect(session.takeTunnelInput() == nil)
        session.openTunnel(now: .zero)
        #expect(session.takeTunnelInput() == nil)
        driver.feed([1])
        #expect(driver.outputText == "HTTP/1.1 200 Connection established\r\n\r\n")
        #expect(session.takeTunnelInput() == [22, 3, 1])
        #expect(session.takeTunnelInput() == [])
        #expect(driver.requests.count == 1)
    }

    @Test func `an answer is framed by its length and has the date`() {
        let driver = SessionDriver(http1: Limits())
        driver.answer = HTTPResponse(
            status: 410,
            headers: HeaderList(["apns-id": "a-B"]),
            body: Array("{\"reason\":\"Unregistered\"}".utf8)
        )
        driver.feed(Array("POST / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(
            driver.outputText == "HTTP/1.1 410 Gone\r\napns-id: a-B\r\ndate: Thu, 01 Jan 1970 00:00:00 GMT\r\n"
                + "content-length: 25\r\n\r\n{\"reason\":\"Unregistered\"}"
        )
    }

    @Test func `HEAD is answered with the length and without the body`() {
        let driver = SessionDriver(http1: Limits())
        driver.answer = HTTPResponse(status: 404, body: [1, 2, 3])
        driver.feed(Array("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(driver.outputText.hasSuffix("content-length: 3\r\n\r\n"))
    }

    @Test func `a field value cannot end its line`() {
        let driver = SessionDriver(http1: Limits())
        driver.answer = HTTPResponse(status: 200, headers: HeaderList(["x": "a\r\nset-cookie: b\0"]))
        driver.feed(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(driver.outputText.contains("\r\nx: a  set-cookie: b \r\n"))
    }

    @Test func `a client that waits for 100 gets it once, before its body`() {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n".utf8))
        #expect(driver.takeOutput() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        driver.feed([0x6F])
        #expect(driver.takeOutput() == [])
        driver.feed([0x6B])
        #expect(driver.statuses == [200])
    }

    @Test(arguments: [
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok",
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n",
        "POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok",
    ])
    func `no 100 is sent when the body is there, absent, or the version too old`(input: String) {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array(input.utf8))
        #expect(driver.statuses == [200])
    }

    @Test func `an answer larger than the limit is drained piece by piece`() {
        let driver = SessionDriver(http1: Limits())
        driver.outputLimit = 0
        driver.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: 1000))
        driver.feed(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        var pieces: [UInt8] = []
        while driver.session.owesAnswers {
            var piece: [UInt8] = []
            driver.session.drain(into: &piece, upTo: 64, now: .zero)
            #expect((1...64).contains(piece.count))
            pieces += piece
        }
        #expect(pieces.suffix(1000) == ArraySlice(repeating: 7, count: 1000))
        #expect(driver.context.heldBytes == 0)
    }

    @Test func `a drain closes after the request under way, and at once when there is none`() {
        let busy = SessionDriver(http1: Limits())
        busy.feed(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\no".utf8))
        busy.session.announceShutdown()
        busy.session.shutDown()
        #expect(!busy.session.isFinished)
        busy.feed(Array("k".utf8))
        #expect(busy.outputText.contains("connection: close"))
        #expect(busy.session.isFinished)

        let idle = SessionDriver(http1: Limits())
        idle.session.announceShutdown()
        #expect(!idle.session.isFinished)
        idle.session.shutDown()
        #expect(idle.session.isFinished)
    }

    @Test func `a request that comes after the notice is answered and closes`() {
        let driver = SessionDriver(http1: Limits())
        driver.session.announceShutdown()
        driver.feed(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(driver.statuses == [200])
        #expect(driver.session.isFinished)
    }
}
