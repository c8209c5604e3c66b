import HTTPMessage
import HTTPWire
import TestSupport
import Testing

@Suite struct HTTP2AttackTests {
    @Test func `resets up to the burst are borne, more end the connection`() throws {
        let conversation = try HTTP2Conversation()
        var stream: UInt32 = 1
        for _ in 0..<1000 {
            conversation.feed(
                HTTP2Frames.headers(HTTP2Frames.post("/"), stream: stream, endsStream: false)
                    + HTTP2Frames.cancel(stream: stream)
            )
            stream += 2
        }
        #expect(conversation.reader.farewells.isEmpty)
        // The allowance grows with time, so the attack goes on for longer than one more.
        for _ in 0..<5000 where !conversation.driver.session.isFinished {
            conversation.feed(
                HTTP2Frames.headers(HTTP2Frames.post("/"), stream: stream, endsStream: false)
                    + HTTP2Frames.cancel(stream: stream)
            )
            stream += 2
        }
        #expect(conversation.driver.session.isFinished)
        #expect(conversation.reader.farewells.map(\.code) == [2])
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test(arguments: [(8, true), (9, false)])
    func `a header block may have as many continuations as the limit`(continuations: Int, isTaken: Bool) throws {
        let conversation = try HTTP2Conversation()
        let fields = HTTP2Frames.post("/", [("x", String(repeating: "x", count: 500))])
        let size = HTTP2Frames.headerBlock(fields).count
        let chunk = (size + continuations) / (continuations + 1)
        let bytes = HTTP2Frames.headers(fields, stream: 1, chunk: chunk)
        conversation.feed(bytes)
        #expect((conversation.answers[1]?.statuses == ["200"]) == isTaken)
        #expect(conversation.driver.session.isFinished == !isTaken)
    }

    @Test func `empty continuations without end do not keep a connection`() throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(HTTP2Frames.frame(type: 1, stream: 1, payload: []))
        for _ in 0..<100 { conversation.feed(HTTP2Frames.frame(type: 9, stream: 1, payload: [])) }
        #expect(conversation.driver.session.isFinished)
    }

    @Test func `a header bomb is cut at the limit of the head`() throws {
        let conversation = try HTTP2Conversation()
        let large = [0x40] + HTTP2Frames.string([0x78]) + HTTP2Frames.string([UInt8](repeating: 0x79, count: 4000))
        let head = HTTP2Frames.headerBlock(HTTP2Frames.post("/bomb"))
        // Index 62 is the newest entry of the dynamic table: each byte stands for 4 KB.
        let bomb = head + large + [UInt8](repeating: 0x80 | 62, count: 12_000)
        for stream in [1, 3, 5] as [UInt32] {
            conversation.feed(HTTP2Frames.frame(type: 1, flags: 5, stream: stream, payload: bomb))
        }
        #expect(conversation.driver.cuts == [RequestCut?](repeating: .headerBytes(limit: 16_384), count: 3))
        #expect(conversation.driver.requests.allSatisfy { $0.headers.byteCount <= 16_384 })
        #expect(conversation.driver.requests.last?.target == Array("/bomb".utf8))
        #expect(conversation.answers[5]?.statuses == ["431"])
        #expect(conversation.driver.context.heldBytes == 0)
    }

    @Test(arguments: [
        HTTP2Frames.frame(type: 6, payload: [0, 1, 2, 3, 4, 5, 6, 7]),
        HTTP2Frames.settings([]),
    ])
    func `a flood of PING or SETTINGS from a peer that never reads ends the connection`(frame: [UInt8]) throws {
        let driver = try #require(SessionDriver(http2: Limits()))
        driver.outputLimit = 0
        driver.feed(HTTP2Frames.preface)
        for _ in 0..<900 { driver.feed(frame) }
        #expect(!driver.session.isFinished)
        for _ in 0..<200 { driver.feed(frame) }
        #expect(driver.session.isFinished)
    }

    @Test(arguments: [(32, true), (33, false)])
    func `a SETTINGS frame may have as many entries as the limit`(count: Int, isTaken: Bool) throws {
        let conversation = try HTTP2Conversation()
        conversation.feed(
            HTTP2Frames.settings([(identifier: UInt16, value: UInt32)](repeating: (0x99, 0), count: count))
        )
        #expect(conversation.driver.session.isFinished == !isTaken)
    }

    @Test func `many requests under a closed window hold no more than the streams allowed`() throws {
        let conversation = try HTTP2Conversation(limits { $0.concurrentStreams = 100 }, settings: [(4, 0)])
        conversation.driver.answer = HTTPResponse(status: 200, body: [UInt8](repeating: 0, count: 100))
        for index in 0..<2000 as Range<UInt32> {
            conversation.feed(HTTP2Frames.headers(HTTP2Frames.post("/"), stream: 2 * index + 1))
        }
        #expect(conversation.driver.requests.count == 100)
        #expect(conversation.answers.values.count { $0.resetCode == 7 } == 1900)
        #expect(conversation.driver.context.heldBytes < 100 * 400)
    }

    @Test(arguments: [
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nGET / HTTP/1.1\r\n\r\n".utf8),
        HTTP2Frames.preface + HTTP2Frames.frame(type: 0, stream: 0, payload: [1]),
        HTTP2Frames.preface + HTTP2Frames.frame(type: 1, flags: 5, stream: 2, payload: [0x82]),
        HTTP2Frames.preface + HTTP2Frames.frame(type: 1, flags: 5, stream: 1, payload: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
        HTTP2Frames.preface + HTTP2Frames.frame(type: 8, payload: [0, 0, 0, 0]),
        HTTP2Frames.preface + HTTP2Frames.frame(type: 0, stream: 0, payload: [UInt8](repeating: 0, count: 16_385)),
        HTTP2Frames.preface + HTTP2Frames.windowUpdate(0x7FFF_FFFF),
    ])
    func `a broken connection is ended`(bytes: [UInt8]) throws {
        let driver = try #require(SessionDriver(http2: Limits()))
        driver.feed(bytes)
        #expect(driver.session.isFinished)
        #expect(driver.requests.isEmpty)
    }
}
