import Bytes
import Foundation
import JSONText
import TestSupport
import Testing

/// A log that wants to break out of the report, opened in a real browser.
@Suite struct HostileLogTests {
    static let texts = [
        "<script>document.documentElement.setAttribute('data-ran', '1')</script>",
        "\"\u{301} onmouseover=\"document.documentElement.setAttribute('data-ran', '1')\" x=\"",
        "</pre></section></main><img src=http://127.0.0.1:1/a.png onerror=document.title='ran'>",
        "'><svg onload=document.documentElement.setAttribute('data-ran',1)>",
        "</style><style>@import url(http://127.0.0.1:1/a.css);</style>",
        "]]><!--<script>", "<meta http-equiv=refresh content='0;url=http://127.0.0.1:1/b'>",
        "javascript:document.documentElement.setAttribute('data-ran',1)",
        "![image](http://127.0.0.1:1/c.png) <http://127.0.0.1:1/d> [x](javascript:alert(1))",
        "```\n<script>alert(1)</script>\n~~~", "a\u{202E}b\u{2066}c\u{200B}d\u{0}e\u{1B}[31m",
        "{{x}} {{%AUTOESCAPE}} ${x} <?x?>",
    ]

    /// A log with each text in every place that a sender fills.
    private func hostileLog() -> WrittenLog {
        var log = WrittenLog()
        for text in Self.texts { log.fill(with: text) }
        log.fcm(#"{"message":{"topic":"deep","data":{"k":"v"}},"x":"# + String(repeating: "[", count: 2000))
        log.apns(#"{"aps":{"alert":{"title":"long","body":""# + String(repeating: "<b>", count: 3_400_000) + #""}}}"#)
        log.append(raw: "{\"v\":1,\"kind\":\"<script>\",\"id\":\"<script>\",\"time\":\"<script>\"}\n")
        log.append(raw: "<script>not JSON</script>\n")
        return log
    }

    @Test func `a browser sees text and nothing else, in the page and in the Markdown`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(hostileLog().bytes, to: "log.ndjson")
        let result = try await RunningProgram.run(
            Places.program("pushreport"), ["render", "log.ndjson", "-o", "report.html", "-o", "report.md"],
            folder: folder.path
        )
        #expect(result.status == 3, "\(result.errorText)")
        // Raw HTML is kept as it is here, so whatever the Markdown failed to escape would be live.
        let markdown = try await RunningProgram.run(
            "cmark-gfm",
            ["--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough", "-e", "tasklist", "report.md"],
            folder: folder.path
        )
        #expect(markdown.status == 0)
        try folder.write(
            Array("<!doctype html><meta charset=utf-8><title>Markdown</title>".utf8) + markdown.output,
            to: "markdown.html"
        )
        for name in ["report.html", "markdown.html"] {
            let visit = try await Browser.open(folder.file(name))
            #expect(visit.requests == [], "\(name)")
            #expect(visit.console == [], "\(name)")
            let document = String(decoding: visit.document, as: UTF8.self)
            #expect(!document.contains(#"data-ran=""#), "\(name)")
            #expect(!document.contains("<title>ran"), "\(name)")
        }
    }
}
