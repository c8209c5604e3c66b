import Bytes
import CaptureLog
import CommandLineTool
import Expectations
import Filter
import Report

/// One run of `pushreport check`, from the command line to the exit status.
struct Check {
    private let settings: CheckSettings

    init(_ settings: CheckSettings) {
        self.settings = settings
    }

    /// Checks the logs and writes what became of the expectations, or writes expectations that the logs hold to.
    func run() async throws -> ExitStatus {
        let arguments = try LogArguments(settings.words, where: settings.filter, areLogsNeeded: !settings.isFollowing)
        guard settings.junit != "-" || settings.format == .text else {
            throw UsageError.refused("--junit - and --format json would both go to standard output; name a file")
        }
        try OutputPaths(paths: [settings.junit].compactMap(\.self).filter { $0 != "-" }).check(
            besides: arguments.logs + [settings.baseline, settings.expectations, settings.rules].compactMap(\.self))
        if let baseline = settings.baseline {
            return try await BaselineCheck(settings, baseline: baseline).run(arguments)
        }
        if settings.makesExpectations { return try await writeExpectations(arguments) }
        let plan = try CheckPlan(settings, filter: arguments.filter)
        var run = CheckedRun(plan.expectations)
        if settings.isFollowing {
            guard !run.needsAttempts else {
                throw UsageError.refused("attempt is known in whole logs alone; leave --follow out")
            }
            var logs = try FollowedLogs(arguments.logs, within: settings.within, settle: settings.settle)
            try await logs.check(&run)
        } else {
            let logs = try LogSet.open(arguments.logs)
            try await run.add(logs, from: ReportSource(logs: logs))
        }
        for sentence in run.damage + run.doubts { StandardError.complain(sentence) }
        let report = run.report
        try write(report, suite: plan.suite)
        guard report.holds else { return report.captured == 0 ? .nothingCaptured : .answerIsNo }
        return run.isDegraded && !settings.isLenient ? .degraded : .done
    }

    private func write(_ report: ExpectationReport, suite: Text) throws {
        if let path = settings.junit {
            let document = JUnitReport.bytes(report, suite: suite)
            if path == "-" {
                try StandardOutput.write(document)
            } else {
                try OutputFile(path: path).finish(head: document, tail: [])
            }
        }
        switch settings.format {
        case .json: try StandardOutput.write(json: JSONReport.bytes(report))
        case .text: try settings.write(ResultLines.lines(report))
        }
        if settings.annotatesGitHub { StandardError.write(GitHubAnnotations.bytes(report)) }
    }

    /// Writes a file of expectations that the logs hold to.
    private func writeExpectations(_ arguments: LogArguments) async throws -> ExitStatus {
        guard try settings.countRule == nil, settings.expectations == nil, !settings.isFollowing else {
            throw UsageError.refused("--init writes expectations and checks none")
        }
        let logs = try LogSet.open(arguments.logs)
        let source = ReportSource(logs: logs)
        for gap in source.missing { StandardError.complain(gap.text) }
        let filter = arguments.filter ?? Filter(all: [])
        var initial = InitialExpectations()
        try await PushReader(source).forEach(FilterSubject.init) { subject in
            if filter.matches(subject) { initial.add(subject) }
        }
        let (listed, more) = initial.expectations
        guard !listed.isEmpty || more > 0 || initial.leftOut > 0 else {
            StandardError.complain(source.count == 0 ? "nothing was captured" : "nothing matched the filter")
            return source.count == 0 ? .nothingCaptured : .answerIsNo
        }
        try StandardOutput.write(json: ExpectationFile.bytes(listed))
        if more > 0 { StandardError.complain(Text("\(more) more expectations are left out")) }
        if initial.leftOut > 0 {
            StandardError.complain(Text("\(initial.leftOut) pushes with very long targets are left out"))
        }
        let isWhole = more == 0 && initial.leftOut == 0 && !logs.isDegraded
        return isWhole || settings.isLenient ? .done : .degraded
    }
}
