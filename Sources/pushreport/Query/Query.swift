import Bytes
import CaptureLog
import CommandLineTool
import Expectations
import Filter
import HTTPMessage
import Report

/// One run of `pushreport query`, from the command line to the exit status.
struct Query {
    private let settings: QuerySettings

    init(_ settings: QuerySettings) {
        self.settings = settings
    }

    /// Writes what the filter matches to standard output and says on standard error what else there is to know.
    func run() async throws -> ExitStatus {
        let arguments = try LogArguments(settings.words, where: settings.filter)
        guard settings.columns == nil || settings.format == .table else {
            throw UsageError.refused("--fields is about the table; --format \(settings.format.rawValue) has none")
        }
        let filter = arguments.filter ?? Filter(all: [])
        let logs = try LogSet.open(arguments.logs)
        var source = ReportSource(logs: logs)
        let hasAttempts =
            settings.format == .ndjson || filter.asks(about: .attempt) || settings.order.field == .attempt
            || columns?.fields.contains(.attempt) == true
        if hasAttempts { source = try await source.withAttempts() }
        for gap in source.missing { StandardError.complain(gap.text) }
        let selection = try await Selection(from: source, filter: filter, order: settings.order, columns: columns)
        let matches = selection.positions
        let shown = Array(matches.prefix(settings.limit ?? .max))
        let isCut = shown.count < matches.count
        let phrase = isCut ? Text("\(filter.phrase), \(shown.count) of \(matches.count) matches") : filter.phrase
        try await write(selection, source.selecting(shown, of: phrase))
        if isCut { StandardError.complain(Text("\(shown.count) of \(matches.count) matches are shown")) }
        guard !matches.isEmpty else { return try await explainNothing(source, filter) }
        return logs.isDegraded && !settings.isLenient ? .degraded : .done
    }

    /// The columns of the table; nil for another form.
    private var columns: TableColumns? {
        guard settings.format == .table else { return nil }
        var columns = settings.columns ?? .usual
        columns.isBrief = StandardOutput.columns != nil
        return columns
    }

    private func write(_ selection: Selection, _ matches: ReportSource) async throws {
        switch settings.format {
        case .count: try StandardOutput.write("\(selection.positions.count)\n")
        case .json:
            let spool = try SpoolFile()
            _ = try await ReportRenderer(source: matches).write(ReportRenderer.Outputs(json: spool.path))
            try spool.copyToStandardOutput(isJSON: true)
        case .table: try await writeTable(selection.table, matches)
        case .ndjson: try await PushReader(matches).forEach(\.jsonLine) { try StandardOutput.write(json: $0) }
        case .ids: try await write(matches) { TerminalText.line($0.id).bytes + "\n".utf8 }
        case .payload where StandardOutput.isTerminal:
            try await write(matches) { VisibleText.visible($0.exchange.request.body[...], in: .payload) + "\n".utf8 }
        case .payload:
            let end: [UInt8] = matches.count == 1 ? [] : [UInt8(ascii: "\n")]
            try await write(matches) { $0.exchange.request.body + end }
        }
    }

    private func writeTable(_ measured: TextTable, _ matches: ReportSource) async throws {
        guard let columns, matches.count > 0 else { return }
        var table = measured
        if let width = StandardOutput.columns { table.shrink(to: width) }
        try StandardOutput.write(table.headingLine)
        try await write(matches) { [table] in table.line(columns.cells(of: FilterSubject($0))) }
    }

    private func write(_ matches: ReportSource, as text: @escaping @Sendable (CapturedPush) -> [UInt8]) async throws {
        try await PushReader(matches).forEach(text) { try StandardOutput.write($0) }
    }

    /// Says what came closest.
    private func explainNothing(_ source: ReportSource, _ filter: Filter) async throws -> ExitStatus {
        guard source.count > 0 else {
            StandardError.complain("nothing was captured")
            return .nothingCaptured
        }
        let expectation = Expectation(name: filter.phrase, filter: filter, count: CountRule(atLeast: 1))
        var run = ExpectationRun([expectation])
        try await PushReader(source).forEach(FilterSubject.init) { run.add($0) }
        let pushes = source.count == 1 ? "push" : "pushes"
        StandardError.complain(Text("nothing of \(source.count) \(pushes) matched \(filter.phrase)"))
        for line in run.report.results.flatMap({ ResultLines.nearest($0.nearest) }) {
            StandardError.write(TerminalText.line(line).description)
        }
        return .answerIsNo
    }
}
