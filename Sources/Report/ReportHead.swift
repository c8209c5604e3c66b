import Bytes
import CaptureLog
import PushModel

/// What the head of a report says: it is known once every push has been seen.
struct ReportHead {
    /// The heading.
    let title: Text
    /// The build that was tested.
    let build: Text?
    /// What a reviewer says about the run.
    let notes: Notes?
    /// What the pushes come to.
    let summary: RunSummary
    /// The logs and their groups.
    let source: ReportSource
    /// The log that the report was made from, once all of it was seen.
    var log: CarriedLog.Name?
    /// Which pushes are one send that was tried again.
    var attempts: Attempts?
    /// How many pushes are shown as rows for want of room; only a page has rows.
    private var rows = 0

    init(_ options: ReportOptions, summary: RunSummary, source: ReportSource) {
        title = options.title
        build = options.build
        notes = options.notes
        self.summary = summary
        self.source = source
    }

    /// The head of a page that shows some pushes as rows.
    func withRows(_ rows: Int) -> ReportHead {
        var head = self
        head.rows = rows
        return head
    }

    /// True when something that was recorded is not in the report.
    var isDegraded: Bool { gaps.contains(where: \.isLoss) }

    /// The first sentence.
    var lead: [UInt8] {
        guard summary.pushes > 0 else { return Array("Nothing was captured.".utf8) }
        var lead: [UInt8] = []
        lead.append(summary.pushes, "push was", "pushes were")
        lead.append(" captured; ")
        let noticed = summary.count(PushVerdict.notification)
        if noticed == summary.pushes {
            lead.append(noticed == 1 ? "a user would notice it." : "a user would notice all of them.")
        } else {
            lead.append("a user would notice ")
            if noticed == 0 { lead.append("none") } else { lead.appendDecimal(noticed) }
            lead.append(" of them.")
        }
        if let attempts, attempts.retriedSends > 0 {
            lead.append(UInt8(ascii: " "))
            lead.appendDecimal(attempts.retriedPushes)
            lead.append(" of them are ")
            lead.append(attempts.retriedSends, "send that was tried again", "sends that were tried again")
            if attempts.needlessAttempts > 0 {
                lead.append(", ")
                lead.append(attempts.needlessAttempts, "time", "times")
                lead.append(" after it had been accepted")
            }
            lead.append(".")
        }
        let errors = summary.count(Finding.Severity.error)
        if errors > 0 {
            lead.append(UInt8(ascii: " "))
            lead.append(errors, "push has an error.", "pushes have errors.")
        }
        return lead
    }

    /// What is missing from the report or was taken out of the log, losses first.
    var gaps: [ReportSource.Gap] {
        var gaps = source.gaps.filter(\.isLoss)
        if rows > 0 {
            var words: [UInt8] = []
            words.append(rows, "push is shown as a row", "pushes are shown as rows")
            words.append(
                " without a card, since the report has a limit of cards; pushes with findings got theirs first, and every"
            )
            words.append(" payload is in the log.")
            gaps.append(ReportSource.Gap(isLoss: true, text: Text(repairing: words)))
        }
        gaps.append(contentsOf: source.gaps.filter { !$0.isLoss })
        if summary.redactions > 0 {
            var words: [UInt8] = []
            words.append(
                summary.redactions, "secret was replaced by its digest", "secrets were replaced by their digests")
            words.append(" before the log was written.")
            gaps.append(ReportSource.Gap(isLoss: false, text: Text(repairing: words)))
        }
        return gaps + hiddenParts
    }

    /// What is hidden in the report and in the log that it carries.
    private var hiddenParts: [ReportSource.Gap] {
        summary.hiddenCounts.map { hidden in
            var words: [UInt8] = []
            if hidden.part == .targets {
                words.append("Names stand for the device tokens of ")
                words.append(hidden.count, "push", "pushes")
                words.append("; the same token has the same name in every report.")
            } else {
                words.append("The values in the payloads of ")
                words.append(hidden.count, "push are hidden", "pushes are hidden")
                words.append(": text is asterisks, a number 0, a boolean true; keys, types and lengths are as posted,")
                words.append(" and so are the values by which the services go.")
            }
            return ReportSource.Gap(isLoss: false, text: Text(repairing: words))
        }
    }

    /// When the pushes were captured; nil without any.
    var span: [UInt8]? {
        guard let span = summary.span else { return nil }
        var words: [UInt8] = []
        if span.lowerBound == span.upperBound {
            words.append("Captured at ")
            words.append(contentsOf: span.lowerBound.reading)
        } else {
            words.append("Captured from ")
            words.append(contentsOf: span.lowerBound.reading)
            words.append(" to ")
            words.append(contentsOf: span.upperBound.reading)
            let seconds = (span.upperBound.microseconds - span.lowerBound.microseconds + 500_000) / 1_000_000
            if seconds > 0 {
                words.append(" (")
                words.append(duration: seconds)
                words.append(")")
            }
        }
        words.append(".")
        return words
    }
}
