import HTTPWire
import TestSupport
import Testing

@Suite struct SnifferTests {
    @Test func `the whole preface is HTTP/2, and any shorter beginning is undecided`() {
        for length in 0..<HTTP2Frames.magic.count {
            var sniffer = Sniffer()
            #expect(sniffer.feed(Array(HTTP2Frames.magic[..<length]).span) == .undecided)
            #expect(sniffer.feed(Array(HTTP2Frames.magic[length...]).span) == .http2)
            #expect(sniffer.bytes == HTTP2Frames.magic)
        }
    }

    @Test func `the first byte that differs makes it HTTP/1`() {
        for position in HTTP2Frames.magic.indices {
            var bytes = Array(HTTP2Frames.magic[...position])
            bytes[position] ^= 1
            var sniffer = Sniffer()
            #expect(sniffer.feed(bytes.span) == .http1)
        }
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n", "POST /x", "PUT", "PRIX", "\r\n"])
    func `other requests are HTTP/1`(text: String) {
        var sniffer = Sniffer()
        #expect(sniffer.feed(Array(text.utf8).span) == .http1)
        #expect(sniffer.bytes == Array(text.utf8))
    }
}
