import Bytes
import CaptureLog
import Report
import TestSupport
import Testing

@Suite struct MarkdownTests {
    @Test func `each push has a heading, its verdicts and its payload`() async throws {
        let report = try await RenderedReport(SampleRun())
        let page = report.markdownPage
        #expect(page.root.all(named: "h3").count == 19)
        #expect(page.root.all(named: "h3").first?.text == "Notification Game Request")
        #expect(
            page.root.all(named: "pre").first?.text
                == "{\"aps\":{\"alert\":{\"title\":\"Game Request\",\"body\":\"Bob wants to play poker\"}}}\n")
        #expect(page.root.all(named: "table").count == 2)
        #expect(page.root.all(named: "details").count == 19)
    }

    @Test func `a report that just fits is whole, and with a byte less it is cut at a card`() async throws {
        let whole = try await RenderedReport(SampleRun()).markdown
        var options = ReportOptions()
        options.markdownBudget = whole.count
        let source = ReportSource(events: SampleRun().events)
        let fitting = try await RenderedReport(source, options)
        #expect(fitting.markdown == whole)
        options.markdownBudget = whole.count - 1
        let cut = try await RenderedReport(source, options)
        #expect(cut.markdown.count <= whole.count - 1)
        #expect(cut.markdownPage.root.all(named: "h3").count == 18)
        let last = cut.markdownPage.root.all(named: "p").last?.text
        #expect(last == Text("1 more push is not shown here, to stay within \(whole.count - 1) bytes."))
    }

    @Test(arguments: [0, 1, 100, 500, 1000, 3000, 5000, 8000]) func `a budget is never exceeded`(
        budget: Int
    ) async throws {
        var options = ReportOptions()
        options.markdownBudget = budget
        let report = try await RenderedReport(ReportSource(events: SampleRun().events), options)
        #expect(report.markdown.count <= budget)
    }

    @Test(arguments: [true, false]) func `the least budget says what is left out`(isEmpty: Bool) async throws {
        var options = ReportOptions()
        options.markdownBudget = MarkdownLimits.leastBudget
        options.title = Text(String(repeating: "long ", count: 40))
        let run = isEmpty ? SampleRun(empty: ()) : SampleRun()
        let report = try await RenderedReport(ReportSource(events: run.events), options)
        #expect(report.markdown.count <= MarkdownLimits.leastBudget)
        let left = "\(isEmpty ? 0 : 19) more pushes are not shown here, to stay within 200 bytes."
        #expect(String(decoding: report.markdown, as: UTF8.self).contains(left))
    }

    @Test(arguments: [4096, 4097]) func `a large payload is left to the log`(size: Int) async throws {
        var run = SampleRun(empty: ())
        run.apns(Text(repairing: [UInt8](repeating: UInt8(ascii: "7"), count: size)))
        let page = try await RenderedReport(run).markdownPage
        #expect(page.root.all(named: "pre").count == (size > 4096 ? 0 : 1))
        #expect(page.root.text.description.contains("The payload of 4097 bytes is left to the log.") == (size > 4096))
    }
}
