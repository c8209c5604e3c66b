import Bytes
import Glibc
import JSONText

/// What the lines of one stretch of an input are; line numbers count from the beginning of the stretch.
struct LineIndex: Sendable {
    var entries: [IndexEntry] = []
    var lines = 0
    var faults: [(line: Int, fault: LineFault)] = []
    /// How many damaged lines there are, also those that ``faults`` has no room for.
    var faultCount = 0
    /// The lines that are the first of a recorder's run.
    var runLines: [Int] = []
    var oddKeys = Tally<OddKey>()
    var unknownKinds = Tally<Text>()
    var blankLines = Tally<Bool>()
    /// The lines with a byte order mark in front.
    var markedLines = Tally<Bool>()
    /// What the ends of runs say of requests that have no line.
    var shortfalls = Tally<Shortfall>()
    /// The lines that are the last of a recorder's run.
    var endLines: [Int] = []
    /// Where clients wanted to get that took the recorder for a proxy.
    var refusedDestinations = Tally<Text>()

    /// Appends what follows.
    mutating func append(_ next: LineIndex, limits: LogLimits) {
        entries += next.entries.lazy.map { [lines] in $0.moved(by: lines) }
        faults += next.faults.prefix(Swift.max(0, limits.problems - faults.count)).map { ($0.line + lines, $0.fault) }
        faultCount += next.faultCount
        runLines += next.runLines.map { $0 + lines }
        oddKeys.append(next.oddKeys, lines: lines)
        unknownKinds.append(next.unknownKinds, lines: lines)
        blankLines.append(next.blankLines, lines: lines)
        markedLines.append(next.markedLines, lines: lines)
        shortfalls.append(next.shortfalls, lines: lines)
        endLines += next.endLines.map { $0 + lines }
        refusedDestinations.append(next.refusedDestinations, lines: lines)
        lines += next.lines
    }
}

extension LineIndex {
    /// Checks and indexes whole lines; the last one may lack its `\n`.
    ///
    /// - Parameter offset: where the bytes begin in the file that keeps them.
    init(_ bytes: [UInt8], offset: Int, input: UInt32, limits: LogLimits) {
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstLineEnd
            index(bytes[start..<end], offset: offset + start, input: input, limits: limits)
            lines += 1
            start = end + 1
        }
    }

    private mutating func index(_ line: ArraySlice<UInt8>, offset: Int, input: UInt32, limits: LogLimits) {
        do throws(LineFault) {
            guard line.count <= limits.lineBytes else { throw .tooLong(limit: limits.lineBytes) }
            guard !line.allSatisfy(ASCII.isSpace) else { return blankLines.count(true, line: lines) }
            if line.starts(with: EventLine.byteOrderMark) { markedLines.count(true, line: lines) }
            let event = try EventLine(Array(line))
            entries.append(IndexEntry(event, offset: offset, length: line.count, input: input, line: lines))
            switch event.content {
            case .run: runLines.append(lines)
            case .end(let counts):
                endLines.append(lines)
                for (shortfall, count) in Shortfall.all(in: counts) {
                    shortfalls.count(shortfall, line: lines, times: count)
                }
            case .request(let exchange):
                if let destination = exchange.refusedDestination { refusedDestinations.count(destination, line: lines) }
            case .unknown(let kind): unknownKinds.count(kind.text ?? "", line: lines)
            default: break
            }
            for key in event.oddKeys { oddKeys.count(key, line: lines) }
        } catch {
            addFault(error, limits: limits)
        }
    }

    /// Takes note that the line that comes now is damaged.
    mutating func addFault(_ fault: LineFault, limits: LogLimits) {
        faultCount += 1
        if faults.count < limits.problems { faults.append((lines, fault)) }
    }
}

extension ArraySlice<UInt8> {
    /// The position of the first `\n`, or the end.
    fileprivate var firstLineEnd: Int {
        unsafe withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = unsafe memchr(base, Int32(UInt8(ascii: "\n")), bytes.count)
            else { return endIndex }
            return unsafe startIndex + (UnsafeRawPointer(found) - base)
        }
    }
}
