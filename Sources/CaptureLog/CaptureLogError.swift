import Glibc

/// Why a log cannot be opened, written or read at all. Damage inside one is a ``LogProblem``.
package enum CaptureLogError: Error, Equatable {
    /// There is no file or folder of this name.
    case missing(path: String)
    /// No name fits the pattern.
    case nothingMatches(pattern: String)
    /// The folder holds no file whose name ends as a log's does.
    case noLogs(folder: String)
    /// A system call on the file or folder failed.
    case system(call: StaticString, path: String, code: Int32)
    /// The log is to be written to something that is not a regular file.
    case notRegular(path: String)
    /// The log cannot grow line by line, as it is compressed or carried by a report.
    case notFollowed(path: String)
    /// Another process holds the lock on the log.
    case inUse(path: String)
    /// The input is no longer what it was when it was opened.
    case changed(name: String)
    /// The input is an HTML page without a log in it.
    case pageWithoutLog(name: String)
    /// The input is a report, and the log in it is not the one that was put there.
    case pageDamaged(name: String)
    /// The input is a report, and the log in it has more bytes than the limit.
    case pageUnfoldsTooFar(name: String, limit: Int)
    /// The input is a report with another one behind it.
    case severalPages(name: String)

    package static func == (left: CaptureLogError, right: CaptureLogError) -> Bool {
        left.description == right.description
    }
}

extension CaptureLogError: CustomStringConvertible {
    /// One sentence without a full stop.
    package var description: String {
        switch self {
        case .missing(let path): "\(path) does not exist"
        case .nothingMatches(let pattern): "no file matches \(pattern)"
        case .noLogs(let folder): "the folder \(folder) holds no .ndjson, .jsonl, .ndjson.gz or .jsonl.gz file"
        case .system(let call, let path, let code): "\(call) \(path): \(reason(of: code))"
        case .notRegular(let path): "\(path) is not a regular file, and a log can only be appended to one"
        case .notFollowed(let path):
            "\(path) is compressed or a report, and only a log that a recorder writes can be followed"
        case .inUse(let path):
            "\(path) is being written by another recorder; stop that one or name another log"
        case .changed(let name): "\(name) changed while it was read"
        case .pageWithoutLog(let name):
            "\(name) is a page that carries no log: it is no report, was made with --no-log, was cut off, or is one of "
                + "the pages that --split makes; name the capture log itself, or the index of those pages"
        case .pageDamaged(let name):
            "the log in \(name) was cut off or edited, as its lines do not have the SHA-256 that the page says; take the "
                + "report as it was made, or name the capture log itself"
        case .pageUnfoldsTooFar(let name, let limit):
            "the log in \(name) holds more than \(limit) bytes; name the capture log itself"
        case .severalPages(let name):
            "\(name) holds several reports, one behind the other; keep each in a file of its own and name all of them"
        }
    }
}

private func reason(of code: Int32) -> String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
}
