package import Bytes
package import CaptureLog
package import Comparison
import Filter

/// A source of pushes as one side of a comparison.
package struct ComparedRun: Sendable {
    /// Where the pushes are.
    package let source: ReportSource
    private let reader: PushReader

    /// A side that reads from a source.
    package init(_ source: ReportSource) {
        self.source = source
        reader = PushReader(source)
    }

    /// The side with parts of its pushes hidden.
    package func hiding(_ hidden: Hidden) async throws -> ComparedRun {
        ComparedRun(try await source.hiding(hidden, tokensOf: source))
    }

    /// Reads every push once and keeps its digest.
    ///
    /// - Parameter name: what the comparison calls it.
    package func digested(as side: Side, named name: Text, _ rules: ComparisonRules) async throws -> Comparison.Run {
        let digester = PushDigester(rules, side: side)
        var digests = DigestedRun()
        try await reader.forEach {
            digester.digest(FilterSubject($0), position: $0.position)
        } consume: {
            digests.add($0)
        }
        let selections = source.gaps.filter(\.isSelection).map(\.text)
        return Comparison.Run(name: name, selections: selections, digests: digests) { [self] position in
            FilterSubject(try push(at: position))
        }
    }

    /// The push at a position.
    package func push(at position: Int) throws(ReportError) -> CapturedPush {
        try reader.push(at: position, under: source.group(of: position)?.label)
    }
}
