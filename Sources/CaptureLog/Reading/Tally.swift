/// How often each of some things was seen, and in which line first.
struct Tally<Item: Hashable & Sendable>: Sendable {
    /// How many different things are told apart.
    private static var capacity: Int { 100 }

    private(set) var seen: [Item: (count: Int, line: Int)] = [:]
    /// How often something was seen that there was no room for.
    private(set) var others = 0

    mutating func count(_ item: Item, line: Int, times: Int = 1) {
        if let known = seen[item] {
            seen[item] = (known.count + times, known.line)
        } else if seen.count < Self.capacity {
            seen[item] = (times, line)
        } else {
            others += times
        }
    }

    mutating func append(_ next: Tally, lines: Int) {
        for (item, times, line) in next.inOrder { count(item, line: line + lines, times: times) }
        others += next.others
    }

    /// In the order of the lines in which they were seen first.
    var inOrder: [(item: Item, count: Int, line: Int)] {
        seen.map { ($0.key, $0.value.count, $0.value.line) }.sorted { $0.line < $1.line }
    }
}
