import Bytes
import CaptureLog
import CommandLineTool
import Filter

/// The words of `query` and `check`, told apart: the logs, and the filter that may come last.
///
/// The last word is the filter when another word comes before it, it names nothing that exists, and it does not look
/// like a path. So a log that is missing is an error and never a filter that matches nothing.
struct LogArguments {
    /// What help says of it.
    static let rule = """
        The last word is the filter if it names no file and does not look like a path; one that looks like a path is a \
        log, and missing logs are errors. Where that is not enough, or where the filter begins with -, name it with \
        --where FILTER. It is one word for the shell: quote it as a whole, as in 'kind:silent title:"Order shipped"'.
        """

    let logs: [String]
    /// Nil when no filter is given.
    let filter: Filter?

    /// - Parameters:
    ///   - filter: what `--where` says; then all words are logs.
    ///   - areLogsNeeded: false when the logs may still be missing.
    init(_ words: [String], where filter: String?, areLogsNeeded: Bool = true) throws(UsageError) {
        if let filter {
            logs = words
            self.filter = try Filter(argument: filter)
        } else if words.count > 1, let last = words.last, LogArguments.isFilter(last) {
            logs = words.dropLast()
            self.filter = try Filter(argument: last)
        } else {
            logs = words
            self.filter = nil
        }
        if areLogsNeeded, logs.count > 1, let word = logs.first(where: LogArguments.isFilter) {
            throw .refused("'\(word)' names no log; a filter is one quoted word and comes after the logs")
        }
    }

    private static func isFilter(_ word: String) -> Bool {
        (!isPathLike(word) || lacksColon(word)) && !LogSet.isInput(word)
    }

    /// True for a filter in which a field lacks its colon: `outgoing.path=/3/device/a`.
    private static func lacksColon(_ word: String) -> Bool {
        do throws(FilterError) {
            _ = try Filter(parsing: Array(word.utf8))
            return false
        } catch {
            if case .missingColon = error { return true }
            return false
        }
    }

    /// True when there is a slash before anything that only filters have, or when it ends as logs do.
    private static func isPathLike(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        let marks = [UInt8](":\"( \t\n".utf8)
        let plain = bytes.prefix { !marks.contains($0) }
        if plain.contains(UInt8(ascii: "/")) { return true }
        return plain.count == bytes.count
            && (ASCII.hasSuffix(plain, ".ndjson") || ASCII.hasSuffix(plain, ".jsonl") || ASCII.hasSuffix(plain, ".gz")
                || ASCII.hasSuffix(plain, ".html"))
    }
}

extension Filter {
    /// Reads a filter from the command line.
    init(argument: String) throws(UsageError) {
        do throws(FilterError) {
            try self.init(parsing: Array(argument.utf8))
        } catch {
            throw .refused("the filter is not understood, \(error)")
        }
    }

    /// The filter as a sentence names it.
    var phrase: Text { text.isEmpty ? "every push" : text }
}
