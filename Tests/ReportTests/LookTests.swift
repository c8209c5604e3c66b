import Bytes
import CaptureLog
import Report
import Testing

@Suite struct LookTests {
    @Test func look() async throws {
        let run = SampleRun()
        let source = ReportSource(events: run.events, inputs: [.init(name: "captures.ndjson", events: run.events.count, bytes: 48_151, sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")], gaps: [.init(isLoss: true, text: "Line 7 of captures.ndjson is damaged: not JSON at byte 12.")])
        var options = ReportOptions()
        options.title = "Nightly run 1842"
        _ = try await ReportRenderer(source: source, options: options).write(.init(html: "/tmp/rep/report.html", markdown: "/tmp/rep/report.md", json: "/tmp/rep/report.json"))
    }
}
