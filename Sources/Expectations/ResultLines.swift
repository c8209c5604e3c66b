package import Bytes
package import Filter

/// A report in lines for a person.
///
/// Captured text stands in a line as it was captured, line breaks included: whoever prints the lines makes each of them
/// safe for its place as a whole.
///
/// Limits: a line about an expectation is cut at ``maximumLineBytes`` and says so, as one push may hold megabytes.
package enum ResultLines {
    /// The longest line in bytes.
    package static let maximumLineBytes = 1000

    /// One line for each expectation that holds, several for each that does not, and a summary.
    package static func lines(_ report: ExpectationReport) -> [Text] {
        var lines: [Text] = []
        for result in report.results {
            if result.holds {
                lines.append(Text("ok      \(result.name) (\(result.matched) matched)"))
            } else {
                lines.append(Text("failed  \(result.name)"))
                lines += failure(result).map { Text(repairing: shortened(Text("  \($0)").bytes, to: maximumLineBytes)) }
            }
        }
        let held = report.results.count { $0.holds }
        let pushes = report.captured == 1 ? "1 push" : "\(report.captured) pushes"
        lines.append(Text("\(held) of \(report.results.count) expectations hold, \(pushes) captured"))
        if report.captured == 0 { lines.append("nothing was captured") }
        return lines + report.notes
    }

    /// What is wrong with one result, and what came closest.
    package static func failure(_ result: ExpectationResult) -> [Text] {
        let filter: Text = result.filter.isEmpty ? "every push" : result.filter
        var lines = [Text("expected \(result.count.text) of: \(filter)")]
        lines += result.failures.map(\.text)
        if result.moreFailures > 0 { lines.append(Text("and \(result.moreFailures) more")) }
        if let most = result.count.atMost, result.matched > most {
            lines += result.matches.map { Text("matched: \(name(of: $0))") }
            let rest = result.matched - Int64(result.matches.count)
            if rest > 0 { lines.append(Text("and \(rest) more that matched")) }
        }
        if result.ungrouped > 0 { lines.append(Text("\(result.ungrouped) matched without a key and are in no group")) }
        return lines + nearest(result.nearest)
    }

    /// What came closest to a filter, and which of its terms held.
    package static func nearest(_ misses: [NearMiss]) -> [Text] {
        misses.enumerated().flatMap { position, miss in
            [Text("nearest \(position + 1): \(name(of: miss.subject))")]
                + miss.explanation.lines.map { Text("  \($0.holds ? "holds" : "fails")  \($0.term)\(reason($0))") }
        }
    }

    private static func name(of subject: SubjectReference) -> String {
        let title = subject.title.map { " \"\($0)\"" } ?? ""
        return "\(subject.id) at \(Text(repairing: subject.time.rfc3339))\(title)"
    }

    private static func reason(_ line: Explanation.Line) -> String {
        if line.holds { return "" }
        return ": expected that it \(line.wanted), but \(ExpectationFailure.found(line.actual))"
    }
}
