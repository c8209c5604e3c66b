package import Bytes
package import CaptureLog
import JSONText

/// A log that somebody looked at and accepted, to compare later runs with.
///
/// Shape: a capture log whose first line is a `run` with `"baseline":true`, then the marks and pushes of the accepted
/// run in their order. Identifiers are made from the times, so that the same run gives the same bytes.
package enum Baseline {
    /// True when the first event of a log says that it is a baseline.
    package static func isBaseline(_ logs: LogSet) throws(CaptureLogError) -> Bool {
        guard logs.count > 0, logs.isRun(at: 0), case .run(let line) = try logs.event(at: 0).content else {
            return false
        }
        return line.root.last("baseline")?.bool == true
    }

    /// Writes the lines of a baseline.
    package struct Writer: Sendable {
        private let version: Text
        private var writer = EventWriter()
        private var identifiers = EventIdentifiers(high: 0, low: 0)
        private var hasBegun = false

        /// A writer of a program of a version.
        package init(version: Text) {
            self.version = version
        }

        /// The lines for the next event of the accepted run; none for what a baseline does not hold.
        package mutating func lines(for event: Event) -> [UInt8] {
            var output: [UInt8] = []
            switch event.content {
            case .mark(let label):
                begin(at: event.time, &output)
                writer.append(mark: label, id: identifiers.next(at: event.time), time: event.time, to: &output)
            case .push(let exchange):
                begin(at: event.time, &output)
                writer.append(exchange, id: identifiers.next(at: event.time), time: event.time, to: &output)
            case .run, .request, .reset, .end, .unknown: break
            }
            return output
        }

        private mutating func begin(at time: Instant, _ output: inout [UInt8]) {
            guard !hasBegun else { return }
            hasBegun = true
            writer.append(baselineOf: version, id: identifiers.next(at: time), time: time, to: &output)
        }
    }
}
