package import Bytes

/// How many single-byte insertions, deletions, replacements and swaps of neighbours make one text the other, ASCII case
/// aside (optimal string alignment).
///
/// - Parameter limit: how many bytes of each are compared; the time is its square.
func editDistance(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, limit: Int = 48) -> Int {
    let left = left.prefix(limit).map(ASCII.lowercased)
    let right = right.prefix(limit).map(ASCII.lowercased)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        current.reserveCapacity(last.count)
        for column in right.indices {
            var cost = min(last[column + 1], current[column]) + 1
            cost = min(cost, last[column] + (left[row] == right[column] ? 0 : 1))
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                cost = min(cost, beforeLast[column - 1] + 1)
            }
            current.append(cost)
        }
        beforeLast = last
        last = current
    }
    return last[right.count]
}

extension [Text] {
    /// The candidates that a mistyped text may have meant, nearest first, at most three: those within a third of its
    /// length (one byte of a short one), and those that it begins.
    package func near(_ text: ArraySlice<UInt8>) -> [Text] {
        let allowed = Swift.max(1, text.count / 3)
        let folded = text.map(ASCII.lowercased)
        let scored = compactMap { candidate -> (distance: Int, candidate: Text)? in
            let distance = editDistance(text, candidate.bytes[...])
            let isBeginning = !folded.isEmpty && candidate.bytes.starts(with: folded)
            return (distance <= allowed && distance < text.count) || isBeginning ? (distance, candidate) : nil
        }
        return scored.sorted { $0.distance < $1.distance }.prefix(3).map(\.candidate)
    }
}
