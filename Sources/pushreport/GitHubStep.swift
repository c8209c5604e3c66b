import CommandLineTool
import Glibc
import PushModel
import Report

/// The step of a GitHub job that this runs in: a summary in Markdown and outputs for later steps, each a file that the
/// runner names and that one appends to.
///
/// Source: GitHub Docs, "Workflow commands for GitHub Actions", sections "Adding a job summary" and "Setting an output
/// parameter"
struct GitHubStep {
    /// The most bytes of a step's summary; GitHub drops one above 1 MiB as a whole.
    static let maximumSummaryBytes = 1_000_000

    /// The room below which the head of a report may not fit.
    static let leastRoom = 10_000

    private let summary: String
    private let outputs: String

    /// - Throws: ``UsageError`` when the runner's variables are not set.
    init() throws(UsageError) {
        summary = try GitHubStep.file(in: "GITHUB_STEP_SUMMARY")
        outputs = try GitHubStep.file(in: "GITHUB_OUTPUT")
    }

    private static func file(in variable: String) throws(UsageError) -> String {
        guard let path = unsafe getenv(variable).map({ unsafe String(cString: $0) }), !path.isEmpty else {
            throw .refused("--github needs the variable \(variable), which GitHub sets for each step of a job")
        }
        return path
    }

    /// How many bytes the summary still has room for, after what earlier commands of the step wrote.
    var room: Int {
        var status = stat()
        guard unsafe stat(summary, &status) == 0 else { return GitHubStep.maximumSummaryBytes }
        let separator = status.st_size > 0 ? 1 : 0
        return max(0, GitHubStep.maximumSummaryBytes - Int(status.st_size) - separator)
    }

    /// Appends a report to the summary.
    ///
    /// - Parameter path: where its Markdown is.
    func append(markdownAt path: String) throws(ReportError) {
        guard let markdown = try InputFile.bytes(path: path, limit: GitHubStep.maximumSummaryBytes) else { return }
        // A blank line, so that what stands before ends there.
        guard room > 0 else { return }
        try append((room < GitHubStep.maximumSummaryBytes ? [UInt8(ascii: "\n")] : []) + markdown, to: summary)
    }

    /// Sets the outputs: numbers and one truth value, so nothing captured can forge another.
    func setOutputs(_ result: ReportRenderer.Result) throws(ReportError) {
        let summary = result.summary
        var lines = "pushes=\(summary.pushes)\n"
        for verdict in PushVerdict.allCases { lines += "\(verdict.rawValue)=\(summary.count(verdict))\n" }
        lines += "errors=\(summary.count(Finding.Severity.error))\n"
        lines += "warnings=\(summary.count(Finding.Severity.warning))\n"
        lines += "complete=\(!result.isDegraded)\n"
        try append(Array(lines.utf8), to: outputs)
    }

    private func append(_ bytes: [UInt8], to path: String) throws(ReportError) {
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, errno: errno) }
            written += count
        }
    }
}
