import CommandLineTool

/// The forms that a result can be written in.
protocol OutputFormat: CaseIterable, Equatable, Sendable {
    /// How the form is spelled before `=` and after the last `.` of a file name, the usual spelling first.
    var spellings: [String] { get }
}

/// Where one form of a result goes, typed as `report.html`, `html=FILE` or `md=-`.
struct FormattedOutput<Format: OutputFormat>: ArgumentValue, Equatable {
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
        guard argument == "-", let first = Format.allCases.first else {
            let names = Format.allCases.compactMap(\.spellings.first)
            throw ValueError(
                expected: "a name that ends in " + names.map { ".\($0)" }.joined(separator: ", ") + ", or "
                    + names.map { "\($0)=FILE" }.joined(separator: ", "))
        }
        self.init(first, path: argument)
    }

    var argumentText: String { path }

    static var completion: ValueCompletion { .file }

    /// True when it goes to standard output.
    var isStandardOutput: Bool { path == "-" }
}
