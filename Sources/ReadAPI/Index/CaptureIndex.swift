package import Bytes
package import CaptureLog
import Filter
import Providers

/// A line that the recorder has kept, as the index takes it.
package struct KeptLine: Sendable {
    /// What the line is, as far as the read API shows it.
    package enum Content: Sendable {
        case push
        case mark(label: Text)
        /// The push with the identifier leaves the API, or every earlier one where it is nil.
        case reset(push: Text?)
    }

    let id: Text
    let time: Instant
    let offset: Int
    let length: Int
    let content: Content

    /// A line.
    ///
    /// - Parameters:
    ///   - offset: where it begins in the log.
    ///   - length: how many bytes it has, `\n` included.
    package init(id: Text, time: Instant, offset: Int, length: Int, content: Content) {
        self.id = id
        self.time = time
        self.offset = offset
        self.length = length
        self.content = content
    }
}

/// Where the pushes, marks and resets of this run stand in the log: 48 bytes for each, and nothing of what they say.
///
/// Lines are numbered from 0 in the order in which they were kept; a number stays valid after a reset, and the lines
/// before ``first`` are gone from here.
package final class CaptureIndex {
    private var log: LogReader
    private var entries: [Entry] = []
    private var labels: [Text] = []
    private var recent = RecentSubjects()

    /// The number of the first line that is still here.
    private(set) var first = 0
    /// How many pushes are here.
    private(set) var pushCount = 0
    /// How often something was taken out.
    private(set) var removals = 0

    /// An index of a log of which nothing is known yet.
    package init(_ log: LogReader) {
        self.log = log
    }

    /// Goes on with another log: the lines of the one before are gone from here.
    package func begin(in log: LogReader) {
        self.log = log
        removeAll()
        removals += 1
    }

    /// The number that the next line will have.
    var end: Int { first + entries.count }

    /// What a line is.
    func kind(of number: Int) -> Entry.Kind { entries[number - first].kind }

    /// Takes a line that is kept.
    package func append(_ line: KeptLine) {
        guard let id = ulidValue(line.id.bytes[...]) else { return }
        var entry = Entry(
            id: id, time: line.time, offset: line.offset, length: UInt32(clamping: line.length),
            mark: UInt32(truncatingIfNeeded: labels.count), kind: .push
        )
        switch line.content {
        case .push: pushCount += 1
        case .mark(let label):
            labels.append(label)
            entry.mark += 1
            entry.kind = .mark
        case .reset(let push):
            if let push { hide(push) } else { removeAll() }
            removals += 1
            entry.kind = .reset
        }
        entries.append(entry)
    }

    /// The number of the push with the identifier; nil when there is none, or none any more.
    func number(of id: Text) -> Int? {
        guard let value = ulidValue(id.bytes[...]) else { return nil }
        let number = number(notBefore: value)
        guard number < end, entries[number - first].id == value, kind(of: number) == .push else { return nil }
        return number
    }

    /// The number of the first line whose identifier is not below the given one. Identifiers rise with the numbers.
    func number(notBefore id: UInt128) -> Int {
        first + entries.partitionPoint { $0.id >= id }
    }

    /// The number of the first line later than a moment.
    func number(after time: Instant) -> Int {
        first + (entries.firstIndex { $0.time > time } ?? entries.count)
    }

    /// The event of a line; nil when somebody else has changed the log.
    func event(_ number: Int) -> Event? {
        let entry = entries[number - first]
        return log.event(at: entry.offset, length: Int(entry.length))
    }

    /// The push of a line of the kind, read and understood; nil when somebody else has changed the log.
    func subject(_ number: Int) -> FilterSubject? {
        if let subject = recent[number] { return subject }
        let entry = entries[number - first]
        guard let event = event(number), case .push(let exchange) = event.content,
            let provider = exchange.provider.flatMap(Providers.named)
        else { return nil }
        let subject = FilterSubject(
            id: event.id, time: event.time, exchange: exchange, reading: provider.reading(of: exchange, at: event.time),
            mark: entry.mark == 0 ? nil : labels[Int(entry.mark) - 1]
        )
        recent.insert(subject, number: number, bytes: Int(entry.length))
        return subject
    }

    private func hide(_ id: Text) {
        guard let number = number(of: id) else { return }
        entries[number - first].kind = .hidden
        pushCount -= 1
    }

    private func removeAll() {
        first = end
        entries = []
        pushCount = 0
    }
}

extension CaptureIndex {
    /// What is kept of a line.
    struct Entry {
        enum Kind: UInt8 {
            case push
            /// A push that has left the API.
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
