import Bytes
import CaptureLog
import CommandLineTool
import Comparison
import Glibc
import Report

/// Makes a run the new baseline.
struct Acceptance {
    private let baseline: String
    private let head: String
    private let rules: ComparisonRules

    /// - Parameter baseline: a file, which may be missing.
    init(baseline: String, head: String, _ rules: ComparisonRules) {
        self.baseline = baseline
        self.head = head
        self.rules = rules
    }

    /// Writes the baseline, unless what it holds is what the run holds.
    func run(isLenient: Bool) async throws -> ExitStatus {
        let exists = unsafe access(baseline, F_OK) == 0
        if exists {
            guard try Baseline.isBaseline(LogSet.open([baseline])) else { throw DiffError.noBaseline(path: baseline) }
        }
        let logs = try await ComparedLogs(base: exists ? baseline : nil, head: [head], rules)
        guard logs.comparison.head.digests.count > 0 else {
            StandardError.complain("nothing was captured, so there is nothing to accept")
            return .nothingCaptured
        }
        guard !logs.headLogs.isDegraded || isLenient else {
            StandardError.complain("a damaged log is not accepted; --lenient accepts what is whole")
            return .degraded
        }
        guard logs.headLogs.selections.isEmpty || isLenient else {
            StandardError.complain("a report of some of the pushes is not accepted; --lenient accepts what it has")
            return .degraded
        }
        let summary = logs.comparison.summary
        guard !exists || logs.comparison.totals.different > 0 else {
            StandardError.write(TerminalText.line("\(baseline) stays as it is: \(summary)"))
            return .done
        }
        let file = try OutputFile(path: baseline)
        var writer = Baseline.Writer(version: Text(Program.version))
        for position in 0..<logs.headLogs.count {
            try file.append(writer.lines(for: logs.headLogs.event(at: position)))
        }
        try file.finish(head: [], tail: [])
        StandardError.write(TerminalText.line("\(baseline) is the new baseline: \(summary)"))
        return .done
    }
}
