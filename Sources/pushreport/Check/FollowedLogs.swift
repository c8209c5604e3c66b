import Bytes
import CaptureLog
import CommandLineTool
import Expectations
import Filter
import PushModel
import Report

/// Logs that are still being written, checked as they grow until the answer is settled or the time is over.
struct FollowedLogs {
    /// How long it is waited when nothing is said.
    static let usualTime = Duration.seconds(5)
    /// How long nothing is looked at between two looks.
    private static let pause = Duration.milliseconds(20)

    private var tails: [(path: String, tail: LogTail, mark: Text?)]
    private let within: Duration
    private let settle: Duration?

    /// - Parameters:
    ///   - within: how long it is waited at most; by default ``usualTime``, or `settle` where that is longer.
    ///   - settle: how long an answer that may still change has to stand before it is given.
    init(_ paths: [String], within: TimeSpan?, settle: TimeSpan?) throws(UsageError) {
        guard !paths.contains("-") else { throw .refused("standard input cannot be followed; name the file") }
        tails = paths.map { ($0, LogTail(path: $0), nil) }
        self.settle = settle.map(Duration.init)
        self.within = within.map(Duration.init) ?? max(FollowedLogs.usualTime, self.settle ?? .zero)
    }

    /// Reads until the answer is settled or the time is over.
    mutating func check(_ run: inout CheckedRun) async throws {
        let clock = ContinuousClock()
        try read(into: &run)
        let start = clock.now
        var report = run.report
        var lastMatch = start
        while !report.isSettled {
            let now = clock.now
            if now - start >= within { break }
            if let settle, report.holds, now - lastMatch >= settle { break }
            try await Task.sleep(for: FollowedLogs.pause)
            guard try read(into: &run) else { continue }
            let before = report
            report = run.report
            if !zip(report.results, before.results).allSatisfy({ $0.matched == $1.matched }) { lastMatch = clock.now }
        }
        if let missing = tails.first(where: { !$0.tail.isOpen }) { throw CaptureLogError.missing(path: missing.path) }
        run.damage = tails.filter { $0.tail.damagedLines > 0 }.map { path, tail, _ in
            let count = tail.damagedLines
            return Text("\(path): \(count == 1 ? "1 damaged line was" : "\(count) damaged lines were") passed over.")
        }
    }

    /// - Returns: true when there was something new.
    @discardableResult
    private mutating func read(into run: inout CheckedRun) throws -> Bool {
        var isNew = false
        for position in tails.indices {
            var mark = tails[position].mark
            try tails[position].tail.read { event in
                isNew = true
                switch event.content {
                case .push(let exchange):
                    let reading = PushReading(of: exchange, at: event.time)
                    run.add(
                        FilterSubject(id: event.id, time: event.time, exchange: exchange, reading: reading, mark: mark))
                case .mark(let label): mark = label
                case .run(let line): run.addRun(line)
                case .request(let exchange): run.addStrayRequests(exchange.isCall ? 0 : 1)
                case .reset, .end, .unknown: break
                }
            }
            tails[position].mark = mark
        }
        return isNew
    }
}

extension Duration {
    fileprivate init(_ span: TimeSpan) {
        self = .microseconds(span.microseconds)
    }
}
