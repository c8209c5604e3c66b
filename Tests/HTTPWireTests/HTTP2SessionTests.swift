import Bytes
import HTTPMessage
import HTTPWire
import TestSupport
import Testing

@Suite struct HTTP2SessionTests {
    @Test func `requests come out whole however the bytes are split`() throws {
        let bytes =
            HTTP2Frames.preface
            + HTTP2Frames.headers(HTTP2Frames.post("/1", [("apns-id", "aB")]), stream: 3, endsStream: false, chunk: 10)
            + HTTP2Frames.data(Array("hel".utf8), stream: 3, endsStream: false)
            + HTTP2Frames.frame(type: 2, stream: 5, payload: [0, 0, 0, 0, 16])
            + HTTP2Frames.headers(HTTP2Frames.post("/2"), stream: 5)
            + HTTP2Frames.data(Array("lo".utf8), stream: 3, endsStream: false)
            + HTTP2Frames.headers([("trail", "er")], stream: 3)
        for split in 0...bytes.count {
            let driver = try #require(SessionDriver(http2: Limits()))
            driver.feed(Array(bytes[..<split]))
            driver.feed(Array(bytes[split...]))
            #expect(
                driver.requests.map(\.summary) == ["POST /2  []", "POST /1 hello [apns-id=aB,trail=er]"],
                "split at \(split)"
            )
        }
    }

    @Test func `the parts of a request are kept apart`() throws {
        let conversation = try HTTP2Conversation()
        conversation.request(
            [
                (":method", "POST"), (":scheme", "https"), (":path", "/a?b"), (":authority", "h:443"), ("b", "1"),
                ("a", ""), ("b", "2"),
            ],
            body: [0, 255],
            stream: 1
        )
        let request = try #require(conversation.driver.requests.first)
        #expect(request.version == .http2)
        #expect(request.scheme == Array("https".utf8))
        #expect(request.authority == Array("h:443".utf8))
        #expect(request.path == Array("/a".utf8)[...])
        #expect(request.body == [0, 255])
        #expect(request.summary.hasSuffix("[b=1,a=,b=2]"))
    }

    @Test func `the server's SETTINGS are its first frame and name the limits`() throws {
        let conversation = try HTTP2Conversation()
        #expect(conversation.reader.frameTypes.first == 4)
        #expect(conversation.reader.settings == [3: 1000, 6: 16_384])
    }

    @Test func `the connection's window is widened from the start`() throws {
        let conversation = try HTTP2Conversation(limits { $0.connectionWindowBytes = 1_000_000 })
        #expect(conversation.reader.windowIncrements == [0: 1_000_000 - 65_535])
    }

    @Test(arguments: [1, 3, 13])
    func `the first stream may have any odd number`(stream: UInt32) throws {
        let conversation = try HTTP2Conversation()
        conversation.request(HTTP2Frames.post("/"), body: [], stream: stream)
        #expect(conversation.answers[stream]?.statuses == ["200"])
    }

    @Test func `a second SETTINGS frame and window updates are taken`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(HTTP2Frames.settings([(6, 8192)]) + HTTP2Frames.windowUpdate(65_536))
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        conversation.feed(HTTP2Frames.windowUpdate(10, stream: 1))
        #expect(conversation.answers[1]?.statuses == ["200"])
        #expect(conversation.reader.farewells.isEmpty)
    }

    @Test func `an error answer is HEADERS and one DATA frame that ends the stream`() throws {
        let conversation = try HTTP2Conversation()
        let body = Array("{\"reason\":\"BadDeviceToken\"}".utf8)
        conversation.driver.answer = HTTPResponse(status: 400, headers: HeaderList(["apns-id": "a-B"]), body: body)
        conversation.request(HTTP2Frames.post("/"), body: [1], stream: 1)
        let answer = try #require(conversation.answers[1])
        #expect(answer.statuses == ["400"])
        #expect(answer.fields.map { $0[0] } == ["date", "apns-id", "content-length"])
        #expect(answer.field("apns-id") == "a-B")
        #expect(answer.field("content-length") == "27")
        #expect(answer.body == body)
        #expect(answer.dataLengths == [27])
        #expect(answer.hasEnded)
        #expect(answer.resetCode == nil)
    }

    @Test func `an answer without a body is one HEADERS frame`() throws {
        let conversation = try HTTP2Conversation()
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        let answer = try #require(conversation.answers[1])
        #expect(answer.hasEnded && answer.dataLengths.isEmpty)
        #expect(answer.field("content-length") == "0")
    }

    @Test func `HEAD is answered with the length and without the body`() throws {
        let conversation = try HTTP2Conversation()
        conversation.driver.answer = HTTPResponse(status: 200, body: [1, 2, 3])
        conversation.request([(":method", "HEAD"), (":path", "/")], stream: 1)
        let answer = try #require(conversation.answers[1])
        #expect(answer.hasEnded && answer.dataLengths.isEmpty)
        #expect(answer.field("content-length") == "3")
    }

    @Test func `an answer goes out byte by byte under a tiny window`() throws {
        let conversation = try HTTP2Conversation(settings: [(4, 5)])
        conversation.driver.answer = HTTPResponse(status: 400, body: Array("0123456789ab".utf8))
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        #expect(conversation.answers[1]?.dataLengths == [5])
        for _ in 0..<7 { conversation.feed(HTTP2Frames.windowUpdate(1, stream: 1)) }
        let answer = try #require(conversation.answers[1])
        #expect(answer.dataLengths == [5, 1, 1, 1, 1, 1, 1, 1])
        #expect(answer.body == Array("0123456789ab".utf8))
        #expect(answer.hasEnded)
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test func `a large answer is drained piece by piece`() throws {
        let conversation = try HTTP2Conversation(settings: [(4, 1 << 20)])
        conversation.feed(HTTP2Frames.windowUpdate(1 << 20))
        conversation.driver.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 7, count: 500_000))
        conversation.driver.outputLimit = 20_000
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        while conversation.answers[1]?.hasEnded != true {
            let before = conversation.answers[1]?.body.count ?? 0
            conversation.work()
            try #require((conversation.answers[1]?.body.count ?? 0) > before)
        }
        #expect(conversation.answers[1]?.body == [UInt8](repeating: 7, count: 500_000))
    }

    @Test func `a client that waits for 100 gets it before its body`() throws {
        let conversation = try HTTP2Conversation()
        let fields = HTTP2Frames.post("/", [("expect", "100-continue")])
        conversation.feed(HTTP2Frames.headers(fields, stream: 1, endsStream: false))
        #expect(conversation.answers[1]?.statuses == ["100"])
        #expect(conversation.answers[1]?.hasEnded == false)
        conversation.feed(HTTP2Frames.data([1], stream: 1))
        #expect(conversation.answers[1]?.statuses == ["100", "200"])
    }

    @Test func `CONNECT is a request to its authority, and its stream ends with the answer`() throws {
        let conversation = try HTTP2Conversation()
        conversation.driver.answer = HTTPResponse(status: 405, body: [1])
        conversation.feed(
            HTTP2Frames.headers([(":method", "CONNECT"), (":authority", "a:443")], stream: 1, endsStream: false)
        )
        #expect(conversation.driver.requests.map(\.summary) == ["CONNECT a:443  []"])
        #expect(conversation.answers[1]?.statuses == ["405"])
        #expect(conversation.answers[1]?.resetCode == 0)
    }

    @Test func `a request reset right after its end is handed over all the same`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(
            HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1) + HTTP2Frames.cancel(stream: 1)
                + HTTP2Frames.headers(HTTP2Frames.post("/2"), stream: 3)
        )
        #expect(conversation.driver.requests.map(\.summary) == ["POST /  []", "POST /2  []"])
        #expect(conversation.answers[1] == nil)
        #expect(conversation.answers[3]?.statuses == ["200"])
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test func `an answer that comes after the reset is dropped`() throws {
        let conversation = try HTTP2Conversation()
        conversation.driver.answer = nil
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        conversation.feed(HTTP2Frames.cancel(stream: 1))
        let number = try #require(conversation.driver.unanswered.first)
        conversation.respond(to: number, with: HTTPResponse(status: 200, body: [1]))
        #expect(conversation.answers[1] == nil)
        #expect(!conversation.driver.session.isBusy)
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test func `a drain answers what comes between its two GOAWAYs, and what was half done`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/half"), stream: 1, endsStream: false))
        conversation.driver.session.announceShutdown()
        conversation.work()
        #expect(conversation.reader.farewells.map(\.lastStream) == [0x7FFF_FFFF])
        conversation.request(HTTP2Frames.post("/late"), stream: 3)
        conversation.driver.session.shutDown()
        conversation.work()
        #expect(conversation.reader.farewells.map(\.lastStream) == [0x7FFF_FFFF, 3])
        #expect(!conversation.driver.session.isFinished)
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/too-late"), stream: 5))
        conversation.feed(HTTP2Frames.data([1], stream: 1))
        #expect(conversation.driver.requests.map(\.summary) == ["POST /late  []", "POST /half \u{01} []"])
        #expect(conversation.answers.keys.sorted() == [1, 3])
        #expect(conversation.driver.session.isFinished)
    }

    @Test func `an idle connection outlives the first GOAWAY only`() throws {
        let conversation = try HTTP2Conversation()
        conversation.driver.session.announceShutdown()
        conversation.work()
        #expect(!conversation.driver.session.isFinished)
        conversation.driver.session.shutDown()
        conversation.work()
        #expect(conversation.driver.session.isFinished)
    }
}
