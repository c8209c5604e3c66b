import Bytes
import Comparison

/// The diff in Markdown: a table of what it comes to, then a block for each entry while there is room for them.
struct DiffMarkdown {
    /// The fewest bytes that an entry takes.
    private static let smallestEntry = 40
    /// The longest value in bytes; of a longer one the beginning is shown.
    private static let valueBytes = 600

    private let comparison: Comparison
    private let options: DiffOptions
    private var blocks: [[UInt8]] = []
    private var size = 0

    init(_ comparison: Comparison, options: DiffOptions) {
        self.comparison = comparison
        self.options = options
    }

    /// True when an entry at the position can still find room.
    static func mayHold(_ position: Int, budget: Int) -> Bool { position < budget / smallestEntry }

    /// Takes the block of the next entry.
    mutating func append(_ block: [UInt8]) {
        guard size <= options.markdownBudget else { return }
        size += block.count + 2
        blocks.append(block)
    }

    /// The whole document; when it does not fit, the entries that do and how many are missing.
    var document: [UInt8] {
        let heads = head
        let whole = (heads + blocks).reduce(2 * (heads.count + blocks.count) - 1) { $0 + $1.count }
        let fits = whole <= options.markdownBudget && blocks.count == comparison.entries.count
        let room = fits ? options.markdownBudget : options.markdownBudget - MarkdownLimits.leastBudget
        var output: [UInt8] = []
        func take(_ block: [UInt8]) -> Bool {
            guard output.count + block.count + 2 <= room + (output.isEmpty ? 1 : 0) else { return false }
            if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            output += block
            output.append(UInt8(ascii: "\n"))
            return true
        }
        for block in heads { _ = take(block) }
        let shown = blocks.firstIndex { !take($0) } ?? blocks.count
        let missing = comparison.entries.count - shown
        if missing > 0 || output.isEmpty, room >= 0 {
            if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            output += MarkdownBlock.rendered { document in
                document.paragraph { line in
                    var words: [UInt8] = []
                    words.append(missing, "more difference is", "more differences are")
                    words.append(" not shown here, to stay within ")
                    words.append(options.markdownBudget, "byte.", "bytes.")
                    line.text(made: words)
                }
            }
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }

    private var head: [[UInt8]] {
        let totals = comparison.totals
        var counts: [(name: StaticString, count: Text)] = [("Regressions", Text("\(totals.regressions)"))]
        counts += Entry.Kind.allCases.map { ($0.word, Text("\(totals[$0])\(comparison.regressionsNote($0))")) }
        counts.append(("Unchanged", Text("\(totals.unchanged)")))
        let runs: [(StaticString, Comparison.Run)] = [("BASE", comparison.base), ("HEAD", comparison.head)]
        return [
            MarkdownBlock.rendered { document in
                document.heading(1) { $0.sentence(options.title) }
                document.paragraph { $0.sentence(Text("\(comparison.summary).")) }
                document.table(
                    [[{ $0.text("Pushes") }, { $0.text("Count") }]]
                        + counts.map { name, count in [{ $0.text(name) }, { $0.text(made: count.bytes) }] })
                document.list { list in
                    for (side, run) in runs {
                        list.item { item in
                            item.text(side)
                            item.text(" ")
                            item.code(run.name)
                            item.text(made: Array(": ".utf8) + .counted(run.digests.count, "push", "pushes"))
                        }
                    }
                    for note in comparison.notes { list.item { $0.sentence(note) } }
                }
            }
        ]
    }

    /// The block of an entry.
    static func block(of entry: Entry, in comparison: Comparison) throws -> [UInt8] {
        let name = PushName(try comparison.push(of: entry))
        let changes = try comparison.difference(of: entry.first)?.untold ?? []
        return MarkdownBlock.rendered { document in
            document.heading(3) { heading in
                if entry.isRegression { heading.text("Regression: ") }
                heading.text(entry.kind.word)
                heading.text(" ")
                heading.code(name.title.cut(to: DrawnText.lineLength))
                if let times = entry.times { heading.text(made: Array(", ".utf8) + times) }
            }
            document.paragraph { $0.code(name.place.cut(to: DrawnText.bodyLength)) }
            guard !changes.isEmpty else { return }
            document.list { list in
                for change in changes { list.item { $0.append(change) } }
            }
        }
    }

    fileprivate static func cut(_ text: Text) -> Text { Text(repairing: shortened(text.bytes, to: valueBytes)) }
}

extension MarkdownBlock {
    fileprivate func append(_ change: Change) {
        strong(change.aspect.word)
        text(" ")
        if let name = change.shownName { text(name) } else { code(change.name) }
        if change.isRegression { text(", a regression") }
        text(": ")
        switch (change.old, change.new) {
        case (let old?, let new?):
            code(DiffMarkdown.cut(old))
            text(" → ")
            code(DiffMarkdown.cut(new))
        case (let old?, nil):
            text("no longer ")
            code(DiffMarkdown.cut(old))
        case (nil, let new?):
            text("now ")
            code(DiffMarkdown.cut(new))
        case (nil, nil): break
        }
    }
}
