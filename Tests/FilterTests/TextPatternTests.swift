import Bytes
import Filter
import TestSupport
import Testing

@Suite struct TextPatternTests {
    @Test(arguments: [
        ("ship", "Order SHIPPED", true), ("shop", "Order shipped", false), ("", "", true), ("", "x", true),
        ("x", "", false),
        ("aab", "aaaab", true), ("abab", "abaabab", true), ("ababc", "abababd", false), ("aaa", "aa", false),
        ("über", "ÜBERGRÖSSE", true), ("é", "e\u{301}", false), ("e", "e\u{301}", true), ("ς", "ΟΔΟΣ", true),
        ("σ", "ς", true),
        ("привет", "ПРИВЕТ", true), ("ß", "SS", false), ("k", "\u{212A}", false), ("\u{212A}", "k", false),
        ("s", "ſ", false), ("i", "İ", false), ("İ", "i", false), ("ⱥ", "Ⱥ", true), ("Ⱥ", "xⱥx", true), ("𐐨", "𐐀", true),
        ("漢", "漢字", true), ("😀", "x😀", true), ("é", "Ã©", false), ("გ", "Გ", true), ("ﬁ", "FI", false),
        ("\"", "\"\u{301}", true),
    ])
    func `an occurrence is found whatever its case`(value: String, text: String, expected: Bool) {
        let bytes = Array(text.utf8)
        #expect(TextPattern(.contains, Text(value)).matches(bytes.span) == expected)
    }

    @Test(arguments: [
        ("order", "ORDER", true, false), ("order", "order", true, true), ("order", "orders", false, false),
        ("orders", "order", false, false), ("", "", true, true), ("", "x", false, false), ("É", "é", true, false),
        ("ab", "a\u{0}b", false, false),
    ])
    func `equality is of the whole text`(value: String, text: String, folded: Bool, exact: Bool) {
        let bytes = Array(text.utf8)
        #expect(TextPattern(.equals, Text(value)).matches(bytes.span) == folded)
        #expect(TextPattern(.isIdentical, Text(value)).matches(bytes.span) == exact)
    }

    @Test func `a search agrees with one that tries every place`() {
        var random = SeededGenerator(seed: 6)
        let letters = Array("aAbBéÉ".unicodeScalars)
        func word(_ length: Int) -> String {
            var word = String.UnicodeScalarView()
            for _ in 0..<length { word.append(letters[random.below(letters.count)]) }
            return String(word)
        }
        for _ in 0..<2000 {
            let value = word(random.below(5))
            let text = word(random.below(20))
            let expected = value.isEmpty || text.lowercased().contains(value.lowercased())
            let bytes = Array(text.utf8)
            #expect(TextPattern(.contains, Text(value)).matches(bytes.span) == expected, "\(value) in \(text)")
        }
    }
}
