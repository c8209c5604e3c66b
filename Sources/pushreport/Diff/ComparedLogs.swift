import Bytes
import CaptureLog
import CommandLineTool
import Comparison
import Report

/// Two sets of logs, read and compared.
struct ComparedLogs {
    let base: ComparedRun
    let head: ComparedRun
    let headLogs: LogSet
    let comparison: Comparison
    /// True when something that was recorded could not be read.
    let isDegraded: Bool

    /// Reads both sides and compares them; what is missing from a log is told on standard error.
    ///
    /// - Parameter base: nil for a run without any push, where there is no baseline yet.
    init(base: String?, head: [String], _ rules: ComparisonRules) async throws {
        let baseLogs = try base.map { argument throws(CaptureLogError) in try LogSet.open([argument]) }
        headLogs = try LogSet.open(head)
        var runs = (
            base: ComparedRun(baseLogs.map { ReportSource(logs: $0) } ?? ReportSource(events: [])),
            head: ComparedRun(ReportSource(logs: headLogs))
        )
        for gap in runs.base.source.missing + runs.head.source.missing { StandardError.complain(gap.text) }
        let names = (base: name(of: base.map { [$0] } ?? []), head: name(of: head))
        var base = try await runs.base.digested(as: .base, named: names.base, rules)
        var head = try await runs.head.digested(as: .head, named: names.head, rules)
        // What one run hides cannot be compared, so it is hidden in both.
        if base.digests.hidden != head.digests.hidden {
            let hidden = base.digests.hidden.union(head.digests.hidden)
            runs = (try await runs.base.hiding(hidden), try await runs.head.hiding(hidden))
            base = try await runs.base.digested(as: .base, named: names.base, rules)
            head = try await runs.head.digested(as: .head, named: names.head, rules)
        }
        comparison = try Comparison(base: base, head: head, rules: rules)
        (self.base, self.head) = runs
        isDegraded = baseLogs?.isDegraded == true || headLogs.isDegraded
    }

    /// How it ended.
    func status(_ failOn: FailOn, isLenient: Bool) -> ExitStatus {
        for (side, run) in [("BASE", comparison.base), ("HEAD", comparison.head)] where run.digests.count == 0 {
            StandardError.complain(Text("\(side) holds no push: \(run.name)"))
        }
        if comparison.isEmpty { return .nothingCaptured }
        if failOn.isMet(by: comparison.totals) { return .answerIsNo }
        return isDegraded && !isLenient ? .degraded : .done
    }
}

/// The arguments without their folders, so that results are the same on every machine.
private func name(of arguments: [String]) -> Text {
    let names = arguments.map { Array($0.utf8).split(separator: UInt8(ascii: "/")).last ?? [] }
    return names.isEmpty ? "nothing" : Text(repairing: Array(names.joined(separator: ", ".utf8)))
}
