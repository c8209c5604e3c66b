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
        func write(_ outputs: DiffRenderer.Outputs, _ options: DiffOptions) async throws {
            try await DiffRenderer(comparison, base: logs.base, head: logs.head, options: options).write(outputs)
        }
        if let path = settings.junit {
            var options = DiffOptions()
            options.failOn = settings.failOn
            let spool = try path == "-" ? SpoolFile() : nil
            try await write(DiffRenderer.Outputs(junit: spool?.path ?? path), options)
            try spool?.copyToStandardOutput(isJSON: false)
        }
        switch settings.format {
        case .json:
            let spool = try SpoolFile()
            try await write(DiffRenderer.Outputs(json: spool.path), DiffOptions())
            try spool.copyToStandardOutput(isJSON: true)
        case .text: try settings.write(ComparisonLines.lines(comparison))
        }
        return logs.status(settings.failOn, isLenient: settings.isLenient)
    }
}
