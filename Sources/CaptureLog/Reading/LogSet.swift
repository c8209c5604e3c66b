package import Bytes

/// Any number of logs read as one: their events in order, their problems, and where they came from.
///
/// Entry point: ``open(_:limits:)``. Each input is read once from beginning to end; of an event only its place and order
/// are kept in memory, so the set needs about 50 bytes per event. ``event(at:)`` reads the line again.
package struct LogSet: Sendable {
    /// The inputs in the order given.
    package let inputs: [LogInput]
    /// What is wrong or odd, by input, then by line.
    package let problems: [LogProblem]
    /// How many events there are of each kind.
    package let counts: EventCounts

    private let files: [OpenFile]
    private let entries: [IndexEntry]
    private let marks: [(position: Int, label: Text)]

    /// Reads all logs that the arguments name: files (plain or gzip), folders, patterns, and `-` for standard input.
    ///
    /// Events are ordered by time, then by identifier, then as they came. The same identifier again is no second event.
    ///
    /// - Throws: ``CaptureLogError`` when an argument leads nowhere or an input cannot be read.
    package static func open(
        _ arguments: [String],
        limits: LogLimits = LogLimits()
    ) throws(CaptureLogError) -> LogSet {
        var reader = InputReader(limits: limits)
        var names = InputNames()
        var readings: [InputReading] = []
        for source in try InputSource.all(arguments) {
            readings.append(try reader.read(source, name: names.unique(source.name), position: readings.count))
        }
        return try LogSet(readings)
    }

    /// True when ``open(_:limits:)`` would look for logs at the argument: it is `-`, it exists, or it is a pattern that
    /// something matches.
    package static func isInput(_ argument: String) -> Bool {
        do throws(CaptureLogError) {
            _ = try InputSource.all([argument])
            return true
        } catch {
            switch error {
            case .missing, .nothingMatches: return false
            default: return true
            }
        }
    }

    private init(_ readings: [InputReading]) throws(CaptureLogError) {
        var entries: [IndexEntry] = []
        entries.reserveCapacity(readings.reduce(0) { $0 + $1.entries.count })
        for reading in readings { entries += reading.entries }
        if !zip(entries, entries.dropFirst()).allSatisfy({ !($1 < $0) }) { entries.sort(by: <) }
        let repeated = removeRepetitions(from: &entries, inputs: readings.count)
        inputs = readings.map(\.input)
        problems = zip(readings, repeated).flatMap { reading, count in
            reading.problems + (count == 0 ? [] : [LogProblem(repeated: count, input: reading.input.name)])
        }
        counts = EventCounts(entries)
        files = readings.map(\.file)
        self.entries = entries
        var marks: [(position: Int, label: Text)] = []
        for (position, entry) in entries.enumerated() where entry.kind == .mark {
            if case .mark(let label) = try readEvent(entry, files, inputs).content { marks.append((position, label)) }
        }
        self.marks = marks
    }

    /// How many events there are, of all kinds.
    package var count: Int { entries.count }

    /// True when something that was recorded could not be read.
    package var isDegraded: Bool { problems.contains { $0.severity == .damage } }

    /// Reads one event; from any thread, many at once.
    ///
    /// - Parameter position: 0 up to ``count``, in the order of the set.
    /// - Throws: ``CaptureLogError/changed(name:)`` when the file no longer has the line that was checked.
    package func event(at position: Int) throws(CaptureLogError) -> Event {
        try readEvent(entries[position], files, inputs)
    }

    /// True when the event at a position is a push, told without reading it.
    package func isPush(at position: Int) -> Bool { entries[position].kind == .push }

    /// True when the event at a position is the start of a recorder, told without reading it.
    package func isRun(at position: Int) -> Bool { entries[position].kind == .run }

    /// The label of the last mark before a position; nil before the first.
    package func mark(at position: Int) -> Text? {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : marks[low - 1].label
    }
}

/// Where events came from.
package struct LogInput: Sendable, Equatable {
    /// The name without folders, `-` for standard input; one that comes again has a number.
    package let name: Text
    /// The SHA-256 of the input as it was, compressed or not, in hexadecimal digits.
    package let sha256: Text
    /// The length of the input as it was, in bytes.
    package let bytes: Int
    /// How many lines it has, damaged and blank ones too.
    package let lines: Int
    /// How many of them are events, those that other inputs have too among them.
    package let events: Int
}

/// How many events there are of each kind.
package struct EventCounts: Sendable, Equatable {
    /// Starts of recorders.
    package private(set) var runs = 0
    /// Requests to a provider's route, refused ones too.
    package private(set) var pushes = 0
    /// Requests to nobody's route.
    package private(set) var requests = 0
    /// Test steps.
    package private(set) var marks = 0
    /// Times that the user cleared the read API.
    package private(set) var resets = 0
    /// Orderly stops of recorders.
    package private(set) var ends = 0
    /// Events of a kind that this version does not know.
    package private(set) var unknown = 0

    fileprivate init(_ entries: [IndexEntry]) {
        for entry in entries {
            switch entry.kind {
            case .run: runs += 1
            case .push: pushes += 1
            case .request: requests += 1
            case .mark: marks += 1
            case .reset: resets += 1
            case .end: ends += 1
            case .unknown: unknown += 1
            }
        }
    }
}

private func readEvent(
    _ entry: IndexEntry,
    _ files: [OpenFile],
    _ inputs: [LogInput]
) throws(CaptureLogError) -> Event {
    let input = Int(entry.input)
    guard let line = files[input].bytes(at: entry.offset, count: Int(entry.length)), let event = EventReader.event(line)
    else { throw .changed(name: inputs[input].name.description) }
    return event
}

/// Keeps the first event of each identifier.
///
/// - Returns: how many were removed from each input.
private func removeRepetitions(from entries: inout [IndexEntry], inputs: Int) -> [Int] {
    var repeated = [Int](repeating: 0, count: inputs)
    var seen = Set<UInt128>(minimumCapacity: entries.count)
    entries.removeAll { entry in
        let isRepeated = !seen.insert(entry.id).inserted
        if isRepeated { repeated[Int(entry.input)] += 1 }
        return isRepeated
    }
    return repeated
}

extension LogProblem {
    fileprivate init(repeated count: Int, input: Text) {
        self.init(
            severity: .note,
            input: input,
            line: nil,
            code: "repeated-event",
            message: count == 1
                ? "one event has the identifier of an earlier one and is not counted again"
                : Text("\(count) events have the identifiers of earlier ones and are not counted again")
        )
    }
}

/// Tells inputs of the same name apart.
private struct InputNames {
    private var taken: [String: Int] = [:]

    mutating func unique(_ name: String) -> Text {
        let number = (taken[name] ?? 0) + 1
        taken[name] = number
        return Text(number == 1 ? name : "\(name) (\(number))")
    }
}
