import HTTPMessage
import HTTPWire
import TestSupport
import Testing

@Suite struct HTTP2LimitTests {
    @Test(arguments: [(8, nil), (9, RequestCut.bodyBytes(limit: 8))] as [(Int, RequestCut?)])
    func `a body ends at its limit`(length: Int, cut: RequestCut?) throws {
        for fields in [[], [("content-length", "\(length)")]] as [[(name: String, value: String)]] {
            let conversation = try HTTP2Conversation(limits { $0.bodyBytes = 8 })
            conversation.request(
                HTTP2Frames.post("/b", fields),
                body: [UInt8](repeating: 0x61, count: length),
                stream: 1
            )
            #expect(conversation.driver.cuts == [cut])
            #expect(conversation.driver.requests.first?.target == Array("/b".utf8))
            #expect(conversation.driver.requests.first?.body.count == (cut == nil ? length : 0))
            #expect(conversation.answers[1]?.statuses == [cut.map { "\($0.status)" } ?? "200"])
            #expect(conversation.answers[1]?.resetCode == nil)
        }
    }

    @Test func `a length beyond the limit is cut before a byte of the body, and without 100`() throws {
        let conversation = try HTTP2Conversation(limits { $0.bodyBytes = 8 })
        let fields = HTTP2Frames.post("/", [("content-length", "9"), ("expect", "100-continue")])
        conversation.feed(HTTP2Frames.headers(fields, stream: 1, endsStream: false))
        #expect(conversation.answers[1]?.statuses == ["413"])
        #expect(conversation.answers[1]?.hasEnded == true)
    }

