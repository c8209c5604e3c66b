import Bytes
package import CaptureLog
import Filter
import Providers

/// Where the pushes, marks and resets stand in the log: 48 bytes for each, and nothing of what they say.
///
/// Lines are numbered from 0 in the order in which they were kept; a number stays valid after a reset, and the lines
/// before ``first`` are gone from here.
package final class CaptureIndex {
    private var log: LogReader
    private var entries: [Entry] = []
    private var labels: [Text] = []
    private var recent = RecentSubjects()
    /// Where the last of the lines ends that were kept.
    private var logEnd = 0
    /// False once an identifier came that is not above the one before, as in logs that were put together by hand.
    private var isRising = true

    /// The number of the first line that is still here.
    private(set) var first = 0
    /// How many pushes are here.
    private(set) var pushCount = 0
    /// How often something was taken out.
    private(set) var removals = 0

    /// An index of a log of which nothing is shown yet.
    package init(_ log: LogReader) {
        self.log = log
    }

    /// Goes on with another log: the lines of the one before are gone from here.
    package func begin(in log: LogReader) {
        self.log = log
        removeAll()
        removals += 1
        logEnd = 0
    }

    /// Takes all that the log has so far.
    ///
    /// - Throws: ``CaptureLogError`` when it cannot be read.
    package func appendLog() throws(CaptureLogError) {
        for line in try log.lines() {
            let content: KeptLine.Content
            switch line.kind {
            case .push: content = .push
            case .mark, .reset:
                switch log.event(at: line.offset, length: line.length)?.content {
                case .mark(let label): content = .mark(label: label)
                case .reset(let push): content = .reset(push: push)
                default: continue
                }
            case .other: continue
            }
            append(
                KeptLine(id: line.id, time: line.time, offset: line.offset, length: line.length, content: content))
        }
    }

    /// The number that the next line will have.
    var end: Int { first + entries.count }

    /// What a line is.
    func kind(of number: Int) -> Entry.Kind { entries[number - first].kind }

    /// Takes a line that is kept.
    package func append(_ line: KeptLine) {
        if line.offset < logEnd { hide(behind: line.offset) }
        logEnd = line.offset + line.length
        if let last = entries.last, line.id <= last.id { isRising = false }
        var entry = Entry(
            id: line.id, time: line.time, offset: line.offset, length: UInt32(clamping: line.length),
            mark: UInt32(truncatingIfNeeded: labels.count), kind: .push
        )
        switch line.content {
        case .push: pushCount += 1
        case .mark(let label):
            labels.append(label)
            entry.mark += 1
            entry.kind = .mark
        case .reset(let push):
            if let push {
                if let number = number(of: push) { hide(number) }
            } else {
                removeAll()
            }
            removals += 1
            entry.kind = .reset
        }
        entries.append(entry)
    }

    /// Takes out what the log does not have any more because somebody has cut it.
    func dropLost() {
        let length = log.length
        guard length < logEnd else { return }
        logEnd = length
        hide(behind: length)
    }

    /// The event of a line.
    func event(_ number: Int) throws(APIProblem) -> Event {
        let entry = entries[number - first]
        guard let event = log.event(at: entry.offset, length: Int(entry.length)) else { throw .logChanged }
        return event
    }

    /// The push of a line of the kind, read and understood; nil when its provider is not known, as in the log of a later
    /// version.
    func subject(_ number: Int) throws(APIProblem) -> FilterSubject? {
        if let subject = recent[number] { return subject }
        let entry = entries[number - first]
        let event = try event(number)
        guard case .push(let exchange) = event.content, ulidValue(event.id.bytes[...]) == entry.id else {
            throw .logChanged
        }
        guard let reading = exchange.reading(at: event.time) else { return nil }
        let subject = FilterSubject(
            id: event.id, time: event.time, exchange: exchange, reading: reading,
            mark: entry.mark == 0 ? nil : labels[Int(entry.mark) - 1]
        )
        recent.insert(subject, number: number, bytes: Int(entry.length))
        return subject
    }

    private func hide(_ number: Int) {
        guard kind(of: number) == .push else { return }
        entries[number - first].kind = .hidden
        pushCount -= 1
    }

    /// Hides the lines that end behind a place in the log.
    private func hide(behind length: Int) {
        removals += 1
        for position in entries.indices where entries[position].offset + Int(entries[position].length) > length {
            if entries[position].kind == .push { pushCount -= 1 }
            entries[position].kind = .hidden
        }
    }

    private func removeAll() {
        first = end
        entries = []
        pushCount = 0
        isRising = true
    }
}

// Numbers.
extension CaptureIndex {
    /// The number of the push with the identifier; nil when there is none, or none any more.
    func number(of id: Text) -> Int? {
        guard let value = ulidValue(id.bytes[...]) else { return nil }
        let number = number(notBefore: value)
        guard number < end, entries[number - first].id == value, kind(of: number) == .push else { return nil }
        return number
    }

    /// The number of the line with the identifier, else of the first whose identifier is above it.
    func number(notBefore id: UInt128) -> Int {
        if isRising { return first + entries.partitionPoint { $0.id >= id } }
        let position = entries.firstIndex { $0.id == id } ?? entries.firstIndex { $0.id > id }
        return first + (position ?? entries.count)
    }

    /// The number of the line behind the one with the identifier, else of the first whose identifier is above it.
    func number(after id: UInt128) -> Int {
        let number = number(notBefore: id)
        return number < end && entries[number - first].id == id ? number + 1 : number
    }

    /// The number of the first line later than a moment.
    func number(after time: Instant) -> Int {
        first + (entries.firstIndex { $0.time > time } ?? entries.count)
    }
}

extension CaptureIndex {
    /// What is kept of a line.
    struct Entry {
        enum Kind: UInt8 {
            case push
            /// A line that has left the API.
            case hidden
            case mark
            case reset
        }

        let id: UInt128
        let time: Instant
        let offset: Int
        let length: UInt32
        /// How many marks were set before it, itself included.
        var mark: UInt32
        var kind: Kind
    }
}

extension [CaptureIndex.Entry] {
    /// The position of the first element for which the condition holds, in an array where it holds for all behind it.
    fileprivate func partitionPoint(where holds: (CaptureIndex.Entry) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
