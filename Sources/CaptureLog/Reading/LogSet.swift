package import Bytes
import Glibc

/// Any number of logs read as one: their events in order, their problems, and where they came from.
///
/// Entry point: ``open(_:limits:)``. Each input is read once from beginning to end; of an event only its place and order
/// are kept in memory, so the set needs about 50 bytes per event. ``event(at:)`` reads the line again. A report is read as
/// the log that it carries, and counts as the logs that this one was taken from.
package struct LogSet: Sendable {
    /// The inputs in the order given.
    package let inputs: [LogInput]
    /// What is wrong or odd, by input, then by line.
    package let problems: [LogProblem]
    /// How many events there are of each kind.
    package let counts: EventCounts
    /// What was selected for the reports among the inputs.
    package let selections: [Excerpt.Selection]
    /// What the reports among the inputs tell of calls around the sends.
    package let calls: [Excerpt.Call]

    private let files: [(file: OpenFile, name: Text)]
    private let entries: [IndexEntry]
    private let marks: [LogMark]

    /// Reads all logs that the arguments name: files (plain or gzip), reports, folders, patterns, and `-` for standard
    /// input.
    ///
    /// Events are ordered by time, then by identifier, then as they came. The same event again is no second one, and another
    /// event of the same identifier is damage.
    ///
    /// - Throws: ``CaptureLogError`` when an argument leads nowhere, an input cannot be read, or a page carries no whole
    ///   log.
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
        return try LogSet(readings, limits)
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

    /// True when ``open(_:limits:)`` would read the file at a path for one of the arguments, whatever it is called there.
    package static func reads(_ path: String, for arguments: [String]) -> Bool {
        var wanted = stat()
        guard unsafe stat(path, &wanted) == 0 else { return false }
        return arguments.contains { argument in
            guard let sources = try? InputSource.all([argument]) else { return false }
            return sources.contains { source in
                guard case .file(let path) = source else { return false }
                var status = stat()
                return unsafe stat(path.nullTerminated, &status) == 0 && status.st_dev == wanted.st_dev
                    && status.st_ino == wanted.st_ino
            }
        }
    }

    private init(_ readings: [InputReading], _ limits: LogLimits) throws(CaptureLogError) {
        var entries: [IndexEntry] = []
        entries.reserveCapacity(readings.reduce(0) { $0 + $1.entries.count })
        for reading in readings { entries += reading.entries }
        files = readings.map { ($0.file, $0.input.name) }
        let excerpts = try takeExcerpts(from: &entries, files)
        if !zip(entries, entries.dropFirst()).allSatisfy({ !($1 < $0) }) { entries.sort(by: <) }
        let repetitions = Repetitions(takenFrom: &entries, files, limits: limits)
        inputs = zip(readings, excerpts).flatMap { reading, excerpts in
            excerpts.isEmpty ? [reading.input] : excerpts.flatMap(\.inputs)
        }
        // A log and the report that carries it, or two such reports, tell of one recording.
        let told = excerptsTold(excerpts, besides: readings.map(\.input))
        var problems: [LogProblem] = []
        for (position, reading) in readings.enumerated() {
            problems += told[position].flatMap(\.problems) + reading.problems + repetitions.problems(of: position)
        }
        self.problems = problems
        var counts = EventCounts(entries)
        for excerpt in told.joined() { counts.addOthers(excerpt.counts) }
        self.counts = counts
        selections = excerpts.joined().flatMap(\.selections)
        calls = excerpts.joined().flatMap(\.calls)
        self.entries = entries
        var marks: [LogMark] = []
        for (position, entry) in entries.enumerated() where entry.kind == .mark {
            let event = try readEvent(entry, files)
            if case .mark(let label) = event.content {
                marks.append(LogMark(position: position, id: event.id, time: event.time, label: label))
            }
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
        try readEvent(entries[position], files)
    }

    /// True when the event at a position is a push, told without reading it.
    package func isPush(at position: Int) -> Bool { entries[position].kind == .push }

    /// True when the event at a position is a request that is no push, told without reading it.
    package func isRequest(at position: Int) -> Bool { entries[position].kind == .request }

    /// True when the event at a position is the start of a recorder, told without reading it.
    package func isRun(at position: Int) -> Bool { entries[position].kind == .run }

    /// The label of the last mark before a position; nil before the first.
    package func mark(at position: Int) -> Text? { lastMark(before: position)?.label }

    /// The last mark before a position; nil before the first.
    package func lastMark(before position: Int) -> LogMark? {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].position < position { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : marks[low - 1]
    }

    /// What a report says of where its pushes come from.
    package var excerpt: Excerpt {
        Excerpt(
            inputs: inputs, problems: problems, counts: counts.withoutPushesAndMarks, calls: calls,
            selections: selections
        )
    }
}

/// A test step, and where it stands among the events.
package struct LogMark: Sendable {
    /// Its position in the order of the set.
    let position: Int
    /// The identifier of the event.
    package let id: Text
    /// When it was set.
    package let time: Instant
    /// What the user called it.
    package let label: Text
}

private func readEvent(
    _ entry: IndexEntry,
    _ files: [(file: OpenFile, name: Text)]
) throws(CaptureLogError) -> Event {
    let (file, name) = files[Int(entry.input)]
    guard let line = file.bytes(at: entry.offset, count: Int(entry.length)), let event = EventReader.event(line) else {
        throw .changed(name: name.description)
    }
    return event
}

/// Takes out the lines that are about other logs and reads them.
///
/// - Returns: those of each input.
private func takeExcerpts(
    from entries: inout [IndexEntry],
    _ files: [(file: OpenFile, name: Text)]
) throws(CaptureLogError) -> [[Excerpt]] {
    var excerpts = [[Excerpt]](repeating: [], count: files.count)
    var found: [IndexEntry] = []
    entries.removeAll { entry in
        if entry.kind == .excerpt { found.append(entry) }
        return entry.kind == .excerpt
    }
    for entry in found {
        let (file, name) = files[Int(entry.input)]
        guard let line = file.bytes(at: entry.offset, count: Int(entry.length)), let event = try? EventLine(line),
            case .excerpt(let excerpt) = event.content
        else { throw .changed(name: name.description) }
        excerpts[Int(entry.input)].append(excerpt)
    }
    return excerpts
}

/// The excerpts of each input without those whose logs are all told of already: by an input of the same bytes, or by an
/// excerpt before.
private func excerptsTold(_ excerpts: [[Excerpt]], besides inputs: [LogInput]) -> [[Excerpt]] {
    var known = Set(zip(inputs, excerpts).compactMap { $1.isEmpty ? $0.sha256 : nil })
    return excerpts.map { excerpts in
        excerpts.filter { excerpt in
            let isTold = !excerpt.inputs.isEmpty && excerpt.inputs.allSatisfy { known.contains($0.sha256) }
            known.formUnion(excerpt.inputs.map(\.sha256))
            return !isTold
        }
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
