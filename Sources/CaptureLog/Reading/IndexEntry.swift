import Bytes
import Digest
import JSONText

/// Where one event stands and by what it is put in order; all that is kept of it in memory (48 bytes).
struct IndexEntry: Sendable {
    /// The ULID, or the beginning of a hash of another identifier.
    let id: UInt128
    /// Microseconds since 1970.
    let time: Int64
    /// Where the line begins in the file that keeps it.
    let offset: Int
    /// The length of the line without its `\n`.
    let length: UInt32
    /// The position of the input.
    let input: UInt32
    let kind: Kind
    /// True when ``id`` is a ULID, and so has an order.
    let isOrdered: Bool
    /// The line, counted from 0: in the stretch that was indexed, then in the input.
    private(set) var line: UInt32

    enum Kind: UInt8, Sendable {
        case run
        case push
        case request
        case mark
        case reset
        case end
        case excerpt
        case unknown
    }

    init(_ event: EventLine, offset: Int, length: Int, input: UInt32, line: Int) {
        let text = event.id.raw.dropFirst().dropLast()
        let ulid = ulidValue(text)
        id = ulid ?? hashedIdentifier(text)
        isOrdered = ulid != nil
        time = event.time.microseconds
        self.offset = offset
        self.length = UInt32(clamping: length)
        self.input = input
        self.line = UInt32(clamping: line)
        kind =
            switch event.content {
            case .run: .run
            case .push: .push
            case .request: .request
            case .mark: .mark
            case .reset: .reset
            case .end: .end
            case .excerpt: .excerpt
            case .unknown: .unknown
            }
    }

    /// The entry behind so many lines more.
    func moved(by lines: Int) -> IndexEntry {
        var entry = self
        entry.line = UInt32(clamping: Int(line) + lines)
        return entry
    }

    /// By time, then by identifier, then as they came.
    static func < (left: IndexEntry, right: IndexEntry) -> Bool {
        (left.time, left.order, left.input, left.offset) < (right.time, right.order, right.input, right.offset)
    }

    private var order: UInt128 { isOrdered ? id : 0 }
}

private func hashedIdentifier(_ text: ArraySlice<UInt8>) -> UInt128 {
    var digest = SHA256()
    digest.update(text)
    return digest.finish().prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
}
