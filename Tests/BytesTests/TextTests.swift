import Bytes
import Testing

@Suite struct TextTests {
    @Test func `is equal by bytes, not by canonical equivalence`() {
        #expect(Text("\u{E9}") != Text("e\u{301}"))
        #expect(Text("\u{E9}") == ("\u{E9}" as StaticString))
        #expect(!(Text("\u{E9}") == ("e\u{301}" as StaticString)))
        #expect(!(Text("a") == ("ab" as StaticString)))
    }

    @Test func `is ordered by bytes`() {
        #expect(["b", "a", "", "ab", "\u{E9}", "Z"].map(Text.init).sorted() == ["", "Z", "a", "ab", "b", "\u{E9}"])
    }

    @Test(
        arguments: [
            ([], ""), ([0x61], "a"), ([0xFF], "\u{FFFD}"), ([0x61, 0xC3, 0x28], "a\u{FFFD}("), ([0x00], "\u{0}"),
            ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ] as [([UInt8], String)])
    func `repairs what is not UTF-8`(bytes: [UInt8], text: String) {
        #expect(Text(repairing: bytes).bytes == Array(text.utf8))
        #expect(Text(repairing: ([0x78] + bytes)[1...]).bytes == Array(text.utf8))
        #expect(Text(repairing: AnyCollection(bytes)).bytes == Array(text.utf8))
        #expect(Text(validating: bytes)?.bytes == (bytes == Array(text.utf8) ? bytes : nil))
    }

    /// RFC 3629 section 3: the borders of each length, and what lies just outside.
    @Test(
        arguments: [
            ([0x7F], true), ([0x80], false), ([0xC1, 0xBF], false), ([0xC2, 0x80], true), ([0xDF, 0xBF], true),
            ([0xE0, 0x9F, 0xBF], false), ([0xE0, 0xA0, 0x80], true), ([0xED, 0x9F, 0xBF], true),
            ([0xED, 0xA0, 0x80], false),
            ([0xEE, 0x80, 0x80], true), ([0xF0, 0x8F, 0xBF, 0xBF], false), ([0xF0, 0x90, 0x80, 0x80], true),
            ([0xF4, 0x8F, 0xBF, 0xBF], true), ([0xF4, 0x90, 0x80, 0x80], false), ([0xC2], false),
            ([0xE2, 0x82], false),
        ] as [([UInt8], Bool)])
    func `tells UTF-8 from other bytes at any place`(bytes: [UInt8], isValid: Bool) {
        for padding in 0..<20 {
            let text = [UInt8](repeating: UInt8(ascii: "a"), count: padding) + bytes
            #expect(UTF8Text.isValid(text) == isValid)
            #expect(UTF8Text.isValid(text + [0x61]) == isValid)
        }
    }
}
