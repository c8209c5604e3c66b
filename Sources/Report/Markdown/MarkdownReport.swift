import Bytes
import CaptureLog
import PushModel

/// The report in Markdown: blocks that are taken in order while there is room for them.
struct MarkdownReport {
    /// How many problems the head lists.
    static let listedProblems = 50
    /// The largest payload that is shown; a larger one is named.
    static let largestPayload = 4096
    /// The fewest bytes that a push takes.
    private static let smallestPush = 80

    private let budget: Int
    private var blocks: [[UInt8]] = []
    private var size = 0

    /// A report of at most so many bytes.
    init(budget: Int) {
        self.budget = budget
    }

    /// True when a push at the position can still find room.
    static func mayHold(_ position: Int, budget: Int) -> Bool {
        position < budget / smallestPush
    }

    /// Takes the block of the next push.
    mutating func append(_ block: [UInt8]) {
        guard size <= budget else { return }
        size += block.count + 2
        blocks.append(block)
    }

    /// The whole document; when it does not fit, the pushes that do and how many are missing.
    func document(_ head: ReportHead) -> [UInt8] {
        let heads = MarkdownReport.head(head)
        let separators = 2 * (heads.count + blocks.count) - 1
        let wholeSize = (heads + blocks).reduce(separators) { $0 + $1.count }
        let fits = wholeSize <= budget && blocks.count == head.summary.pushes
        let room = fits ? budget : budget - MarkdownLimits.leastBudget
        var output: [UInt8] = []
        func take(_ block: [UInt8]) -> Bool {
            let separator = output.isEmpty ? 0 : 1
            guard output.count + separator + block.count + 1 <= room else { return false }
            if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            output.append(contentsOf: block)
            output.append(UInt8(ascii: "\n"))
            return true
        }
        for block in heads { _ = take(block) }
        let shown = blocks.firstIndex { !take($0) } ?? blocks.count
        if shown < head.summary.pushes || output.isEmpty, room >= 0 {
            if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
            output.append(contentsOf: MarkdownReport.tail(head.summary.pushes - shown, budget: budget))
            output.append(UInt8(ascii: "\n"))
        }
        return output
    }

    private static func tail(_ missing: Int, budget: Int) -> [UInt8] {
        MarkdownBlock.rendered { document in
            document.paragraph { line in
                var words: [UInt8] = []
                words.append(missing, "more push is", "more pushes are")
                words.append(" not shown here, to stay within ")
                words.append(budget, "byte.", "bytes.")
                line.text(made: words)
            }
        }
    }

    private static func head(_ head: ReportHead) -> [[UInt8]] {
        let summary = head.summary
        var blocks = [
            MarkdownBlock.rendered { document in
                document.heading(1) { $0.sentence(head.title) }
                document.paragraph { $0.text(made: head.lead) }
                if let build = head.build {
                    document.paragraph { line in
                        line.text("Build ")
                        line.code(build)
                    }
                }
            }
        ]
        if let notes = head.notes {
            blocks.append(MarkdownBlock.rendered { document in document.heading(2) { $0.text("Notes") } })
            blocks.append(notes.markdown(under: 2))
        }
        if summary.pushes == 0 {
            blocks.append(
                MarkdownBlock.rendered { document in
                    document.paragraph { line in
                        line.text("The log holds no push. Start ")
                        line.code("pushrecorder --log captures.ndjson")
                        line.text(", point the backend at it instead of the vendor, and render the log again.")
                    }
                }
            )
        } else {
            blocks.append(MarkdownBlock.rendered { $0.totals(summary) })
            blocks.append(MarkdownBlock.rendered { $0.platforms(summary) })
        }
        blocks.append(MarkdownBlock.rendered { $0.gaps(head) })
        blocks.append(MarkdownBlock.rendered { $0.inputs(head.source.inputs) })
        if let log = head.log { blocks.append(MarkdownBlock.rendered { $0.log(log) }) }
        blocks.append(MarkdownBlock.rendered { $0.calls(head.source.excerpt.calls) })
        if summary.count(Finding.Severity.error) > 0 { blocks.append(MarkdownBlock.rendered { $0.problems(summary) }) }
        return blocks.filter { !$0.isEmpty }
    }
}

