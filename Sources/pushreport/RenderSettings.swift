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
    var report = ReportOptions()
    var leavesLogOut: Bool {
        get { !report.carriesLog }
        set { report.carriesLog = !newValue }
    }
}

/// Where one form of the report goes, typed as `report.html`, `html=FILE` or `md=-`.
struct RenderOutput: ArgumentValue, Equatable {
    /// A form of the report.
    enum Format: Sendable, CaseIterable {
        case html
        case markdown
        case json

        /// How the format is spelled before `=` and after the last `.` of a file name.
        var spellings: [String] {
            switch self {
            case .html: ["html", "htm"]
            case .markdown: ["md", "markdown"]
            case .json: ["json"]
            }
        }
    }

    let format: Format
    /// A path, or `-` for standard output.
    let path: String

    /// An output of the format.
    init(_ format: Format, path: String) {
        self.format = format
        self.path = path
    }

    init(argument: String) throws(ValueError) {
        let bytes = Array(argument.utf8)
        for format in Format.allCases {
            for spelling in format.spellings {
                let prefix = Array("\(spelling)=".utf8)
                if bytes.starts(with: prefix), bytes.count > prefix.count {
                    self.init(format, path: String(decoding: bytes.dropFirst(prefix.count), as: UTF8.self))
                    return
                }
                if bytes.reversed().starts(with: ".\(spelling)".utf8.reversed()) {
                    self.init(format, path: argument)
                    return
                }
            }
        }
        guard argument == "-" else {
            throw ValueError(expected: "a name that ends in .html, .md or .json, or html=FILE, md=FILE, json=FILE")
        }
        self.init(.html, path: argument)
    }

    var argumentText: String { path }

    static var completion: ValueCompletion { .file }
}

extension ReportOptions.CSS: ArgumentValue {}

extension Text: ArgumentValue {
    init(argument: String) {
        self.init(argument)
    }

    var argumentText: String { description }
}
