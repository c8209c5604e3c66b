import Bytes
import Testing

@Suite struct Base64Tests {
    /// RFC 4648 section 10, and bytes that use the last two letters of the alphabet.
    static let vectors: [([UInt8], String)] = [
        ([], ""), (Array("f".utf8), "Zg=="), (Array("fo".utf8), "Zm8="), (Array("foo".utf8), "Zm9v"),
        (Array("foob".utf8), "Zm9vYg=="), (Array("fooba".utf8), "Zm9vYmE="), (Array("foobar".utf8), "Zm9vYmFy"),
        ([0xFB, 0xFF, 0xBF], "+/+/"), ([0], "AA=="),
    ]

    @Test(arguments: vectors) func `encodes and decodes`(bytes: [UInt8], text: String) {
        var output: [UInt8] = []
        Base64.encode(bytes[...], to: &output)
        #expect(output == Array(text.utf8))
        #expect(Base64.decode(output[...]) == bytes)
        #expect(Base64.decode(Array(text.utf8.filter { $0 != UInt8(ascii: "=") })[...]) == bytes)
    }

    @Test func `decodes the alphabet for URLs`() {
        #expect(Base64.decode(Array("-_-_".utf8)[...]) == [0xFB, 0xFF, 0xBF])
    }

    @Test(arguments: [
        "A", "AAAAA", "A===", "AA=", "AAA==", "AAAA=", "AAAA==", "=", "==", "A=AA", "AA==AA==", "Zh==", "Zm9=",
        "Zm 9v", "Zm9v\n", "Zm9\u{E9}",
    ])
    func `refuses what no encoder writes`(text: String) {
        #expect(Base64.decode(Array(text.utf8)[...]) == nil)
    }

    @Test func `every length comes back`() {
        for length in 0..<100 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ length) }
            var output: [UInt8] = []
            Base64.encode(bytes[...], to: &output)
            #expect(output.count == (length + 2) / 3 * 4)
            #expect(Base64.decode(output[...]) == bytes)
        }
    }
}
