import Bytes
import Report
import TestSupport
import Testing

/// Whole reports, compared byte for byte; `UPDATE_GOLDEN=1` rewrites them.
@Suite struct GoldenTests {
    @Test func `an ordinary nightly run`() async throws {
        var options = ReportOptions()
        options.title = "Nightly run 1842"
        let run = SampleRun()
        let source = ReportSource(
            events: run.events,
            inputs: [
                ReportSource.Input(
                    name: "captures.ndjson",
                    events: run.events.count,
                    bytes: 24_681,
                    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
                )
            ]
        )
        try await expect(RenderedReport(source, options), named: "nightly")
    }

    @Test func `a run of nothing`() async throws {
        try await expect(RenderedReport(SampleRun(empty: ())), named: "empty")
    }

    private func expect(_ report: RenderedReport, named name: String) throws {
        for (ending, bytes) in [("html", report.html), ("md", report.markdown), ("json", report.json)] {
            let difference = try Golden.difference(of: bytes, from: "Tests/ReportTests/Golden/\(name).\(ending)")
            if let difference { Issue.record("\(difference)") }
        }
    }
}
