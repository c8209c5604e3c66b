import CommandLineTool
import Report

/// Where each form of the report goes, at most one place for each.
struct RenderOutputs {
    /// The page when nothing is said.
    static let defaultPath = "report.html"
    /// The index when nothing is said of where a split report goes.
    static let defaultIndex = "report/index.html"

    private let outputs: [RenderOutput]

    /// Checks that the outputs do not get into each other's way.
    init(_ wanted: [RenderOutput], _ options: ReportOptions) throws(UsageError) {
        let usual = options.pageLength == nil ? RenderOutputs.defaultPath : RenderOutputs.defaultIndex
        outputs = wanted.isEmpty ? [RenderOutput(.html, path: usual)] : wanted
        for format in ReportFormat.allCases where outputs.count(where: { $0.format == format }) > 1 {
            throw .refused("only one output can be \(format)")
        }
        guard outputs.count(where: \.isStandardOutput) <= 1 else {
            throw .refused("only one output can go to standard output")
        }
        if let length = options.pageLength {
            guard (1...max(1, options.maximumCards)).contains(length) else {
                throw .refused("--split takes a number from 1 to \(options.maximumCards), which is --max-cards")
            }
            guard let page = outputs.first(where: { $0.format == .html }), !page.isStandardOutput else {
                throw .refused("--split writes several HTML pages; name their index, as in -o report/index.html")
            }
        }
        if options.css == .linked, outputs.contains(where: { $0.format == .html && $0.isStandardOutput }) {
            throw .refused("--css linked writes a file beside the page, and standard output has no place beside it")
        }
    }

    /// True when one goes to standard output.
    var hasStandardOutput: Bool { outputs.contains(where: \.isStandardOutput) }

    /// True when JSON goes to standard output.
    var standardOutputIsJSON: Bool { outputs.contains { $0.isStandardOutput && $0.format == .json } }

    /// The paths of those that are files.
    var files: [String] { outputs.filter { !$0.isStandardOutput }.map(\.path) }

    /// The path of the page if it is a file.
    var page: String? { outputs.first { $0.format == .html && !$0.isStandardOutput }?.path }

    /// The paths for the renderer, which writes files only.
    ///
    /// - Parameters:
    ///   - spool: stands for standard output.
    ///   - summary: takes the Markdown when no output does.
    func paths(spool: String?, summary: String?) -> ReportRenderer.Outputs {
        func path(_ format: ReportFormat) -> String? {
            outputs.first { $0.format == format }.flatMap { $0.isStandardOutput ? spool : $0.path }
        }
        return ReportRenderer.Outputs(html: path(.html), markdown: path(.markdown) ?? summary, json: path(.json))
    }

    /// The paths of the pages that go beside the index of a split report.
    func pages(of source: ReportSource, _ options: ReportOptions) -> [String] {
        guard let index = page, let length = options.pageLength else { return [] }
        let pages = SplitPages(index: index, pushes: source.count, length: length)
        return (0..<pages.count).map(pages.path)
    }
}
