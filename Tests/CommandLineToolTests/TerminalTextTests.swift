import Bytes
import Testing

@testable import CommandLineTool

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("Storm warning", "Storm warning"),
        ("Größe 🎉 e\u{301}", "Größe 🎉 e\u{301}"),
        ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("\u{9B}31mred", "\\u{9B}31mred"),
        ("a\r\nb\tc\u{7F}", "a\\u{D}\\u{A}b\\u{9}c\\u{7F}"),
        ("::error::x", "\\u{3A}:error::x"),
        ("  ::error::x", "  \\u{3A}:error::x"),
        ("\t::error::x", "\\u{9}\\u{3A}:error::x"),
        ("a ::error::x", "a ::error::x"),
        (":\u{301}:error", ":\u{301}:error"),
        ("x ##vso[task]", "x \\u{23}#vso[task]"),
        ("##[error]", "\\u{23}#[error]"),
        ("##teamcity[x]", "\\u{23}#teamcity[x]"),
        ("###[x]", "#\\u{23}#[x]"),
        ("## heading", "## heading"),
        ("a\u{202E}b\u{2028}c\u{2066}", "a\\u{202E}b\\u{2028}c\\u{2066}"),
        ("a\u{200B}b\u{AD}c\u{FEFF}d\u{3164}e\u{E0041}", "a\\u{200B}b\\u{AD}c\\u{FEFF}d\\u{3164}e\\u{E0041}"),
        ("10\u{A0}km\u{202F}x", "10\\u{A0}km\\u{202F}x"),
        ("東京\u{3000}大阪", "東京\u{3000}大阪"),
        ("👩\u{200D}🚒 👩🏽\u{200D}🚒 ❤\u{FE0F}\u{200D}🔥", "👩\u{200D}🚒 👩🏽\u{200D}🚒 ❤\u{FE0F}\u{200D}🔥"),
        ("a\u{200D}b\u{200D}🚒 👩\u{200D}", "a\\u{200D}b\\u{200D}🚒 👩\\u{200D}"),
        ("\0", "\\u{0}"),
        ("", ""),
    ])
    func `what could steer a terminal or a CI log becomes visible`(text: String, expected: String) {
        #expect(TerminalText.line(Text(text)) == Text(expected))
    }

    @Test(arguments: [
        (#"{"a":"Größe 🎉\u001b"}"#, #"{"a":"Größe 🎉\u001b"}"#), ("{\"a\":\r\n1}", "{\"a\": \n1}"),
        ("[\"a\u{7F}b\u{9B}c\u{202E}\"]", #"["a\u007fb\u009bc\u202e"]"#), ("[]", "[]"),
    ])
    func `JSON for a terminal means the same`(json: String, expected: String) {
        #expect(TerminalText.json(Array(json.utf8)) == Array(expected.utf8))
    }
}
