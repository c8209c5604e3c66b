package import Bytes
package import CaptureLog
package import PushModel

/// Makes reports: one pass over the pushes, any of three writers.
///
/// Shape: pushes are read and rendered in slices on as many threads as there are processors, and written in capture
/// order, so the same input gives the same bytes. What follows the head of a page is kept in a file without a name
/// until the totals are known; memory grows by a few bytes for each group of pushes and not with the pushes.
package struct ReportRenderer: Sendable {
    /// What the report is made from.
    private let source: ReportSource
    private let options: ReportOptions
    private let reader: PushReader

    /// A renderer of a source.
    ///
    /// - Parameter read: what a captured exchange means; by default its provider says so.
    package init(
        source: ReportSource,
        options: ReportOptions = ReportOptions(),
        read: @escaping @Sendable (Exchange, Instant) -> PushReading = PushReading.init(of:at:)
    ) {
        self.source = source
        self.options = options
        reader = PushReader(source, meaning: read)
    }

    /// Where the results go; each that is nil is not made.
    package struct Outputs: Sendable, Equatable {
        /// The path of the page.
        package var html: String?
        /// The path of the Markdown.
        package var markdown: String?
        /// The path of the JSON document.
        package var json: String?

        /// Nothing.
        package init(html: String? = nil, markdown: String? = nil, json: String? = nil) {
            self.html = html
            self.markdown = markdown
            self.json = json
        }
    }

    /// What was made.
    package struct Result: Sendable {
        /// What the pushes come to.
        package let summary: RunSummary
        /// True when there was no push.
        package var isEmpty: Bool { summary.pushes == 0 }
        /// How many pushes were shown as rows, for want of room for cards.
        package let rows: Int
        /// True when something was lost on the way from the wire to the report: damage in a log, or room for cards.
        package let isDegraded: Bool
        /// The paths of the style sheets that were written beside the page.
        package let styleSheets: [String]
        /// The paths of pages that were removed: an earlier report in their place had more of them.
        package let removedPages: [String]
    }

    /// Makes the outputs.
    ///
    /// - Throws: ``ReportError``; nothing is left at a path whose output failed.
    package func write(_ outputs: Outputs) async throws -> Result {
        let attempts = try await Attempts(of: source)
        let templates = try ReportTemplates(overrides: options.templates, css: options.css, script: options.hasScript)
        let cards = outputs.html == nil ? .everything : try await cardChoice()
        let slices = Slice.all(of: Batch.all(of: source.groups, pageLength: options.pageLength))
        var writers = try Writers(outputs, source: source, templates: templates, options: options)
        var summary = RunSummary()
        var sorts = PushSorts()
        try writers.begin(source.excerptLine)
        try await inOrder(slices) { slice in
            try rendered(slice, templates: templates, cards: cards, attempts: attempts, outputs: outputs)
        } consume: { rendered in
            var rendered = rendered
            summary.add(rendered.summary)
            sorts.formUnion(rendered.sorts)
            if rendered.endsGroup {
                templates.appendGroupEnd(sorts, to: &rendered.html)
                sorts = PushSorts()
            }
            try writers.append(rendered)
        }
        var head = ReportHead(options, summary: summary, source: source)
        head.attempts = attempts
        let styleSheets = writers.styleSheets.map(\.path)
        let pages = try writers.finish(&head, rows: cards.rows)
        return Result(
            summary: summary, rows: cards.rows, isDegraded: cards.rows > 0 || head.isDegraded,
            styleSheets: styleSheets, removedPages: pages)
    }

    /// Which pushes get a card: all of them, or those with the worst findings first and then in capture order.
    private func cardChoice() async throws -> CardChoice {
        // A page of a split report has no more pushes than there may be cards.
        guard source.count > options.maximumCards, options.pageLength == nil else { return .everything }
        var severities: [Finding.Severity?] = []
        severities.reserveCapacity(source.count)
        try await inOrder(Slice.all(of: Batch.all(of: source.groups))) { slice in
            try slice.pushes.map { try reader.push(at: $0, under: nil).severity }
        } consume: {
            severities.append(contentsOf: $0)
        }
        return CardChoice(severities, limit: options.maximumCards)
    }

    private func rendered(
        _ slice: Slice,
        templates: ReportTemplates,
        cards: CardChoice,
        attempts: Attempts,
        outputs: Outputs
    ) throws -> RenderedSlice {
        var rendered = RenderedSlice()
        rendered.start = slice.pushes.lowerBound
        let group = source.groups[slice.batch.group]
        if outputs.html != nil, slice.isFirst {
            templates.appendStart(of: slice.batch, in: source, to: &rendered.html)
        }
        if slice.pushes.lowerBound == group.pushes.lowerBound { rendered.lines = group.markLine }
        var writer = EventWriter()
        for position in slice.pushes {
            let push = try reader.push(at: position, under: group.label).attempt(attempts[position])
            rendered.summary.add(push)
            rendered.sorts.insert(push)
            writer.append(push.exchange, id: push.id, time: push.time, to: &rendered.lines)
            if outputs.html != nil {
                if cards.isCard(position) {
                    templates.appendCard(push, to: &rendered.html)
                } else {
                    templates.appendRow(push, to: &rendered.html)
                }
            }
            if outputs.markdown != nil, MarkdownReport.mayHold(position, budget: options.markdownBudget) {
                let heading = position == group.pushes.lowerBound ? source.heading(of: group) : nil
                rendered.markdown.append(MarkdownReport.block(of: push, startOf: heading))
            }
            if outputs.json != nil { JSONReport.append(push, to: &rendered.json) }
        }
        if outputs.html != nil, slice.isLast {
            templates.appendBatchEnd(to: &rendered.html)
            rendered.endsGroup = slice.batch.isLast
        }
        if outputs.html != nil, options.carriesLog { rendered.foldedLines = try CarriedLog.folded(rendered.lines) }
        return rendered
    }
}

