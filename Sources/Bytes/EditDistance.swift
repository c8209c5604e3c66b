/// How many single-byte insertions, deletions, replacements and swaps of neighbours make one text the other, ASCII case
/// aside (optimal string alignment).
///
/// Limits: the first ``editDistanceLimit`` bytes of each are compared, since the time is the product of their numbers.
package func editDistance(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Int {
    let rows = min(left.count, editDistanceLimit)
    let columns = min(right.count, editDistanceLimit)
    var beforeLast = [Int](repeating: 0, count: columns + 1)
    var last = Array(0...columns)
    var current = beforeLast
    for row in 0..<rows {
        let byte = ASCII.lowercased(left[row])
        current[0] = row + 1
        for column in 0..<columns {
            let other = ASCII.lowercased(right[column])
            var cost = min(last[column + 1], current[column]) + 1
            cost = min(cost, last[column] + (byte == other ? 0 : 1))
            if row > 0, column > 0, byte == ASCII.lowercased(right[column - 1]),
                ASCII.lowercased(left[row - 1]) == other
            {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current[column + 1] = cost
        }
        (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[columns]
}

/// How many bytes of a text are compared.
package let editDistanceLimit = 40

extension [Text] {
    /// The candidates that a mistyped text may have meant, nearest first, at most three: those within a third of its
    /// length (one byte of a short one), and those that it begins.
    package func near(_ text: ArraySlice<UInt8>) -> [Text] {
        let allowed = Swift.max(1, text.count / 3)
        let folded = text.map(ASCII.lowercased)
        let scored = compactMap { candidate -> (distance: Int, candidate: Text)? in
            let distance = editDistance(text.span, candidate.bytes.span)
            let isBeginning = !folded.isEmpty && candidate.bytes.starts(with: folded)
            return (distance <= allowed && distance < text.count) || isBeginning ? (distance, candidate) : nil
        }
        return scored.sorted { $0.distance < $1.distance }.prefix(3).map(\.candidate)
    }
}