extension MarkdownBlock {
    fileprivate func totals(_ summary: RunSummary) {
        var rows: [[(MarkdownBlock) -> Void]] = [[{ $0.text("Verdict") }, { $0.text("Pushes") }]]
        for verdict in PushVerdict.allCases {
            rows.append([{ $0.text(verdict.word) }, { $0.text(made: decimal(summary.count(verdict))) }])
        }
        rows.append([{ $0.text("With errors") }, { $0.text(made: decimal(summary.count(Finding.Severity.error))) }])
        rows.append([{ $0.text("With warnings") }, { $0.text(made: decimal(summary.count(Finding.Severity.warning))) }])
        table(rows)
    }

    fileprivate func platforms(_ summary: RunSummary) {
        let reached = Platform.allCases.filter(summary.reaches)
        guard !reached.isEmpty else { return }
        var rows: [[(MarkdownBlock) -> Void]] = [[{ $0.text("Platform") }]]
        for outcome in Outcome.allCases { rows[0].append { $0.text(outcome.word) } }
        for platform in reached {
            var row: [(MarkdownBlock) -> Void] = [{ $0.text(platform.label) }]
            for outcome in Outcome.allCases { row.append { $0.text(made: decimal(summary.count(platform, outcome))) } }
            rows.append(row)
        }
        table(rows)
    }

    fileprivate func gaps(_ head: ReportHead) {
        let gaps = head.gaps
        if !gaps.contains(where: \.isLoss) { paragraph { $0.text("Nothing is missing from this report.") } }
        if !gaps.isEmpty {
            list { list in
                for gap in gaps.prefix(MarkdownReport.listedProblems) {
                    list.item { item in
                        item.strong(gap.isLoss ? "Missing:" : "Note:")
                        item.text(" ")
                        item.sentence(gap.text)
                    }
                }
            }
        }
        if let span = head.span { paragraph { $0.text(made: span) } }
    }

    fileprivate func calls(_ calls: [Excerpt.Call]) {
        guard !calls.isEmpty else { return }
        heading(2) { $0.text("Calls around the pushes") }
        list { list in
            for call in calls {
                list.item { item in
                    item.code(call.kind)
                    item.text(" ")
                    item.sentence(call.summary)
                    var words: [UInt8] = []
                    words.append(": ")
                    words.append(call.count, "call", "calls")
                    if call.status > 0 {
                        words.append(", answered ")
                        words.appendDecimal(call.status)
                    }
                    item.text(made: words)
                    guard let note = call.note else { return }
                    item.text(". ")
                    item.sentence(note)
                }
            }
        }
    }

    fileprivate func inputs(_ inputs: [ReportSource.Input]) {
        guard !inputs.isEmpty else { return }
        list { list in
            for input in inputs.prefix(MarkdownReport.listedProblems) {
                list.item { item in
                    item.code(input.name)
                    var words: [UInt8] = []
                    words.append(": ")
                    words.append(input.events, "event", "events")
                    words.append(", ")
                    words.append(input.bytes, "byte", "bytes")
                    words.append(", SHA-256 ")
                    item.text(made: words)
                    item.code(input.sha256)
                }
            }
        }
    }

    fileprivate func log(_ log: CarriedLog.Name) {
        paragraph { line in
            var words: [UInt8] = []
            words.append("The log of this report: ")
            words.append(log.lines, "line", "lines")
            words.append(", SHA-256 ")
            line.text(made: words)
            line.code(log.sha256)
        }
    }

    fileprivate func problems(_ summary: RunSummary) {
        heading(2) { $0.text("Problems first") }
        list { list in
            for problem in summary.problems.prefix(MarkdownReport.listedProblems) {
                list.item { item in
                    item.code(problem.title)
                    item.text(" ")
                    item.sentence(problem.message)
                }
            }
        }
        let cut = summary.count(Finding.Severity.error) - min(summary.problems.count, MarkdownReport.listedProblems)
        if cut > 0 { paragraph { $0.text(made: .counted(cut, "more is below.", "more are below.")) } }
    }
}

private func decimal(_ number: Int) -> [UInt8] {
    var digits: [UInt8] = []
    digits.appendDecimal(number)
    return digits
}
