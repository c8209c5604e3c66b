import Bytes
import CommandLineTool
import Comparison
import Report

/// One run of `pushreport diff`, from the command line to the exit status.
struct Diff {
    private let settings: DiffSettings

    init(_ settings: DiffSettings) {
        self.settings = settings
    }

    /// Compares the logs and writes what is different, or makes HEAD the new baseline.
    func run() async throws -> ExitStatus {
        let rules = try settings.rules.rules()
        if settings.showsRules {
            let file = RuleListing.file(rules)
            try StandardOutput.write(json: (PrettyJSON.text(of: file) ?? file) + "\n".utf8)
            return .done
        }
        guard settings.words.count == 2 else {
            throw UsageError.refused(
                "diff compares two logs, BASE and HEAD; for several logs of one run name their folder")
        }
        guard settings.words != ["-", "-"] else {
            throw UsageError.refused("only one of the two can be standard input")
        }
        let outputs = try chosenOutputs()
        if settings.accepts {
            guard settings.outputs.isEmpty else {
                throw UsageError.refused("--accept writes the baseline and nothing else")
            }
            return try await Acceptance(baseline: settings.words[0], head: settings.words[1], rules)
                .run(isLenient: settings.isLenient)
        }
        try settings.templates.map(StandardError.complainAboutTemplates)
        let paths = outputs.filter { !$0.isStandardOutput }.map(\.path)
        try OutputPaths(paths: paths).check(besides: settings.words + settings.otherInputs)
        let logs = try await ComparedLogs(base: settings.words[0], head: [settings.words[1]], rules)
        try await write(logs, outputs)
        return logs.status(settings.failOn, isLenient: settings.isLenient)
    }

    private func write(_ logs: ComparedLogs, _ outputs: [DiffOutput]) async throws {
        let spool = try outputs.contains { $0.isStandardOutput && $0.format != .text } ? SpoolFile() : nil
        func path(_ format: DiffFormat) -> String? {
            outputs.first { $0.format == format }.flatMap { $0.isStandardOutput ? spool?.path : $0.path }
        }
        var options = DiffOptions()
        options.title = settings.title
        options.css = settings.css
        options.templates = settings.templates
        options.maximumCards = settings.maximumCards
        options.markdownBudget = settings.markdownBudget
        options.failOn = settings.failOn
        let wanted = DiffRenderer.Outputs(
            html: path(.html), markdown: path(.markdown), json: path(.json), junit: path(.junit))
        var written = outputs.filter { !$0.isStandardOutput && $0.format != .text }.map(\.path)
        if wanted != DiffRenderer.Outputs() {
            written += try await DiffRenderer(logs.comparison, base: logs.base, head: logs.head, options: options)
                .write(wanted)
        }
        for path in written { StandardError.write(WrittenFile(path: path).line) }
        try spool?.copyToStandardOutput(isJSON: outputs.contains { $0.isStandardOutput && $0.format == .json })
        guard let text = outputs.first(where: { $0.format == .text }) else {
            return StandardError.write(TerminalText.line(logs.comparison.summary).description)
        }
        let lines = try ComparisonLines.lines(logs.comparison)
        guard !text.isStandardOutput else { return try lines.forEach(write) }
        let bytes = lines.flatMap { TerminalText.line($0).bytes + "\n".utf8 }
        try OutputFile(path: text.path).finish(head: bytes, tail: [])
        StandardError.write(WrittenFile(path: text.path).line)
    }

    private func write(_ line: Text) throws { try StandardOutput.write(TerminalText.line(line).bytes + "\n".utf8) }

    /// Where each form goes; without any, standard output takes the form that `--format` names.
    private func chosenOutputs() throws(UsageError) -> [DiffOutput] {
        let outputs = settings.outputs.isEmpty ? [DiffOutput(settings.format, path: "-")] : settings.outputs
        for format in DiffFormat.allCases where outputs.count(where: { $0.format == format }) > 1 {
            throw .refused("only one output can be \(format.rawValue)")
        }
        guard outputs.count(where: \.isStandardOutput) <= 1 else {
            throw .refused("only one output can go to standard output")
        }
        if settings.css == .linked, outputs.contains(where: { $0.format == .html && $0.isStandardOutput }) {
            throw .refused("--css linked writes files beside the page, and standard output has no place beside it")
        }
        return outputs
    }
}
