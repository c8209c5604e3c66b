import Bytes
import Export
import Report

/// What stands where an export is to be written.
enum ExportTarget {
    private static let longestOpening = 4096

    /// Checks that a file may be written: nothing is there, nothing is in it, or an export of the same form is.
    static func check(_ path: String, _ format: ExportFormat) throws {
        guard let start = try InputFile.start(path: path, length: longestOpening), !start.isEmpty else { return }
        guard ASCII.hasPrefix(start[...], format.opening) else {
            throw ExportError.notOurs(path: path, format: format.rawValue)
        }
    }
}

/// Why an export cannot be written.
enum ExportError: Error, CustomStringConvertible {
    /// The file that is there was not made by an export of this form.
    case notOurs(path: String, format: String)
    /// A file of the name is there and holds something else.
    case differs(path: String)

    /// One lower-case sentence without a full stop.
    var description: String {
        switch self {
        case .notOurs(let path, let format):
            "\(path) is there and was not made by export --as \(format), so it is not replaced; name another file or "
                + "remove it"
        case .differs(let path):
            "\(path) is there and holds something else, so it is not replaced; name another folder or remove it"
        }
    }
}
