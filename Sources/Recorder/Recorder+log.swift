import Bytes
import CaptureLog
import Providers
import ReadAPI

/// Lines on their way into the log: staged one by one, written in one piece, in whatever file the path names by then.
extension Recorder {
    /// Notes a staged line for the index of the read API.
    func keep(_ content: KeptLine.Content, id: Text, time: Instant, offset: Int) {
        guard api != nil, let id = ulidValue(id.bytes[...]) else { return }
        stagedLines.append(KeptLine(id: id, time: time, offset: offset, length: line.count, content: content))
    }

    /// Makes ready for what is then written to ``line``.
    func beginLine() {
        if log.stagedBytes == 0, let run { followLog(run) }
        line.removeAll(keepingCapacity: true)
    }

    /// Stages ``line``.
    ///
    /// - Returns: where it will stand in the log.
    @discardableResult
    func endLine() -> Int {
        stagedLineCount += 1
        return log.stage(line)
    }

    func stage(_ run: Run) {
        let time = now()
        line.removeAll(keepingCapacity: true)
        writer.append(
            runOf: run.version, providers: Providers.all.map(\.name), limits: run.limits, listeners: run.listeners,
            id: identifiers.next(at: time), time: time, to: &line
        )
        endLine()
    }

    func commitLog() throws(CaptureLogError) {
        defer { stagedLineCount = 0 }
        try log.commit()
        linesInFile += stagedLineCount
    }

    /// Goes on in another file when the log is no longer where it was: with a `run` line of its own, and with a read API
    /// that knows what that file has.
    func followLog(_ run: Run) {
        guard let change = log.follow() else { return }
        if change != .moved { counts.lost += linesInFile }
        notify(.logChanged(change, lines: linesInFile))
        linesInFile = 0
        stage(run)
        if let (api, _) = api, let reader = try? log.reader() {
            api.index.begin(in: reader)
            if showsEarlier { try? api.index.appendLog() }
        }
    }
}
