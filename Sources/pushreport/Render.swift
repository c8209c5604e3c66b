import Bytes
import CaptureLog
import CommandLineTool
import Filter
import Report

/// One run of `pushreport render`, from the command line to the exit status.
struct Render {
    private let settings: RenderSettings

    init(_ settings: RenderSettings) {
        self.settings = settings
    }

    /// Reads the logs, writes the reports and says on standard error what became of it.
    func run() async throws -> ExitStatus {
        let outputs = try RenderOutputs(settings.outputs, settings.report)
        let inputs = settings.logs + settings.otherInputs
        try OutputPaths(paths: outputs.files).check(besides: inputs)
        try settings.report.templates.map(StandardError.complainAboutTemplates)
        let step = try settings.reportsToGitHub ? GitHubStep() : nil
        var options = settings.report
        options.notes = try settings.notes.map { path throws(ReportError) in try Notes(path: path) }
        if let step {
            options.markdownBudget = min(options.markdownBudget, step.room)
            if step.room < GitHubStep.leastRoom {
                StandardError.complain("the summary of this step is nearly full, so the report is cut short in it")
            }
        }
        let filter = try settings.filter.map { text throws(UsageError) in try Filter(argument: text) }
        let captured = ReportSource(logs: try LogSet.open(settings.logs))
        var source = captured
        if let filter {
            source = try await captured.knowing(filter).only(filter.phrase) { filter.matches(FilterSubject($0)) }
        }
        source = try await source.hiding(settings.hidden.union, tokensOf: captured)
        let pages = outputs.pages(of: source, options)
        try OutputPaths(paths: outputs.files + pages).check(besides: inputs)
        let spool = try outputs.hasStandardOutput ? SpoolFile() : nil
        let summary = try step == nil ? nil : SpoolFile()
        let paths = outputs.paths(spool: spool?.path, summary: summary?.path)
        let result = try await ReportRenderer(source: source, options: options).write(paths)
        if let step, let markdown = paths.markdown {
            try step.append(markdownAt: markdown)
            try step.setOutputs(result)
        }
        for gap in source.gaps { StandardError.write("pushreport: \(TerminalText.line(gap.text))") }
        for path in outputs.files + result.styleSheets + pages { StandardError.write(WrittenFile(path: path).line) }
        for path in result.removedPages {
            StandardError.write("\(TerminalText.line(path)) removed, as an earlier report had more pages")
        }
        if result.rows > 0 {
            let rows = result.rows == 1 ? "1 push is shown as a row" : "\(result.rows) pushes are shown as rows"
            StandardError.write("pushreport: \(rows), as --max-cards is \(settings.report.maximumCards)")
        }
        if !result.isEmpty || captured.count == 0 { StandardError.write(totals(result.summary)) }
        try spool?.copyToStandardOutput(isJSON: outputs.standardOutputIsJSON)
        if settings.opens, let page = outputs.page { DesktopBrowser.open(page) }
        if result.isEmpty { return captured.count == 0 ? .nothingCaptured : .answerIsNo }
        return result.isDegraded && !settings.isLenient ? .degraded : .done
    }

    private func totals(_ summary: RunSummary) -> String {
        guard summary.pushes > 0 else { return "nothing was captured" }
        let verdicts = PushVerdict.allCases.map { "\(summary.count($0)) \($0.rawValue)" }
        return "\(summary.pushes) \(summary.pushes == 1 ? "push" : "pushes"): " + verdicts.joined(separator: ", ")
    }
}
