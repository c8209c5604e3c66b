package import Bytes

/// A comparison in lines for a person.
///
/// Captured text stands in a line as it was captured, line breaks included: whoever prints the lines makes each of them
/// safe for its place as a whole.
package enum ComparisonLines {
    /// How many entries are told; the rest is counted.
    package static let entryLimit = 200
    /// The longest value in bytes; of a longer one the beginning is told.
    package static let valueLimit = 400

    /// The summary, the entries and the notes.
    package static func lines(_ comparison: Comparison) throws -> [Text] {
        var lines = [comparison.summary]
        for entry in comparison.entries.prefix(entryLimit) {
            lines.append("")
            lines += try self.lines(of: entry, in: comparison)
        }
        let rest = comparison.entries.count - entryLimit
        if rest > 0 { lines += ["", Text("\(rest) more are not listed here; write them to a file with -o")] }
        let notes = comparison.notes
        return notes.isEmpty ? lines : lines + [""] + notes
    }

    /// One entry: what it is, and what is different.
    package static func lines(of entry: Entry, in comparison: Comparison) throws -> [Text] {
        let name = PushName(try comparison.push(of: entry))
        let word = entry.isRegression ? "\(entry.kind.rawValue), regression" : entry.kind.rawValue
        let times = entry.count == 1 ? "" : " (\(entry.count) times)"
        let difference = try comparison.difference(of: entry.first)
        return [Text("\(word): \(name.title)\(times)"), Text("  \(name.place)")]
            + (difference?.untold ?? []).flatMap(lines)
    }

    private static func lines(of change: Change) -> [Text] {
        let name: Text = change.name.isEmpty ? "whole body" : change.name
        let head = "  \(change.isRegression ? "! " : "")\(change.aspect.word) \(name)"
        switch (change.old, change.new) {
        case (nil, nil): return [Text(head)]
        case (nil, let new?): return [Text("\(head): now \(short(new))")]
        case (let old?, nil): return [Text("\(head): no longer \(short(old))")]
        case (let old?, let new?):
            guard let marks = change.marks, old.bytes.count > 20 || new.bytes.count > 20 else {
                return [Text("\(head): \(short(old)) → \(short(new))")]
            }
            return [
                Text(head), Text("    - \(marked(marks.old, "[-", "-]"))"),
                Text("    + \(marked(marks.new, "{+", "+}"))"),
            ]
        }
    }

    private static func marked(_ pieces: [WordMarks.Piece], _ start: String, _ end: String) -> Text {
        let isWhole = pieces.allSatisfy(\.isMarked)
        return short(
            Text(pieces.map { $0.isMarked && !isWhole ? "\(start)\($0.text)\(end)" : "\($0.text)" }.joined()))
    }

    private static func short(_ text: Text) -> Text { Text(repairing: shortened(text.bytes, to: valueLimit)) }
}
