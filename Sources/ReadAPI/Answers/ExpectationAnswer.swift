import Expectations
import Filter
import HTTPMessage
import HTTPServer

/// The answer to a check: every push against the expectations, a few in each turn; then as long a wait as was asked for
/// while they do not hold and still can, and another while they hold and still could not.
final class ExpectationAnswer: LaterResponse {
    private let expectations: [Expectation]
    private let api: ReadAPI
    private let place: Capacity.Place?
    private let settle: Duration?
    private var waiting: Waiting
    private var standing: Waiting
    private var run: ExpectationRun
    private var scan: IndexScan
    private var report: ExpectationReport
    /// The removals from the index that ``run`` knows of.
    private var removals: Int

    init(_ expectations: [Expectation], wait: Duration?, settle: Duration?, api: ReadAPI, place: Capacity.Place?) {
        self.expectations = expectations
        self.api = api
        self.place = place
        self.settle = settle
        waiting = Waiting(wait)
        standing = Waiting(settle)
        let run = ExpectationRun(expectations)
        self.run = run
        report = run.report
        scan = IndexScan(from: api.index.first)
        removals = api.index.removals
    }

    func proceed(at now: Duration) -> LaterProgress {
        do throws(APIProblem) {
            if removals != api.index.removals { restart() }
            if scan.hasMore(in: api.index) {
                try scan.proceed(in: api.index) { number throws(APIProblem) in
                    if let subject = try api.index.subject(number) { run.add(subject) }
                }
                if scan.hasMore(in: api.index) { return .working }
                renewReport()
            }
            if !report.isSettled, !api.isEnding,
                let progress = report.holds ? standing.progress(at: now) : waiting.progress(at: now)
            {
                return progress
            }
            return .done(HTTPResponse(json: JSONReport.bytes(report).dropLast()))
        } catch {
            return .done(error.response)
        }
    }

    private func renewReport() {
        let matched = report.results.map(\.matched)
        report = run.report
        if report.results.map(\.matched) != matched { standing = Waiting(settle) }
    }

    /// Forgets what was cleared meanwhile.
    private func restart() {
        run = ExpectationRun(expectations)
        renewReport()
        scan = IndexScan(from: api.index.first)
        removals = api.index.removals
    }
}