/// A piece of a batch that is rendered at once: small enough for memory, large enough to be worth a task.
struct Slice: Sendable {
    /// How many pushes a slice has at most.
    static let maximumPushes = 50

    let batch: Batch
    let pushes: Range<Int>

    var isFirst: Bool { pushes.lowerBound == batch.pushes.lowerBound }
    var isLast: Bool { pushes.upperBound == batch.pushes.upperBound }

    static func all(of batches: [Batch]) -> [Slice] {
        batches.flatMap { batch in
            stride(from: batch.pushes.lowerBound, to: batch.pushes.upperBound, by: maximumPushes).map { start in
                Slice(batch: batch, pushes: start..<min(start + maximumPushes, batch.pushes.upperBound))
            }
        }
    }
}

/// A slice in all the forms that were asked for.
struct RenderedSlice: Sendable {
    /// The position of its first push.
    var start = 0
    var summary = RunSummary()
    var html: [UInt8] = []
    /// The sorts of its pushes.
    var sorts = PushSorts()
    /// True when the page's part of a group ends with it.
    var endsGroup = false
    var json: [UInt8] = []
    var markdown: [[UInt8]] = []
    /// The lines of the log.
    var lines: [UInt8] = []
    /// The same as gzip, for a page that carries its log.
    var foldedLines: [UInt8] = []
}

/// Which pushes get a card.
struct CardChoice: Sendable {
    /// How many get a row.
    let rows: Int
    /// For each push whether it gets a card; nil when all do.
    private let hasCard: [Bool]?

    /// Every push gets a card.
    static var everything: CardChoice { CardChoice(rows: 0, hasCard: nil) }

    private init(rows: Int, hasCard: [Bool]?) {
        self.rows = rows
        self.hasCard = hasCard
    }

    /// - Parameter severities: the worst severity of each push.
    init(_ severities: [Finding.Severity?], limit: Int) {
        var room = limit
        var hasCard = [Bool](repeating: false, count: severities.count)
        for severity in Finding.Severity.allCases.sorted(by: >) + [nil] {
            for position in severities.indices where severities[position] == severity && room > 0 {
                hasCard[position] = true
                room -= 1
            }
        }
        self.init(rows: hasCard.count { !$0 }, hasCard: hasCard)
    }

    func isCard(_ position: Int) -> Bool { hasCard?[position] ?? true }
}

extension PushReading {
    /// What can be said of a push to a provider that this version does not know.
    package static var unknownProvider: PushReading {
        PushReading(
            message: Message(),
            verdicts: Verdicts(),
            findings: [
                Finding(
                    code: "unknown-provider",
                    severity: .note,
                    place: .request,
                    message: "The log names a provider that this version does not know.",
                    help: "Render the log with the version that recorded it, or a later one."
                )
            ]
        )
    }
}
