import HTTPMessage
import HTTPWire
import Testing

@Suite struct HTTP1LimitTests {
    @Test(arguments: [(8, nil), (9, RequestCut.bodyBytes(limit: 8))] as [(Int, RequestCut?)])
    func `a body ends at its limit`(length: Int, cut: RequestCut?) {
        let body = String(repeating: "a", count: length)
        let inputs = [
            "POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: \(length)\r\n\r\n\(body)",
            "POST /b HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(length)\r\n\(body)\r\n0\r\n\r\n",
        ]
        for input in inputs {
            let driver = SessionDriver(http1: limits { $0.bodyBytes = 8 })
            driver.feed(Array(input.utf8))
            #expect(driver.cuts == [cut])
            #expect(driver.requests.first?.target == Array("/b".utf8))
            #expect(driver.requests.first?.headers.first("host") == Array("x".utf8)[...])
            #expect(driver.requests.first?.body.count == (cut == nil ? length : 0))
            #expect(driver.session.isFinished == (cut != nil))
        }
    }

    @Test func `a length beyond the limit is cut before a byte of the body, and without 100`() {
        let driver = SessionDriver(http1: limits { $0.bodyBytes = 8 })
        driver.feed(Array("POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n".utf8))
        #expect(driver.statuses == [413])
    }

    @Test(arguments: [(4, nil), (5, RequestCut.headerFields(limit: 4))] as [(Int, RequestCut?)])
    func `fields end at their limit`(count: Int, cut: RequestCut?) {
        let fields = (1..<count).map { "f\($0): v\r\n" }.joined()
        let driver = SessionDriver(http1: limits { $0.headerFields = 4 })
        driver.feed(Array("GET /f HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8))
        #expect(driver.cuts == [cut])
        #expect(driver.requests.first?.target == Array("/f".utf8))
        #expect(driver.statuses == [cut?.status ?? 200])
    }

    @Test(arguments: [(0, nil), (1, RequestCut.headerBytes(limit: 100))] as [(Int, RequestCut?)])
    func `bytes of the head end at their limit`(excess: Int, cut: RequestCut?) {
        // /t is 2, host: x is 5 and 32, a: v… is 1 and 32.
        let value = String(repeating: "v", count: 100 - 2 - 37 - 33 + excess)
        let driver = SessionDriver(http1: limits { $0.headerBytes = 100 })
        driver.feed(Array("GET /t HTTP/1.1\r\nHost: x\r\nA: \(value)\r\n\r\n".utf8))
        #expect(driver.cuts == [cut])
        #expect(driver.statuses == [cut?.status ?? 200])
    }

    @Test func `trailers count as fields`() {
        let driver = SessionDriver(http1: limits { $0.headerFields = 3 })
        let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
        driver.feed(Array((head + "0\r\na: 1\r\nb: 2\r\n\r\n").utf8))
        #expect(driver.cuts == [.headerFields(limit: 3)])
    }

    @Test func `a full server cuts a body and takes the next when there is room`() {
        let driver = SessionDriver(http1: limits { $0.bufferedBytes = 100 })
        let input = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 200\r\n\r\n" + String(repeating: "a", count: 20)
        driver.feed(Array(input.utf8))
        #expect(driver.requests.isEmpty)
        driver.feed(Array(repeating: 0x61, count: 60))
        driver.feed([0x61])
        #expect(driver.cuts == [.bufferedBytes(limit: 100)])
        #expect(driver.statuses == [503])
        #expect(driver.context.heldBytes == 0)
    }

    @Test func `a request that takes too long is answered 408`() {
        let driver = SessionDriver(http1: limits { $0.requestTime = .seconds(20) })
        for input in ["POST / HTTP/1.1\r\nHo", "st: x\r\nContent-Length: 9\r\n\r\nabc"] {
            driver.feed(Array(input.utf8))
            driver.wait(.seconds(10))
        }
        #expect(driver.statuses.isEmpty)
        driver.wait(.milliseconds(1))
        #expect(driver.statuses == [408])
        #expect(driver.cuts == [.requestTime(limit: .seconds(20))])
        #expect(driver.requests.map(\.summary) == ["POST /  [Host=x,Content-Length=9]"])
        #expect(driver.session.isFinished)
    }

    @Test func `what takes too long before its first line is whole is answered 408 and counted`() {
        let driver = SessionDriver(http1: Limits())
        driver.feed(Array("POST /half".utf8))
        driver.wait(.seconds(21))
        #expect(driver.statuses == [408])
        #expect(driver.requests.isEmpty)
        #expect(driver.context.unread.timedOut == 1)
    }

    @Test func `once the server ends, a request must go on coming`() {
        let driver = SessionDriver(http1: limits { $0.quietTime = .seconds(2) })
        driver.feed(Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc".utf8))
        driver.wait(.seconds(3))
        driver.session.shutDown()
        driver.feed([0x64])
        driver.wait(.seconds(2))
        #expect(driver.statuses.isEmpty)
        driver.wait(.milliseconds(1))
        #expect(driver.statuses == [408])
        #expect(driver.cuts == [.requestTime(limit: .seconds(2))])
        #expect(driver.session.isFinished)
    }

    @Test func `an idle connection is closed without a word, one that waits for its answer is not`() {
        let idle = SessionDriver(http1: limits { $0.idleTime = .seconds(60) })
        idle.wait(.seconds(60))
        #expect(!idle.session.isFinished)
        idle.wait(.milliseconds(1))
        #expect(idle.session.isFinished)
        #expect(idle.output.isEmpty)

        let waiting = SessionDriver(http1: Limits())
        waiting.answer = nil
        waiting.feed(Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        waiting.wait(.seconds(7200))
        #expect(!waiting.session.isFinished)
    }

    @Test func `no more is read while too much output waits`() {
        let driver = SessionDriver(http1: limits { $0.outputBytes = 1000 })
        driver.outputLimit = 0
        driver.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 1000))
        let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        driver.feed(request + request)
        #expect(driver.requests.count == 1)
        #expect(!driver.session.wantsInput)
        driver.outputLimit = 1 << 20
        driver.work()
        #expect(driver.requests.count == 2)
        #expect(driver.session.wantsInput)
    }
}
