import Bytes
import CommandLineTool
import Report

/// What the command line of `pushreport render` sets.
struct RenderSettings: Sendable {
    var logs: [String] = []
    var outputs: [RenderOutput] = []
    var isLenient = false
    var opens = false
    var filter: String?
    var hidden: [HiddenParts] = []
    /// The path of a reviewer's notes.
    var notes: String?
    var reportsToGitHub = false
    var report = ReportOptions()
    /// How many pushes a page has, where the report is to be split.
    var split: Int? {
        get { report.pageLength }
        set { report.pageLength = newValue }
    }
    /// The files besides the logs that are read.
    var otherInputs: [String] { (notes.map { [$0] } ?? []) + (report.templates.map(TemplateFolder.files(in:)) ?? []) }
    var leavesLogOut: Bool {
        get { !report.carriesLog }
        set { report.carriesLog = !newValue }
    }
    var leavesScriptOut: Bool {
        get { !report.hasScript }
        set { report.hasScript = !newValue }
    }
}

/// A form of the report.
enum ReportFormat: OutputFormat {
    case html
    case markdown
    case json

    var spellings: [String] {
        switch self {
        case .html: ["html", "htm"]
        case .markdown: ["md", "markdown"]
        case .json: ["json"]
        }
    }
}

/// Where one form of the report goes.
typealias RenderOutput = FormattedOutput<ReportFormat>

extension ReportOptions.CSS: ArgumentValue {}

extension Text: ArgumentValue {
    init(argument: String) {
        self.init(argument)
    }

    var argumentText: String { description }
}
