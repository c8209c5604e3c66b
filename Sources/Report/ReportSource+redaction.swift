import Bytes
package import CaptureLog
import Privacy

extension ReportSource {
    /// How a filter is named where naming it could give away what is hidden.
    private static let unnamedFilter: Text = "a filter that is not named here, as it may say what is hidden"

    /// The source with parts of its events hidden, in the head of the report and in its log too.
    ///
    /// Where targets are hidden, all pushes are read once for their tokens first.
    ///
    /// - Parameter all: the pushes that tokens are looked for in; the source itself may be a selection of them.
    package func hiding(_ hidden: Hidden, tokensOf all: ReportSource) async throws -> ReportSource {
        guard !hidden.isEmpty else { return self }
        var tokens = DeviceTokenIndex()
        if hidden.contains(.targets) {
            try await PushReader(all).forEachEvent {
                DeviceTokens.all(in: $0)
            } consume: { found in
                for token in found { tokens.insert(token) }
            }
        }
        let redaction = LogRedaction(hiding: hidden, tokens: tokens)
        var source = self
        source.inputs = inputs.map { input in
            Input(
                name: redaction.redacted(input.name), events: input.events, bytes: input.bytes, sha256: input.sha256)
        }
        source.excerpt.hide(redaction, instead: ReportSource.unnamedFilter)
        source.gaps = source.excerpt.gaps
        source.groups = groups.map { group in
            Group(label: group.label.map(redaction.redacted), pushes: group.pushes, mark: group.mark)
        }
        let event = event
        source.event = { redaction.redacted(try event($0)) }
        return source
    }
}

extension Excerpt {
    fileprivate mutating func hide(_ redaction: LogRedaction, instead filter: Text) {
        inputs = inputs.map { input in
            LogInput(
                name: redaction.redacted(input.name),
                sha256: input.sha256,
                bytes: input.bytes,
                lines: input.lines,
                events: input.events
            )
        }
        problems = problems.map { problem in
            LogProblem(
                severity: problem.severity,
                input: redaction.redacted(problem.input),
                line: problem.line,
                code: problem.code,
                message: redaction.redacted(problem.message)
            )
        }
        selections = selections.map { Selection(filter: filter, kept: $0.kept, all: $0.all) }
    }
}
