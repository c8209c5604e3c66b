package import Bytes

/// Strings that have broken out of reports before.
package enum HostileText {
    /// Each with a name for the test's case; all are valid UTF-8.
    package static let all: [(name: String, text: Text)] = [
        ("script element", "<script>probe()</script>"),
        ("end of script", "</script><script>probe()</script>"),
        ("end of style", "</style><script>probe()</script>"),
        ("end of title", "</title><script>probe()</script>"),
        ("end of textarea", "</textarea></pre></bdi></p></details></section><iframe src=javascript:probe()>"),
        ("image with handler", "<img src=x onerror=probe()>"),
        ("double quote", "\" onmouseover=\"probe()\" x=\""),
        ("single quote", "' onmouseover='probe()' x='"),
        ("double quote and combining mark", "\"\u{301} onmouseover=\"\u{301}probe()\" x=\"\u{301}"),
        ("less-than and combining mark", "<\u{338}script>probe()<\u{338}/script>"),
        ("javascript URL", "javascript:probe()"),
        ("javascript URL with tab", "java\tscript:probe()"),
        ("link", "https://probe.example/?a=1&b=2#x www.probe.example probe@example.com"),
        ("mention and issue", "@octocat #12 GH-12 :tada:"),
        ("comment", "<!-- --> --!> <!--"),
        ("CDATA", "<![CDATA[ ]]> ]]>"),
        ("character references", "&lt;b&gt; &amp;amp; &#60;script&#62; &#x3c;"),
        ("ctemplate markers", "{{TITLE}} {{%AUTOESCAPE}} <?TITLE?> <?#TOP?> <?TITLE:none?>"),
        (
            "markdown",
            "# h\n* a\n> q\n```\n~~~\n| a | b |\n|---|---|\n[x](javascript:probe()) ![i](https://probe.example/i.png)"
        ),
        ("many back-ticks", "` `` ``` ```` ````` \u{60}"),
        ("only back-ticks", "```"),
        ("bidi override", "\u{202E}gpj.exe\u{202C} \u{2066}x\u{2069}"),
        ("zero width", "a\u{200B}b\u{FEFF}c\u{AD}d\u{2060}e"),
        ("control characters", "a\u{0}b\u{8}c\u{1B}[31md\u{7F}e\u{9B}f"),
        ("CRLF, CR, tab", "a\r\nb\rc\td\n\n e"),
        ("leading line feed", "\n\nfirst"),
        ("separators", "a\u{2028}b\u{2029}c\u{85}d"),
        ("replacement", "\u{FFFD}"),
        ("token look-alike", "⟦U+202E⟧"),
        ("path", "../../etc/passwd"),
        ("workflow command", "::error file=x::probe"),
        ("right to left", "שלום <b>עולם</b>"),
        ("emoji", "👩\u{200D}👩\u{200D}👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
        ("spaces", "   "),
    ]

    /// The text with everything replaced that could mean something to a parser.
    package static func twin(of text: Text) -> Text {
        Text(
            repairing: text.description.unicodeScalars.flatMap { scalar -> [UInt8] in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", " ", "\t", "\r", "\n", ",", ".", ";", "(", ")", "-":
                    [UInt8(truncatingIfNeeded: scalar.value)]
                case "'", "\"": [UInt8(ascii: ".")]
                default: Array("§".utf8)
                }
            }
        )
    }
}