    @Test func `the rest of a cut upload is thrown away up to its limit`() throws {
        let conversation = try HTTP2Conversation(
            limits {
                $0.bodyBytes = 8
                $0.discardedBytes = 20
            }
        )
        let chunk = [UInt8](repeating: 0, count: 10)
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false))
        for _ in 0..<3 { conversation.feed(HTTP2Frames.data(chunk, stream: 1, endsStream: false)) }
        #expect(conversation.answers[1]?.statuses == ["413"])
        #expect(conversation.answers[1]?.resetCode == nil)
        conversation.feed(HTTP2Frames.data([0], stream: 1, endsStream: false))
        #expect(conversation.answers[1]?.resetCode == 0)
        #expect(!conversation.driver.session.isBusy)
    }

    @Test func `the rest of a cut upload is thrown away for a time`() throws {
        let conversation = try HTTP2Conversation(limits { $0.bodyBytes = 8 })
        let fields = HTTP2Frames.post("/", [("content-length", "9")])
        conversation.feed(HTTP2Frames.headers(fields, stream: 1, endsStream: false))
        conversation.wait(.seconds(20))
        #expect(conversation.answers[1]?.resetCode == nil)
        conversation.wait(.milliseconds(1))
        #expect(conversation.answers[1]?.resetCode == 0)
    }

    @Test(arguments: [(8, nil), (9, RequestCut.headerFields(limit: 8))] as [(Int, RequestCut?)])
    func `fields end at their limit`(count: Int, cut: RequestCut?) throws {
        let conversation = try HTTP2Conversation(limits { $0.headerFields = 8 })
        let fields = (4..<count).map { (name: "f\($0)", value: "v") }
        conversation.request(HTTP2Frames.post("/f", fields), stream: 1)
        #expect(conversation.driver.cuts == [cut])
        #expect(conversation.driver.requests.first?.target == Array("/f".utf8))
        #expect(conversation.answers[1]?.statuses == [cut.map { "\($0.status)" } ?? "200"])
    }

    @Test(arguments: [(0, nil), (1, RequestCut.headerBytes(limit: 200))] as [(Int, RequestCut?)])
    func `bytes of the head end at their limit`(excess: Int, cut: RequestCut?) throws {
        let conversation = try HTTP2Conversation(limits { $0.headerBytes = 200 })
        // :method POST 43, :path /t 39, then x and its value.
        let value = String(repeating: "v", count: 200 - 43 - 39 - 33 + excess)
        conversation.request([(":method", "POST"), (":path", "/t"), ("x", value)], stream: 1)
        #expect(conversation.driver.cuts == [cut])
        #expect(conversation.answers[1]?.statuses == [cut.map { "\($0.status)" } ?? "200"])
    }

    @Test func `a stream beyond the limit is refused, and the connection lives`() throws {
        let conversation = try HTTP2Conversation(limits { $0.concurrentStreams = 2 })
        conversation.feed(HTTP2Frames.frame(type: 4, flags: HTTP2Frames.acknowledgement))
        for stream in [1, 3, 5] as [UInt32] {
            conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: stream, endsStream: false))
        }
        #expect(conversation.answers[5]?.resetCode == 7)
        for stream in [1, 3, 5] as [UInt32] { conversation.feed(HTTP2Frames.data([1], stream: stream)) }
        #expect(conversation.answers[1]?.statuses == ["200"])
        #expect(conversation.answers[3]?.statuses == ["200"])
        conversation.request(HTTP2Frames.post("/"), stream: 7)
        #expect(conversation.answers[7]?.statuses == ["200"])
        #expect(conversation.reader.farewells.isEmpty)
    }

    @Test func `a thousand streams are open at once by default, and no more`() throws {
        let conversation = try HTTP2Conversation()
        conversation.driver.answer = nil
        conversation.feed((0...1000).flatMap { HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 2 * $0 + 1) })
        #expect(conversation.driver.requests.count == 1000)
        #expect(conversation.answers.mapValues(\.resetCode) == [2001: 7])
    }

    @Test func `a full server refuses new streams and cuts bodies`() throws {
        let conversation = try HTTP2Conversation(limits { $0.bufferedBytes = 300 })
        conversation.feed(
            HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false)
                + HTTP2Frames.data([UInt8](repeating: 0, count: 300), stream: 1, endsStream: false)
                + HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 3)
                + HTTP2Frames.data([0], stream: 1)
        )
        #expect(conversation.answers[3]?.resetCode == 7)
        #expect(conversation.driver.cuts == [.bufferedBytes(limit: 300)])
        #expect(conversation.answers[1]?.statuses == ["503"])
        #expect(conversation.driver.context.heldBytes == 0)
        conversation.request(HTTP2Frames.post("/"), stream: 5)
        #expect(conversation.answers[5]?.statuses == ["200"])
    }

    @Test func `a request that takes too long is answered 408 and its stream ended`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false))
        conversation.wait(.seconds(20))
        #expect(conversation.answers[1] == nil)
        conversation.wait(.milliseconds(1))
        #expect(conversation.answers[1]?.statuses == ["408"])
        #expect(conversation.answers[1]?.resetCode == 0)
        #expect(conversation.driver.cuts == [.requestTime(limit: .seconds(20))])
        #expect(!conversation.driver.session.isBusy)
    }

    @Test func `once the server ends, a request must go on coming`() throws {
        let conversation = try HTTP2Conversation(limits { $0.quietTime = .seconds(2) })
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false))
        conversation.wait(.seconds(3))
        conversation.driver.session.announceShutdown()
        conversation.driver.session.shutDown()
        conversation.feed(HTTP2Frames.data([1], stream: 1, endsStream: false))
        conversation.wait(.seconds(2))
        #expect(conversation.answers[1] == nil)
        conversation.wait(.milliseconds(1))
        #expect(conversation.answers[1]?.statuses == ["408"])
        #expect(conversation.driver.cuts == [.requestTime(limit: .seconds(2))])
        #expect(conversation.driver.session.isFinished)
    }

    @Test func `what comes to nothing is counted`() throws {
        let conversation = try HTTP2Conversation(limits { $0.concurrentStreams = 1 })
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 1, endsStream: false))
        conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 3))
        #expect(conversation.driver.context.unread.refusedStreams == 1)
        conversation.feed(HTTP2Frames.cancel(stream: 1))
        #expect(conversation.driver.context.unread.brokenOff == 1)
        conversation.request([(":path", "/")], stream: 5)
        #expect(conversation.driver.context.unread.malformed == 1)
    }

    @Test func `an answer that is never taken ends the connection`() throws {
        let conversation = try HTTP2Conversation(settings: [(4, 0)])
        conversation.driver.answer = HTTPResponse(status: 200, body: [1])
        conversation.request(HTTP2Frames.post("/"), stream: 1)
        conversation.wait(.seconds(30))
        #expect(conversation.reader.farewells.isEmpty)
        conversation.wait(.milliseconds(1))
        #expect(conversation.reader.farewells.map(\.code) == [11])
        #expect(conversation.driver.session.isFinished)
    }

    @Test func `a connection without requests ends after the idle time`() throws {
        let conversation = try HTTP2Conversation()
        conversation.wait(.seconds(3600))
        #expect(!conversation.driver.session.isFinished)
        conversation.wait(.milliseconds(1))
        #expect(conversation.reader.farewells.map(\.code) == [0])
        #expect(conversation.driver.session.isFinished)
    }
}
