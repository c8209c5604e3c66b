import Bytes
import Testing

@Suite struct PlainTextTests {
    private func isPlain(_ text: [UInt8]) -> Bool {
        unsafe text.withUnsafeBytes { unsafe isPlainJSON($0) }
    }

    @Test func `any byte at any place decides`() {
        for count in 0..<26 {
            for filler in [UInt8(ascii: "a"), UInt8(ascii: "!"), 0x7F] {
                var text = [UInt8](repeating: filler, count: count)
                #expect(isPlain(text))
                for place in 0..<count {
                    for byte in UInt8.min...UInt8.max {
                        text[place] = byte
                        // Text that only might need an escape may be called so.
                        if byte < 0x20 || byte > 0x7F || [0x22, 0x5C].contains(byte) { #expect(!isPlain(text)) }
                    }
                    text[place] = filler
                }
            }
        }
    }

    @Test(arguments: ["", "x", "apns-topic", "com.example.MyApp", "/3/device/00fc13ad?a=b c{}[]~"])
    func `what a request has most is plain`(text: String) {
        #expect(isPlain(Array(text.utf8)))
    }

    @Test(arguments: [
        (0 as UInt32, "00000000"), (0x0123_4567, "01234567"), (0x89AB_CDEF, "89abcdef"), (.max, "ffffffff"),
    ])
    func `a number is eight hexadecimal digits`(number: UInt32, digits: String) {
        let written = [UInt8](capacity: 8) { $0.appendHex(number) }
        #expect(written == Array(digits.utf8))
    }
}
