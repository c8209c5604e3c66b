import Dispatch
import Glibc
import Synchronization

/// Cuts a stream of bytes into blocks of whole lines and indexes as many of them at a time as there are processors.
struct BlockIndexer {
    private enum Block {
        case lines([UInt8], offset: Int)
        case done(LineIndex)
    }

    /// Everything that was indexed; complete after ``finish()``.
    private(set) var index = LineIndex()
    /// True when the input ends without `\n`.
    private(set) var lastLineIsOpen = false

    private static let blocksAtOnce = Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private let input: UInt32
    private let limits: LogLimits
    private var waiting: [Block] = []
    /// The beginning of a line whose end has not come yet, and where it stands.
    private var openLine: [UInt8] = []
    private var offset: Int
    private var isSkipping = false

    /// - Parameter offset: where the input begins in the file that keeps it.
    init(input: UInt32, offset: Int, limits: LogLimits) {
        self.input = input
        self.offset = offset
        self.limits = limits
    }

    /// Takes what follows.
    mutating func take(_ bytes: [UInt8]) {
        var rest = bytes[...]
        if isSkipping {
            let skipped = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            isSkipping = skipped == rest.endIndex && rest.last != UInt8(ascii: "\n")
            offset += skipped
            rest = rest[skipped...]
        }
        if let end = rest.lastIndex(of: UInt8(ascii: "\n")) {
            openLine += rest[...end]
            rest = rest[(end + 1)...]
            enqueueLines()
        }
        openLine += rest
        if openLine.count > limits.lineBytes { skipOpenLine() }
    }

    /// Takes the end of the input.
    mutating func finish() {
        lastLineIsOpen = !openLine.isEmpty
        if lastLineIsOpen { enqueueLines() }
        indexWaiting()
    }

    private mutating func enqueueLines() {
        waiting.append(.lines(openLine, offset: offset))
        offset += openLine.count
        openLine = []
        if waiting.count >= Self.blocksAtOnce { indexWaiting() }
    }

    private mutating func skipOpenLine() {
        var skipped = LineIndex()
        skipped.addFault(.tooLong(limit: limits.lineBytes), limits: limits)
        skipped.lines = 1
        waiting.append(.done(skipped))
        offset += openLine.count
        openLine = []
        isSkipping = true
    }

    private mutating func indexWaiting() {
        let blocks = waiting
        waiting = []
        let results = Mutex([LineIndex](repeating: LineIndex(), count: blocks.count))
        DispatchQueue.concurrentPerform(iterations: blocks.count) { [input, limits] position in
            let result =
                switch blocks[position] {
                case .lines(let bytes, let offset): LineIndex(bytes, offset: offset, input: input, limits: limits)
                case .done(let index): index
                }
            results.withLock { $0[position] = result }
        }
        for result in results.withLock({ $0 }) { index.append(result, limits: limits) }
    }
}
