import Bytes
import CommandLineTool
import Comparison
import Report

/// One run of `pushreport check --baseline`: the comparison of `pushreport diff`, as an expectation.
struct BaselineCheck {
    private let settings: CheckSettings
    private let baseline: String

    init(_ settings: CheckSettings, baseline: String) throws(UsageError) {
        guard try settings.countRule == nil, settings.expectations == nil, !settings.makesExpectations,
            !settings.isFollowing
        else {
            throw .refused("--baseline says what is expected; there is no place for a count, a file or waiting besides")
        }
        self.settings = settings
        self.baseline = baseline
    }

    /// Compares the logs with the baseline and writes what is different.
    func run(_ arguments: LogArguments) async throws -> ExitStatus {
        guard arguments.filter == nil else {
            throw UsageError.refused("--baseline says what is expected; there is no place for a filter besides")
        }
        var rules = RuleSettings()
        rules.file = settings.rules
        let logs = try await ComparedLogs(base: baseline, head: arguments.logs, try rules.rules())
        let comparison = logs.comparison
        if let path = settings.junit {
            var options = DiffOptions()
            options.failOn = settings.failOn
            try await DiffRenderer(comparison, base: logs.base, head: logs.head, options: options)
                .write(DiffRenderer.Outputs(junit: path))
        }
        switch settings.format {
        case .json:
            let spool = try SpoolFile()
            try await DiffRenderer(comparison, base: logs.base, head: logs.head)
                .write(DiffRenderer.Outputs(json: spool.path))
            try spool.copyToStandardOutput(isJSON: true)
        case .text:
            for line in try ComparisonLines.lines(comparison) {
                try StandardOutput.write(TerminalText.line(line).bytes + "\n".utf8)
            }
        }
        return logs.status(settings.failOn, isLenient: settings.isLenient)
    }
}
