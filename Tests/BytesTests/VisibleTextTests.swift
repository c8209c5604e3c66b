import Bytes
import Testing

@Suite struct VisibleTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let bytes: [UInt8]
        let payload: String
        let card: String
        let line: String
        var testDescription: String { line }

        init(_ text: String, payload: String, card: String, line: String) {
            self.init(Array(text.utf8), payload: payload, card: card, line: line)
        }

        init(_ bytes: [UInt8], payload: String, card: String, line: String) {
            self.bytes = bytes
            self.payload = payload
            self.card = card
            self.line = line
        }

        init(_ text: String, everywhere: String) {
            self.init(text, payload: everywhere, card: everywhere, line: everywhere)
        }

        init(_ bytes: [UInt8], everywhere: String) {
            self.init(bytes, payload: everywhere, card: everywhere, line: everywhere)
        }
    }

    static let rows: [Row] = [
        Row("", everywhere: ""),
        Row("plain <b> & \"text\"", everywhere: "plain <b> & \"text\""),
        Row("Grüße, 東京 🎉 e\u{301}", everywhere: "Grüße, 東京 🎉 e\u{301}"),
        Row("a\u{0}b", everywhere: "a⟦U+0000⟧b"),
        Row("\u{1B}[31m", everywhere: "⟦U+001B⟧[31m"),
        Row("\u{7F}\u{85}\u{9F}\u{A0}", everywhere: "⟦U+007F⟧⟦U+0085⟧⟦U+009F⟧\u{A0}"),
        Row("a\t\r\n", payload: "a\t\r\n", card: "a\t\r\n", line: "a⟦U+0009⟧⟦U+000D⟧⟦U+000A⟧"),
        Row("👩\u{200D}🔬", payload: "👩⟦U+200D⟧🔬", card: "👩\u{200D}🔬", line: "👩⟦U+200D⟧🔬"),
        Row("\u{202E}abc\u{2066}", everywhere: "⟦U+202E⟧abc⟦U+2066⟧"),
        Row("\u{200B}\u{FEFF}\u{AD}", everywhere: "⟦U+200B⟧⟦U+FEFF⟧⟦U+00AD⟧"),
        Row("\u{2028}\u{2029}\u{FFFD}", everywhere: "⟦U+2028⟧⟦U+2029⟧⟦U+FFFD⟧"),
        Row("\u{E0041}\u{1D173}", everywhere: "⟦U+E0041⟧⟦U+1D173⟧"),
        Row("⟦U+202E⟧", everywhere: "⟦U+27E6⟧U+202E⟧"),
        Row([0x61, 0xFF, 0x62], everywhere: "a⟦0xFF⟧b"),
        Row([0xC3], everywhere: "⟦0xC3⟧"),
        Row([0xC0, 0xAF], everywhere: "⟦0xC0⟧⟦0xAF⟧"),
        Row([0xED, 0xA0, 0x80], everywhere: "⟦0xED⟧⟦0xA0⟧⟦0x80⟧"),
        Row([0xF4, 0x90, 0x80, 0x80], everywhere: "⟦0xF4⟧⟦0x90⟧⟦0x80⟧⟦0x80⟧"),
        Row([0xE2, 0x82], everywhere: "⟦0xE2⟧⟦0x82⟧"),
    ]

    @Test(arguments: rows) func `shows what is invisible as a token`(row: Row) {
        func shown(_ place: VisibleText.Place) -> [UInt8] { VisibleText.visible(row.bytes[...], in: place) }
        #expect(shown(.payload) == Array(row.payload.utf8))
        #expect(shown(.card) == Array(row.card.utf8))
        #expect(shown(.line) == Array(row.line.utf8))
    }
}
