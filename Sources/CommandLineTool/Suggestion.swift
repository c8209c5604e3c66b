/// The word that somebody probably meant.
enum Suggestion {
    /// How many letters may be wrong: a third of the word, at least one and at most three.
    private static let maximumDistance = 3

    /// The only candidate that begins with `word`, else the one with the fewest changes from it.
    ///
    /// - Returns: nil when none is near.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        let letters = Array(word.utf8)
        guard letters.count <= 64 else { return nil }
        let limit = min(maximumDistance, max(1, letters.count / 3))
        let continuations = candidates.filter { letters.count >= 2 && $0.utf8.starts(with: letters) }
        if continuations.count == 1 { return continuations.first }
        let ranked = candidates.map { (name: $0, distance: distance(letters, Array($0.utf8))) }
        return ranked.filter { $0.distance <= limit }.min { $0.distance < $1.distance }?.name
    }

    /// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(previous[column] + cost, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            beforePrevious = previous
            previous = current
        }
        return previous[right.count]
    }
}
