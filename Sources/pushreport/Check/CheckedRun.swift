import Bytes
import CaptureLog
import Expectations
import Filter
import JSONText
import Report

/// Pushes checked against expectations, and what else the logs tell of the run.
struct CheckedRun {
    private var run: ExpectationRun
    private var captured: Int64 = 0
    private var strayRequests = 0
    private var runs = 0
    /// True when it has to be known which attempt of its send a push is.
    let needsAttempts: Bool
    private var listeners: [Text] = []
    /// What was recorded and could not be read, one sentence each.
    var damage: [Text] = []
    /// What was left out of a report that is read as a log, and why a push may be missing, one sentence each.
    private(set) var doubts: [Text] = []
    /// True when something that was recorded could not be read.
    var isDegraded: Bool { !damage.isEmpty }

    /// Nothing captured yet.
    init(_ expectations: [Expectation]) {
        run = ExpectationRun(expectations)
        needsAttempts = expectations.contains { $0.asks(about: .attempt) }
    }

    /// Takes a push into account.
    mutating func add(_ subject: FilterSubject) {
        captured += 1
        run.add(subject)
    }

    /// Takes the start of a recorder into account.
    mutating func addRun(_ line: JSONText) {
        runs += 1
        for listener in (line.root.last("listeners")?.elements).map(Array.init) ?? [] {
            guard let address = listener.text, !listeners.contains(address), listeners.count < 8 else { continue }
            listeners.append(address)
        }
    }

    /// Takes requests to nobody's route into account.
    mutating func addStrayRequests(_ count: Int) {
        strayRequests += count
    }

    /// How things stand; where nothing was captured, with what the logs tell of why.
    var report: ExpectationReport {
        var report = run.report
        report.damage = damage
        report.notes += doubts
        guard captured == 0 else { return report }
        if !listeners.isEmpty {
            report.notes.append(
                Text("the recorder listened on \(listeners.map(\.description).joined(separator: ", "))"))
        } else if runs == 0 {
            report.notes.append("no recorder ever started this log")
        }
        if strayRequests > 0 {
            let requests = strayRequests == 1 ? "1 other request" : "\(strayRequests) other requests"
            report.notes.append(Text("\(requests) came, to no provider's route; is the path of the client right?"))
        }
        return report
    }
}

extension CheckedRun {
    /// Checks logs that are whole.
    mutating func add(_ logs: LogSet, from source: ReportSource) async throws {
        damage = source.gaps.filter(\.isLoss).map(\.text)
        doubts = source.gaps.filter { $0.isSelection || $0.isDoubt }.map(\.text)
        addStrayRequests(source.excerpt.strayRequests)
        for position in 0..<logs.count where source.count == 0 && logs.isRun(at: position) {
            if case .run(let line) = try logs.event(at: position).content { addRun(line) }
        }
        let source = needsAttempts ? try await source.withAttempts() : source
        try await PushReader(source).forEach(FilterSubject.init) { add($0) }
    }
}
