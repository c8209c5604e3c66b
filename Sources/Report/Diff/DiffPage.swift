import Bytes
import Comparison
import Filter

/// The page of a diff: what it comes to, then the entries under their headings.
struct DiffPage: Sendable {
    private let comparison: Comparison
    private let base: ComparedRun
    private let head: ComparedRun
    private let templates: ReportTemplates
    private let options: DiffOptions

    init(
        _ comparison: Comparison, base: ComparedRun, head: ComparedRun, templates: ReportTemplates, options: DiffOptions
    ) {
        self.comparison = comparison
        self.base = base
        self.head = head
        self.templates = templates
        self.options = options
    }

    /// Everything before the first entry.
    var top: [UInt8] {
        var output: [UInt8] = []
        templates.cache.expand(.diff, to: &output) { values in
            values.section(.top) { top in
                top.set(.policy, templates.policy)
                top.set(.title, captured: options.title)
                top.set(.lead, captured: Text("\(comparison.summary)."))
                top.setTiles(comparison)
                top.setRuns(comparison, gaps: (base.source.gaps, head.source.gaps))
                for line in RuleListing.lines(comparison.rules) {
                    top.section(.rule) { $0.set(.ruleText, captured: line) }
                }
                top.setContents(comparison)
                if comparison.entries.isEmpty { _ = top.section(.empty) }
            }
        }
        return output
    }

    /// Everything after the last entry.
    var bottom: [UInt8] {
        var output: [UInt8] = []
        templates.cache.expand(.diff, to: &output) { values in
            if !comparison.entries.isEmpty { _ = values.section(.groupEnd) }
            _ = values.section(.bottom)
        }
        return output
    }

    /// Appends an entry, with the heading of its section when it is the first there.
    func append(_ entry: Entry, at index: Int, to output: inout [UInt8]) throws {
        let section = DiffSection(entry)
        let isFirst = index == 0 || DiffSection(comparison.entries[index - 1]) != section
        let name = PushName(try comparison.push(of: entry))
        let changes = try comparison.difference(of: entry.first)?.changes ?? []
        templates.cache.expand(.diff, to: &output) { values in
            if isFirst {
                if index > 0 { _ = values.section(.groupEnd) }
                values.section(.groupStart) { start in
                    start.set(.groupId, section.rawValue + 1)
                    start.set(.groupLabel, section.heading)
                    start.set(.groupMeaning, section.meaning)
                    start.set(.groupCount, section.extent(in: comparison))
                }
            }
            values.section(.entryStart) { start in
                start.set(.id, index + 1)
                start.set(.entryClass, Array("\(entry.isRegression ? "regression " : "")\(entry.kind.rawValue)".utf8))
                start.set(.entryWord, entry.kind.word)
                start.set(.entryTitle, captured: name.title.cut(to: DrawnText.titleLength))
                start.set(.entryPlace, captured: name.place.cut(to: DrawnText.bodyLength))
                if let times = entry.times { start.show(.entryTimes).set(.entryTimesText, times) }
                if entry.isRegression { start.show(.entryRegression) }
                guard !changes.isEmpty else { return }
                let table = start.section(.changes)
                for change in changes { table.section(.change) { $0.setChange(change) } }
            }
        }
        if index < options.maximumCards {
            if let position = entry.first.base { try append(base, position, "base", "Before, in BASE", to: &output) }
            if let position = entry.first.head { try append(head, position, "head", "After, in HEAD", to: &output) }
        }
        templates.cache.expand(.diff, to: &output) { _ = $0.section(.entryEnd) }
    }

    private func append(
        _ run: ComparedRun, _ position: Int, _ side: StaticString, _ label: StaticString, to output: inout [UInt8]
    ) throws {
        templates.cache.expand(.diff, to: &output) { values in
            values.section(.sideStart) { start in
                start.set(.sideClass, side)
                start.set(.sideLabel, label)
            }
        }
        // The same event may be in both runs, and an identifier is one of the page only once.
        let push = try run.push(at: position).anchored(at: Text("\(side)-\(position + 1)"))
        templates.appendCard(push, to: &output)
        templates.cache.expand(.diff, to: &output) { _ = $0.section(.sideEnd) }
    }
}

