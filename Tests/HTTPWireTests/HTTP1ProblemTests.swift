import Bytes
import HTTPMessage
import HTTPWire
import Testing

@Suite struct HTTP1ProblemTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let input: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "garbage", input: "\u{16}\u{03}\u{01} hello\r\n\r\n"),
        Case(name: "unknown method", input: "FETCH / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "lower-case method", input: "get / HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "no version", input: "GET /\r\n\r\n"),
        Case(name: "version 0.9", input: "GET / HTTP/0.9\r\nHost: x\r\n\r\n"),
        Case(name: "version 2.0", input: "GET / HTTP/2.0\r\nHost: x\r\n\r\n"),
        Case(name: "version 9.9", input: "GET / HTTP/9.9\r\nHost: x\r\n\r\n"),
        Case(name: "no host", input: "GET / HTTP/1.1\r\n\r\n"),
        Case(name: "two hosts", input: "GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n"),
        Case(name: "length and chunks", input: post("Content-Length: 3\r\nTransfer-Encoding: chunked")),
        Case(name: "chunks and length", input: post("Transfer-Encoding: chunked\r\nContent-Length: 3")),
        Case(name: "two equal lengths", input: post("Content-Length: 3\r\nContent-Length: 3")),
        Case(name: "two lengths", input: post("Content-Length: 3\r\nContent-Length: 4")),
        Case(name: "signed length", input: post("Content-Length: +3")),
        Case(name: "negative length", input: post("Content-Length: -3")),
        Case(name: "hexadecimal length", input: post("Content-Length: 0x3")),
        Case(name: "length beyond 64 bits", input: post("Content-Length: 18446744073709551616")),
        Case(name: "encoding other than chunked", input: post("Transfer-Encoding: gzip")),
        Case(name: "chunked before another encoding", input: post("Transfer-Encoding: chunked, gzip")),
        Case(name: "chunks in 1.0", input: "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        Case(name: "malformed chunk size", input: post("Transfer-Encoding: chunked") + "xyz\r\n"),
        Case(name: "signed chunk size", input: post("Transfer-Encoding: chunked") + "-1\r\n"),
        Case(name: "lone LF in the head", input: "GET / HTTP/1.1\nHost: x\n\n"),
        Case(name: "lone CR after a name", input: "POST / HTTP/1.1\r\nHost: x\r\nX:\rContent-Length: 3\r\n\r\nabc"),
        Case(name: "lone CR in a value", input: "GET / HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n"),
        Case(name: "lone CR in the last line", input: "GET / HTTP/1.1\r\nHost: x\r\n\rX"),
        Case(name: "NUL in a value", input: "GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n"),
        Case(name: "field without colon", input: "GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n"),
        Case(name: "space in the target", input: "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
        Case(name: "space before a colon", input: post("Authorization : Bearer secret")),
        Case(name: "tab before a colon", input: post("Authorization\t: Bearer secret")),
        Case(name: "space in a name", input: post("Authorization x: Bearer secret")),
        Case(name: "control byte in a name", input: post("Authorization\u{01}: Bearer secret")),
        Case(name: "DEL in a name", input: post("Authorization\u{7F}: Bearer secret")),
        Case(name: "letter beyond ASCII in a name", input: post("\u{410}uthorization: Bearer secret")),
        Case(name: "empty name", input: post(": Bearer secret")),
        Case(name: "folded line", input: post("X: a\r\n Bearer secret")),
        Case(name: "folded by a tab", input: post("X: a\r\n\tBearer secret")),
        Case(name: "folded first line", input: "GET / HTTP/1.1\r\n Authorization: secret\r\nHost: x\r\n\r\n"),
        Case(
            name: "space before a colon in trailers",
            input: post("Transfer-Encoding: chunked") + "0\r\nAuthorization : secret\r\n\r\n"),
    ]

    @Test(arguments: cases)
    func `a request that two readers could take differently is answered 400`(problem: Case) {
        let bytes = Array(problem.input.utf8)
        for size in [bytes.count, 1] {
            let driver = SessionDriver(http1: Limits())
            driver.feed(bytes, inPiecesOf: size)
            #expect(driver.statuses == [400])
            #expect(driver.session.isFinished)
            #expect(driver.context.heldBytes == 0)
            // It is handed over with what was understood of it, or counted.
            #expect(driver.cuts.allSatisfy(isMalformed))
            #expect(driver.requests.allSatisfy { $0.body.isEmpty && !$0.method.isEmpty && !$0.target.isEmpty })
            #expect(driver.requests.count + driver.context.unread.malformed == 1)
            #expect(!driver.requests.contains { $0.summary.contains("secret") })
        }
    }

    @Test func `what follows a refused request is not read`() {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array("GET / HTTP/1.1\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        driver.feed(Array("GET /later HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(driver.requests.map(\.summary) == ["GET /  []"])
        #expect(driver.cuts == [.malformed("host is missing")])
        #expect(driver.statuses == [400])
    }

    @Test(arguments: [
        ("gzip, chunked", 501), ("gzip, Chunked", 501), ("chunked, chunked", 400), ("Chunked", 200), ("gzip", 400),
    ])
    func `a body is understood in chunks and in no other coding`(coding: String, status: Int) {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array((Self.post("Transfer-Encoding: \(coding)") + "1\r\na\r\n0\r\n\r\n").utf8))
        #expect(driver.statuses == [status])
        #expect(driver.cuts.contains(.transferCoding) == (status == 501))
    }

    @Test func `a line break behind a body belongs to no request`() {
        let driver = SessionDriver(http1: limits { $0.requestTime = .seconds(20) })
        let post = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\na\r\n"
        driver.feed(Array(post.utf8))
        driver.wait(.seconds(21))
        #expect(driver.statuses == [200])
        #expect(!driver.session.isFinished)
        driver.feed(Array(post.utf8), inPiecesOf: 1)
        #expect(driver.statuses == [200, 200])
    }

    private func isMalformed(_ cut: RequestCut?) -> Bool {
        if case .malformed = cut { true } else { false }
    }

    private static func post(_ fields: String) -> String {
        "POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n"
    }
}
