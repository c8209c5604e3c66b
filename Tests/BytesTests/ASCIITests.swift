import Bytes
import Testing

@Suite struct ASCIITests {
    @Test func `folds letters of ASCII and no other byte`() {
        for byte in UInt8.min...UInt8.max {
            let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            #expect(ASCII.lowercased(byte) == (isCapital ? byte + 32 : byte))
        }
    }

    @Test(
        arguments: [
            ("", "", true, true), ("abc", "abc", true, true), ("ABC", "abc", false, true), ("ab", "abc", false, false),
            ("@[`{", "`{@[", false, false), ("\u{212A}", "k", false, false),
        ] as [(String, StaticString, Bool, Bool)])
    func `compares by bytes`(text: String, literal: StaticString, isEqual: Bool, isEqualFolded: Bool) {
        let bytes = Array(text.utf8)[...]
        #expect(ASCII.equal(bytes, literal) == isEqual)
        #expect(ASCII.equalIgnoringCase(bytes, literal) == isEqualFolded)
    }

    @Test func `finds literals at the ends`() {
        let bytes = Array("xabcx".utf8)[1..<4]
        #expect(ASCII.hasPrefix(bytes, "ab"))
        #expect(!ASCII.hasPrefix(bytes, "bc"))
        #expect(!ASCII.hasPrefix(bytes, "abcx"))
        #expect(ASCII.hasSuffix(bytes, "bc"))
        #expect(!ASCII.hasSuffix(bytes, "xabc"))
        #expect(ASCII.hasSuffix(bytes, ""))
        #expect(bytes.hasSameBytes(as: Array("abc".utf8)[...]))
        #expect(!bytes.hasSameBytes(as: Array("abd".utf8)[...]))
        #expect(!bytes.hasSameBytes(as: []))
    }

    @Test func `trims white space at the ends`() {
        #expect(Array(ASCII.trimmed(Array(" \t\r\na b\n ".utf8)[...])) == Array("a b".utf8))
        #expect(ASCII.trimmed(Array(" \t".utf8)[...]).isEmpty)
        #expect(Array(ASCII.trimmed(Array("\u{B}a\u{A0}".utf8)[...])) == Array("\u{B}a\u{A0}".utf8))
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("007", 7), ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("", nil), ("-", nil), ("+1", nil),
            ("1.0", nil),
            (" 1", nil), ("1e3", nil), ("١", nil),
        ] as [(String, Int64?)])
    func `reads integers`(text: String, integer: Int64?) {
        #expect(ASCII.integer(Array(text.utf8)[...]) == integer)
    }

    @Test func `hexadecimal digits go both ways`() {
        var output: [UInt8] = []
        output.appendHex([0x00, 0x9A, 0xFF])
        #expect(output == Array("009aff".utf8))
        #expect("09afAF".utf8.map(hexValue) == [0, 9, 10, 15, 10, 15])
        #expect("/:@G`g".utf8.allSatisfy { hexValue($0) == nil })
    }
}
