import Bytes
import CaptureLog
import PushModel

extension ReportTemplates {
    /// Appends everything before the first group, and of an index the list of its pages.
    ///
    /// - Parameter pages: what the pages of an index come to.
    func appendTop(_ head: ReportHead, _ layout: PageLayout, pages: [RunSummary] = [], to output: inout [UInt8]) {
        appendFirstScreen(head, layout, to: &output)
        if let notes = head.notes, !layout.isPage {
            cache.expand(.report, to: &output) { _ = $0.section(.reviewStart) }
            output.append(contentsOf: notes.html(under: 2))
            cache.expand(.report, to: &output) { _ = $0.section(.reviewEnd) }
        }
        cache.expand(.report, to: &output) { values in
            values.section(.middle) { middle in
                if !layout.isPage { middle.setProblems(head.summary, layout) }
                middle.setAside(head, layout)
                middle.set(.pushesHeading, layout.heading)
                if hasScript, head.summary.pushes > 1, layout.hasCards { middle.show(.search) }
                if case .index(let split) = layout { middle.setPages(split, pages) }
                if head.summary.pushes == 0 { _ = middle.section(.empty) }
            }
        }
    }

    private func appendFirstScreen(_ head: ReportHead, _ layout: PageLayout, to output: inout [UInt8]) {
        cache.expand(.report, to: &output) { values in
            values.section(.top) { top in
                top.set(.policy, policy)
                top.set(.title, captured: head.title)
                top.setNeighbours(layout)
                guard !layout.isPage else { return }
                top.show(.firstScreen)
                if let build = head.build { top.show(.build).set(.buildText, captured: build) }
                top.set(.lead, head.lead)
                top.setTiles(head.summary)
                top.setPlatforms(head.summary)
                top.setGaps(head)
                top.setCalls(head.source.excerpt.calls)
                top.setInputs(head.source.inputs)
            }
        }
    }

    /// Appends what follows the last group, up to the log that the page may carry.
    ///
    /// - Parameter log: the log of the pushes, which the page carries or leaves out; nil where another page tells of it.
    func appendBottom(
        _ log: CarriedLog.Name?, carriesLog: Bool = false, _ layout: PageLayout, to output: inout [UInt8]
    ) {
        cache.expand(.report, to: &output) { values in
            values.section(.bottom) { bottom in
                bottom.show(hasScript ? layout.hasCards ? .script : .indexScript : .noScript)
                bottom.setNeighbours(layout)
                guard let log else { return }
                bottom.section(carriesLog ? .carriedLog : .leftLog) { words in
                    words.set(.logLines, .counted(log.lines, "line", "lines"))
                    words.set(.logHash, captured: log.sha256)
                }
            }
        }
    }

    /// Appends the end of the page.
    func appendEnd(to output: inout [UInt8]) {
        cache.expand(.report, to: &output) { _ = $0.section(.end) }
    }
}

extension TemplateValues {
    fileprivate func setTiles(_ summary: RunSummary) {
        func tile(
            _ name: StaticString, icon: StaticString, _ count: Int, _ singular: StaticString, _ plural: StaticString
        ) {
            section(.tile) { tile in
                tile.set(.tileClass, name)
                tile.set(.tileIcon, icon)
                tile.set(.tileCount, count)
                tile.set(.tileLabel, count == 1 ? singular : plural)
            }
        }
        tile("notification", icon: "notification", summary.verdicts[0], "notification", "notifications")
        tile("silent", icon: "silent", summary.verdicts[1], "silent", "silent")
        tile("empty", icon: "empty", summary.verdicts[2], "empty", "empty")
        tile("refused", icon: "refused", summary.verdicts[3], "refused", "refused")
        tile("error", icon: "error", summary.count(Finding.Severity.error), "with an error", "with errors")
        tile("warning", icon: "warning", summary.count(Finding.Severity.warning), "with a warning", "with warnings")
    }

    fileprivate func setPlatforms(_ summary: RunSummary) {
        let reached = Platform.allCases.filter(summary.reaches)
        guard !reached.isEmpty else { return }
        let table = section(.platforms)
        for platform in reached {
            table.section(.platform) { row in
                row.set(.platformName, platform.label)
                for outcome in Outcome.allCases {
                    row.section(.outcome) { cell in
                        let count = summary.count(platform, outcome)
                        cell.set(.outcomeClass, count == 0 ? Array("zero".utf8) : Array(outcome.rawValue.utf8))
                        cell.set(.outcomeCount, count)
                    }
                }
            }
        }
    }

    fileprivate func setGaps(_ head: ReportHead) {
        let gaps = head.gaps
        if !gaps.contains(where: \.isLoss) { _ = section(.complete) }
        if !gaps.isEmpty {
            let list = section(.incomplete)
            for gap in gaps {
                list.section(.gap) { item in
                    item.set(.gapClass, gap.isLoss ? "warning" : "note")
                    item.set(.gapText, captured: gap.text)
                }
            }
        }
        if let span = head.span { section(.span) { $0.set(.spanText, span) } }
    }

    fileprivate func setCalls(_ calls: [Excerpt.Call]) {
        guard !calls.isEmpty else { return }
        let table = section(.calls)
        table.set(.callsSummary, .counted(calls.reduce(0) { $0 + $1.count }, "call", "calls"))
        for call in calls {
            table.section(.call) { row in
                row.set(.callKind, captured: call.kind)
                row.set(.callText, captured: call.summary)
                row.set(.callCount, call.count)
                if call.status > 0 { row.section(.callAnswer) { $0.set(.callStatus, call.status) } }
                if let note = call.note { row.section(.callNote) { $0.set(.callNoteText, captured: note) } }
            }
        }
    }

    fileprivate func setInputs(_ inputs: [ReportSource.Input]) {
        guard !inputs.isEmpty else { return }
        let table = section(.inputs)
        var summary: [UInt8] = []
        summary.append(inputs.count, "log", "logs")
        summary.append(", ")
        summary.append(inputs.reduce(0) { $0 + $1.events }, "event", "events")
        table.set(.inputsSummary, summary)
        for input in inputs {
            table.section(.input) { row in
                row.set(.inputName, captured: input.name)
                row.set(.inputEvents, input.events)
                row.set(.inputBytes, input.bytes)
                row.set(.inputHash, captured: input.sha256)
            }
        }
    }

    fileprivate func setProblems(_ summary: RunSummary, _ layout: PageLayout) {
        let errors = summary.count(Finding.Severity.error)
        guard errors > 0 else { return }
        let list = section(.problems)
        list.set(.problemsLead, .counted(errors, "push has an error.", "pushes have an error."))
        for problem in summary.problems {
            list.section(.problem) { item in
                item.set(.linkPage, layout.link(to: problem.position))
                item.set(.problemId, problem.anchor.bytes)
                item.set(.problemTitle, captured: problem.title)
                item.set(.problemMessage, captured: problem.message)
                guard problem.others > 0 else { return }
                var words: [UInt8] = []
                words.append("and ")
                words.append(problem.others, "other finding", "other findings")
                item.section(.problemMore) { $0.set(.problemMoreText, words) }
            }
        }
        let cut = errors - summary.problems.count
        if cut > 0 {
            list.section(.problemsCut) { $0.set(.problemsCutText, .counted(cut, "more is below.", "more are below.")) }
        }
    }
}
