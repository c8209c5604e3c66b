import Expectations
import Filter
import HTTPMessage
import HTTPServer

/// The answer to a check: every push against the expectations, a few in each turn, and then as long a wait as was asked
/// for while they do not hold and still can.
final class ExpectationAnswer: LaterResponse {
    private let expectations: [Expectation]
    private let api: ReadAPI
    private let place: Capacity.Place
    private var waiting: Waiting
    private var run: ExpectationRun
    private var scan: IndexScan
    private var report: ExpectationReport?

    init(_ expectations: [Expectation], wait: Duration?, api: ReadAPI, place: Capacity.Place) {
        self.expectations = expectations
        self.api = api
        self.place = place
        waiting = Waiting(wait)
        run = ExpectationRun(expectations)
        scan = IndexScan(from: api.index.first)
    }

    func proceed(at now: Duration) -> LaterProgress {
        do throws(APIProblem) {
            if scan.next < api.index.first { restart() }
            if scan.hasMore(in: api.index) {
                report = nil
                try scan.proceed(in: api.index) { _, subject in run.add(subject) }
                if scan.hasMore(in: api.index) { return .working }
            }
            let report = report ?? run.report
            self.report = report
            if !report.holds, !report.isSettled, !api.isEnding, let progress = waiting.progress(at: now) {
                return progress
            }
            return .done(HTTPResponse(json: JSONReport.bytes(report).dropLast()))
        } catch {
            return .done(error.response)
        }
    }

    /// Forgets what was cleared meanwhile.
    private func restart() {
        run = ExpectationRun(expectations)
        scan = IndexScan(from: api.index.first)
    }
}
