/// A walk over the pushes of an index in the order in which they came, a few in each turn of the loop.
struct IndexScan {
    /// How many lines are looked at in one turn.
    static let linesPerTurn = 256

    /// The number of the line that is looked at next.
    private(set) var next: Int

    /// A walk that begins at a line.
    init(from number: Int) {
        next = number
    }

    /// True when there are lines that were not looked at.
    func hasMore(in index: CaptureIndex) -> Bool { next < index.end }

    /// Looks at the next lines and calls `body` with the number of each push among them.
    mutating func proceed(
        in index: CaptureIndex, _ body: (Int) throws(APIProblem) -> Void
    ) throws(APIProblem) {
        next = max(next, index.first)
        let end = min(index.end, next + Self.linesPerTurn)
        while next < end {
            if index.kind(of: next) == .push { try body(next) }
            next += 1
        }
    }
}
