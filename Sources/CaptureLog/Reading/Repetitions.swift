import Bytes
import HTTPMessage
import JSONText

/// Events whose identifiers others had before: the same event again, as where a log and a copy of it are read together, or
/// another one, which an edit or two recorders made.
struct Repetitions {
    /// How many different events of one input are told one by one.
    private let limit: Int
    private let files: [(file: OpenFile, name: Text)]
    private var repeated: [Int]
    private var others: [[LogProblem]]
    private var untold: [Int]

    /// Takes all but the first event of each identifier out of the entries, which stand in order.
    init(takenFrom entries: inout [IndexEntry], _ files: [(file: OpenFile, name: Text)], limits: LogLimits) {
        self.files = files
        limit = limits.problems
        repeated = [Int](repeating: 0, count: files.count)
        others = [[LogProblem]](repeating: [], count: files.count)
        untold = repeated
        var seen = Set<UInt128>(minimumCapacity: entries.count)
        var taken: [IndexEntry] = []
        entries.removeAll { entry in
            let isNew = seen.insert(entry.id).inserted
            if !isNew { taken.append(entry) }
            return !isNew
        }
        guard !taken.isEmpty else { return }
        let identifiers = Set(taken.map(\.id))
        var first: [UInt128: IndexEntry] = [:]
        for entry in entries where identifiers.contains(entry.id) { first[entry.id] = entry }
        for entry in taken {
            if let first = first[entry.id] { add(entry, after: first) }
        }
    }

    private mutating func add(_ entry: IndexEntry, after first: IndexEntry) {
        let input = Int(entry.input)
        if isSame(entry, first) {
            repeated[input] += 1
        } else if others[input].count < limit {
            let place = entry.input == first.input ? "" : " of \(files[Int(first.input)].name)"
            others[input].append(
                LogProblem(
                    severity: .damage,
                    input: files[input].name,
                    line: Int(entry.line) + 1,
                    code: "conflicting-event",
                    message: Text(
                        "the event has the identifier of line \(first.line + 1)\(place) and says something else; "
                            + "it is left out")
                )
            )
        } else {
            untold[input] += 1
        }
    }

    /// True when the lines say the same, however they are spelled. What a copy hides may be the same.
    private func isSame(_ entry: IndexEntry, _ first: IndexEntry) -> Bool {
        guard entry.kind == first.kind, entry.time == first.time, let line = self.line(of: entry),
            let known = self.line(of: first)
        else { return false }
        if line == known { return true }
        guard let event = EventReader.event(line), let other = EventReader.event(known) else { return false }
        if case .push(let copy) = event.content, case .push(let original) = other.content,
            copy.annotations.hidden != original.annotations.hidden
        {
            return copy.provider == original.provider && copy.request.method == original.request.method
        }
        return event.written == other.written
    }

    private func line(of entry: IndexEntry) -> [UInt8]? {
        files[Int(entry.input)].file.bytes(at: entry.offset, count: Int(entry.length))
    }

    /// What is to be said of an input.
    func problems(of input: Int) -> [LogProblem] {
        var problems = others[input]
        let name = files[input].name
        if untold[input] > 0 {
            let message: Text =
                untold[input] == 1
                ? "1 more event has the identifier of another and is left out"
                : Text("\(untold[input]) more events have the identifiers of others and are left out")
            problems.append(
                LogProblem(severity: .damage, input: name, line: nil, code: "more-damage", message: message))
        }
        if repeated[input] > 0 {
            problems.append(LogProblem(repeated: repeated[input], input: name))
        }
        return problems
    }
}

extension Event {
    /// What the event says, in one spelling; that of the line where the line is its content.
    fileprivate var written: [UInt8] {
        var line: [UInt8] = []
        var writer = EventWriter()
        switch content {
        case .push(let exchange), .request(let exchange): writer.append(exchange, id: id, time: time, to: &line)
        case .mark(let label): writer.append(mark: label, id: id, time: time, to: &line)
        case .reset(let push): line = push?.bytes ?? []
        case .run(let text), .end(let text), .unknown(_, let text): line = Array(ASCII.trimmed(text.bytes[...]))
        }
        return line
    }
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
