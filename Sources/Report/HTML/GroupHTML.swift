import Bytes

/// A stretch of one group that a browser may skip while it is out of sight.
struct Batch: Sendable {
    /// How many pushes a batch has at most: measured in Chromium, sections of 500 open five times faster than a rule on
    /// each card.
    static let maximumPushes = 500

    /// The group's place among the groups.
    let group: Int
    /// The positions of the pushes that the group has on one page of the report.
    let part: Range<Int>
    /// The positions of its pushes.
    let pushes: Range<Int>

    /// True when it ends what its group has on the page.
    var isLast: Bool { part.upperBound == pushes.upperBound }

    /// Its size in a word, which tells a browser how high it may be.
    var size: StaticString {
        switch pushes.count {
        case 0..<20: "few"
        case 20..<100: "some"
        default: "many"
        }
    }

    /// The batches of all groups, in order.
    ///
    /// - Parameter pageLength: how many pushes a page has at most.
    static func all(of groups: [ReportSource.Group], pageLength: Int? = nil) -> [Batch] {
        groups.enumerated().flatMap { index, group in
            parts(of: group.pushes, pageLength).flatMap { part in
                stride(from: part.lowerBound, to: part.upperBound, by: maximumPushes).map { start in
                    Batch(group: index, part: part, pushes: start..<min(start + maximumPushes, part.upperBound))
                }
            }
        }
    }

    private static func parts(of pushes: Range<Int>, _ pageLength: Int?) -> [Range<Int>] {
        guard let pageLength, !pushes.isEmpty else { return [pushes] }
        return (pushes.lowerBound / pageLength...(pushes.upperBound - 1) / pageLength).map { page in
            pushes.clamped(to: page * pageLength..<(page + 1) * pageLength)
        }
    }
}

extension ReportTemplates {
    /// Appends the beginning of a batch, and of its group when it is the group's first.
    func appendStart(of batch: Batch, in source: ReportSource, to output: inout [UInt8]) {
        let group = source.groups[batch.group]
        if batch.part.lowerBound == batch.pushes.lowerBound {
            cache.expand(.report, to: &output) { values in
                values.section(.groupStart) { start in
                    start.set(.groupId, batch.group + 1)
                    start.set(.groupLabel, captured: source.heading(of: group))
                    start.set(.groupCount, .counted(group.pushes.count, "push", "pushes"))
                    if batch.part.lowerBound > group.pushes.lowerBound { start.show(.groupContinued) }
                }
            }
        }
        cache.expand(.report, to: &output) { values in
            values.section(.batchStart) { start in
                start.set(.batchClass, batch.size)
                start.set(
                    .batchLabel,
                    Array("Pushes \(batch.pushes.lowerBound + 1) to \(batch.pushes.upperBound)".utf8)
                )
            }
        }
    }

    /// Appends the end of a batch.
    func appendBatchEnd(to output: inout [UInt8]) {
        cache.expand(.report, to: &output) { _ = $0.section(.batchEnd) }
    }

    /// Appends the end of a group, which names the sorts of push that it has.
    func appendGroupEnd(_ sorts: PushSorts, to output: inout [UInt8]) {
        cache.expand(.report, to: &output) { $0.section(.groupEnd).set(.groupSorts, sorts.classes) }
    }
}