extension TemplateValues {
    fileprivate func setTiles(_ comparison: Comparison) {
        let totals = comparison.totals
        let tiles: [(StaticString, StaticString, Int, StaticString, Entry.Kind?)] = [
            ("error", "error", totals.regressions, totals.regressions == 1 ? "regression" : "regressions", nil),
            ("warning", "warning", totals.changed, "changed", .changed),
            ("refused", "refused", totals.removed, "removed", .removed),
            ("notification", "notification", totals.added, "added", .added),
            ("silent", "shown", totals.unchanged, "unchanged", nil),
        ]
        for (name, icon, count, label, kind) in tiles {
            section(.tile) { tile in
                tile.set(.tileClass, name)
                tile.set(.tileIcon, icon)
                tile.set(.tileCount, count)
                tile.set(.tileLabel, label)
                let note = kind.map(comparison.regressionsNote) ?? ""
                // Without the space that parts it from a number in a sentence.
                if !note.isEmpty { tile.show(.tileNote).set(.tileNoteText, Array(note.bytes.dropFirst())) }
            }
        }
    }

    fileprivate func setRuns(_ comparison: Comparison, gaps: (base: [ReportSource.Gap], head: [ReportSource.Gap])) {
        let runs: [(StaticString, Comparison.Run, [ReportSource.Gap])] = [
            ("BASE", comparison.base, gaps.base), ("HEAD", comparison.head, gaps.head),
        ]
        for (label, run, gaps) in runs {
            section(.input) { input in
                input.set(.inputSide, label)
                input.set(.inputName, captured: run.name)
                input.set(.inputEvents, .counted(run.digests.count, "push", "pushes"))
            }
            // The notes tell what was selected, here as in the other forms.
            for gap in gaps where !gap.isSelection {
                section(.gap) { item in
                    item.set(.gapClass, gap.isLoss ? "warning" : "note")
                    item.set(.inputSide, label)
                    item.set(.gapText, captured: gap.text)
                }
            }
        }
        for note in comparison.notes { section(.note) { $0.set(.noteText, captured: note) } }
    }

    fileprivate func setContents(_ comparison: Comparison) {
        for part in DiffSection.allCases where part.count(in: comparison) > 0 {
            section(.content) { item in
                item.set(.contentId, part.rawValue + 1)
                item.set(.contentLabel, part.heading)
                item.set(.contentCount, part.extent(in: comparison))
            }
        }
    }

    fileprivate func setChange(_ change: Change) {
        set(.changeAspect, change.aspect.word)
        if let name = change.shownName {
            set(.changeName, name)
        } else {
            set(.changeName, captured: change.name)
        }
        if change.isRegression { show(.changeRegression) }
        let (old, new) = (change.old?.cutForShow, change.new?.cutForShow)
        let marks = Change(change.aspect, change.name, old: old, new: new).marks
        if let old {
            setPieces(
                marks?.old ?? [WordMarks.Piece(isMarked: true, text: old)], .oldPiece, .oldSame, .oldSameText, .oldGone,
                .oldGoneText)
        } else {
            show(.oldNone)
        }
        if let new {
            setPieces(
                marks?.new ?? [WordMarks.Piece(isMarked: true, text: new)], .newPiece, .newSame, .newSameText, .newCome,
                .newComeText)
        } else {
            show(.newNone)
        }
    }

    private func setPieces(
        _ pieces: [WordMarks.Piece], _ piece: TemplateName, _ same: TemplateName, _ sameText: TemplateName,
        _ marked: TemplateName, _ markedText: TemplateName
    ) {
        for item in pieces {
            section(piece) { values in
                values.show(item.isMarked ? marked : same).set(
                    item.isMarked ? markedText : sameText, VisibleText.visible(item.text, in: .payload))
            }
        }
    }
}

extension Text {
    /// The text, or its beginning and how much is left out.
    fileprivate var cutForShow: Text { Text(repairing: shortened(bytes, to: Change.shownBytes)) }
}
