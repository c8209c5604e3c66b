import Bytes
import Testing

@Suite struct JSONEscapingTests {
    /// One byte at a time, as RFC 8259 section 7 says it.
    static func expected(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = [0x22]
        for byte in text {
            switch byte {
            case 0x22, 0x5C: output += [0x5C, byte]
            case 0x09: output += Array("\\t".utf8)
            case 0x0A: output += Array("\\n".utf8)
            case 0x0D: output += Array("\\r".utf8)
            case ..<0x20:
                output += Array("\\u00".utf8)
                output.appendHex(byte)
            default: output.append(byte)
            }
        }
        return output + [0x22]
    }

    static func escaped(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.appendJSONString(text)
        return output
    }

    @Test(arguments: [
        ("", #""""#), ("plain", #""plain""#), ("\"\\", #""\"\\""#), ("/<>&'\u{7F}", "\"/<>&'\u{7F}\""),
        ("\u{0}\u{1F}\t\n\r\u{8}\u{C}", #""\u0000\u001f\t\n\r\u0008\u000c""#), ("\"\u{301}", "\"\\\"\u{301}\""),
        ("\u{2028}é😀", "\"\u{2028}é😀\""),
    ])
    func `escapes what JSON wants escaped and nothing else`(text: String, json: String) {
        #expect(Self.escaped(Array(text.utf8)) == Array(json.utf8))
    }

    @Test func `any byte at any place of a word is escaped right`() {
        for byte in UInt8.min...UInt8.max {
            for count in 0..<26 {
                for place in 0..<Swift.max(count, 1) {
                    var text = [UInt8](repeating: UInt8(ascii: "a"), count: count)
                    if count > 0 { text[place] = byte }
                    #expect(Self.escaped(text) == Self.expected(text))
                }
            }
        }
    }

    @Test(arguments: [4095, 4096, 4097, 8192, 100_000], [UInt8(0x22), 0x01, 0x61])
    func `long text is escaped as short text is`(count: Int, byte: UInt8) {
        var text = [UInt8](repeating: byte, count: count)
        text[count - 1] = 0x0A
        text[0] = 0x5C
        #expect(Self.escaped(text) == Self.expected(text))
    }

    @Test func `appends behind what is there`() {
        var output = Array("a:".utf8)
        output.appendJSONString(Array("xbcx".utf8)[1..<3])
        #expect(output == Array(#"a:"bc""#.utf8))
    }

    @Test(arguments: [
        (0, "0"), (7, "7"), (10, "10"), (-1, "-1"), (Int.max, "9223372036854775807"),
        (Int.min, "-9223372036854775808"),
    ])
    func `appends a number in decimal digits`(number: Int, digits: String) {
        var output: [UInt8] = [0x78]
        output.appendDecimal(number)
        #expect(output == Array("x".utf8) + Array(digits.utf8))
    }
}
