import HTTPMessage
import HTTPWire
import TestSupport
import Testing

/// Feeds both sessions inputs that are almost right. What is checked is that nothing traps, that an answer comes for
/// each request, and that no byte stays counted as held.
@Suite struct MutationTests {
    private static let http1Seeds = [
        "POST /3/device/ab HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
        "POST /v1/p HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n",
        "GET /a HTTP/1.1\r\nHost: x\r\n\r\nHEAD /b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        "CONNECT a:443 HTTP/1.0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nok",
    ].map { Array($0.utf8) }

    private static let http2Seeds = [
        HTTP2Frames.preface
            + HTTP2Frames.headers(HTTP2Frames.post("/a", [("content-length", "2")]), stream: 1, endsStream: false)
            + HTTP2Frames.data([1, 2], stream: 1),
        HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/a"), stream: 1, endsStream: false, chunk: 20)
            + HTTP2Frames.cancel(stream: 1) + HTTP2Frames.headers(HTTP2Frames.post("/b"), stream: 3),
        HTTP2Frames.preface + HTTP2Frames.headers(HTTP2Frames.post("/a"), stream: 1, endsStream: false)
            + HTTP2Frames.headers([("trail", "er")], stream: 1) + HTTP2Frames.windowUpdate(100)
            + HTTP2Frames.frame(type: 6, payload: [1, 2, 3, 4, 5, 6, 7, 8]),
        HTTP2Frames.magic + HTTP2Frames.settings([(4, 3), (1, 0)])
            + HTTP2Frames.headers([(":method", "CONNECT"), (":authority", "a:1")], stream: 1, endsStream: false)
            + HTTP2Frames.windowUpdate(5, stream: 1) + HTTP2Frames.frame(type: 7, payload: [0, 0, 0, 0, 0, 0, 0, 0]),
    ]

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `mutated requests of HTTP 1 are answered or refused`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let driver = SessionDriver(http1: tightLimits)
            driver.feed(mutate(Self.http1Seeds, &generator), inPiecesOf: Int.random(in: 1...64, using: &generator))
            #expect(driver.statuses.count { $0 != 100 } >= driver.requests.count)
            driver.wait(.seconds(7200))
            #expect(driver.session.isFinished)
            #expect(driver.context.heldBytes == 0)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `mutated frames of HTTP 2 are answered or refused`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let driver = try #require(SessionDriver(http2: tightLimits))
            driver.answer = HTTPResponse(status: 400, body: Array("{\"reason\":\"x\"}".utf8))
            driver.feed(mutate(Self.http2Seeds, &generator), inPiecesOf: Int.random(in: 1...64, using: &generator))
            driver.wait(.seconds(7200))
            driver.wait(.seconds(7200))
            #expect(driver.session.isFinished)
        }
    }

    private var tightLimits: Limits {
        limits {
            $0.bodyBytes = 64
            $0.headerBytes = 512
            $0.headerFields = 8
        }
    }

    /// A seed with a few bytes changed, dropped, doubled or put in from another seed.
    private func mutate(_ seeds: [[UInt8]], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds[Int.random(in: seeds.indices, using: &generator)]
        for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
            let position = Int.random(in: bytes.indices, using: &generator)
            let end = min(position + Int.random(in: 1...12, using: &generator), bytes.count)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes.removeSubrange(position..<end)
            case 3: bytes.insert(contentsOf: bytes[position..<end], at: position)
            case 4: bytes.insert(contentsOf: [0x0D, 0x0A, 0x3A, 0x20].shuffled(using: &generator), at: position)
            default:
                let other = seeds[Int.random(in: seeds.indices, using: &generator)]
                bytes.insert(
                    contentsOf: other.dropFirst(Int.random(in: other.indices, using: &generator)), at: position)
            }
        }
        return bytes
    }
}
