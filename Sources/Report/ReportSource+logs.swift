import Bytes
package import CaptureLog

extension ReportSource {
    /// Where events of other kinds stand among the pushes costs four bytes for each push.
    private struct Pushes: Sendable {
        let logs: LogSet
        let positions: [UInt32]

        func event(_ push: Int) throws(CaptureLogError) -> Event { try logs.event(at: Int(positions[push])) }
    }

    /// The source that a set of logs is: its pushes under their marks, its problems as gaps.
    package init(logs: LogSet) {
        var positions: [UInt32] = []
        positions.reserveCapacity(logs.counts.pushes)
        var groups: [Group] = []
        var last: LogMark?
        var start = 0
        var tally = CallTally(logs.calls)
        func endGroup() {
            guard positions.count > start else { return }
            let mark = last.map { Mark(id: $0.id, time: $0.time) }
            groups.append(Group(label: last?.label, pushes: start..<positions.count, mark: mark))
        }
        for position in 0..<logs.count where logs.isRequest(at: position) {
            guard case .request(let exchange)? = (try? logs.event(at: position))?.content else { continue }
            tally.add(exchange)
        }
        for position in 0..<logs.count where logs.isPush(at: position) {
            let mark = logs.lastMark(before: position)
            if mark?.label != last?.label {
                endGroup()
                start = positions.count
                last = mark
            }
            positions.append(UInt32(truncatingIfNeeded: position))
        }
        endGroup()
        var excerpt = logs.excerpt
        excerpt.calls = tally.calls
        let pushes = Pushes(logs: logs, positions: positions)
        self.init(
            inputs: logs.inputs.map { input in
                Input(name: input.name, events: input.events, bytes: input.bytes, sha256: input.sha256)
            },
            gaps: excerpt.gaps,
            excerpt: excerpt,
            groups: groups
        ) { try pushes.event($0) }
    }
}

extension Excerpt {
    /// How many problems are told one by one; a log of rubbish has as many as it has lines.
    private static let listedProblems = 100

    /// What a report says of them.
    var gaps: [ReportSource.Gap] {
        var gaps = problems.prefix(Excerpt.listedProblems).map { problem in
            var words = problem.input.bytes
            if let line = problem.line {
                words.append(", line ")
                words.appendDecimal(line)
            }
            words.append(": ")
            words.append(contentsOf: problem.message.bytes)
            words.append(".")
            return ReportSource.Gap(
                isLoss: problem.severity == .damage, isDoubt: problem.isDoubt, text: Text(repairing: words))
        }
        if problems.count > Excerpt.listedProblems {
            let rest = problems.dropFirst(Excerpt.listedProblems)
            var words: [UInt8] = []
            words.append(rest.count, "more problem of the logs is", "more problems of the logs are")
            words.append(" not listed here.")
            gaps.append(
                ReportSource.Gap(isLoss: rest.contains { $0.severity == .damage }, text: Text(repairing: words))
            )
        }
        let strays = strayRequests
        if strays > 0 {
            var words: [UInt8] = []
            words.append(strays, "request to no provider's route is", "requests to no provider's route are")
            words.append(" in the log and not in this report.")
            gaps.append(ReportSource.Gap(isLoss: false, text: Text(repairing: words)))
        }
        if counts.unknown > 0 {
            var words: [UInt8] = []
            words.append(counts.unknown, "event", "events")
            words.append(" of a kind that this version does not know ")
            words.append(counts.unknown == 1 ? "was passed over." : "were passed over.")
            gaps.append(ReportSource.Gap(isLoss: false, text: Text(repairing: words)))
        }
        return gaps + selections.map(ReportSource.Gap.init)
    }
}
