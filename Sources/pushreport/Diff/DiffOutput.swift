import CommandLineTool

/// A form of a diff.
enum DiffFormat: String, CaseIterable, ArgumentValue, OutputFormat {
    case text
    case html
    case markdown
    case json
    case junit

    var spellings: [String] {
        switch self {
        case .text: ["txt", "text"]
        case .html: ["html", "htm"]
        case .markdown: ["md", "markdown"]
        case .json: ["json"]
        case .junit: ["xml", "junit"]
        }
    }
}

/// Where one form of a diff goes.
typealias DiffOutput = FormattedOutput<DiffFormat>
