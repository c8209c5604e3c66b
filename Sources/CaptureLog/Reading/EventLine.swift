import Bytes
import JSONText

/// A line that has been checked: everything that ``Event`` needs is there and has the right shape.
///
/// Checking is apart from reading, so that a log of any size can be checked without making its strings.
struct EventLine {
    enum Content {
        case run
        case push(ExchangeLine)
        case request(ExchangeLine)
        case mark(label: JSONValue)
        case reset(push: JSONValue?)
        case end(counts: JSONValue?)
        case excerpt(Excerpt)
        case unknown(kind: JSONValue)
    }

    let text: JSONText
    let id: JSONValue
    let time: Instant
    let content: Content
    /// Keys that the format does not have, or has once.
    let oddKeys: [OddKey]

    /// What some editors put in front of UTF-8, and what stands in the middle where files were joined.
    static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// - Parameter collectsOddKeys: false for a line that was checked before, whose odd keys are told already.
    init(_ line: [UInt8], collectsOddKeys: Bool = true) throws(LineFault) {
        do throws(JSONTextError) {
            let isMarked = line.starts(with: EventLine.byteOrderMark)
            text = try JSONText(parsing: isMarked ? Array(line.dropFirst(EventLine.byteOrderMark.count)) : line)
        } catch {
            throw .syntax(error)
        }
        let root = text.root
        guard root.kind == .object else { throw .notAnObject }
        let version = try root.required("v")
        guard version.integer == 1 else { throw .version(Text(repairing: version.raw.prefix(40))) }
        id = try root.required("id", .string)
        guard id.raw.count > 2 else { throw .unfit(key: "id") }
        let stamp = try root.required("time", .string)
        guard let time = Instant(rfc3339: stamp.raw.dropFirst().dropLast()) else { throw .unfit(key: "time") }
        self.time = time
        content = try Content(root)
        oddKeys = collectsOddKeys ? content.oddKeys(in: root) : []
    }
}

extension EventLine.Content {
    // Keys stand in the order in which they are written.
    private static let commonKeys: [StaticString] = ["v", "kind", "id", "time"]
    private static let runKeys = commonKeys + ["version", "providers", "limits", "redaction", "listeners", "baseline"]
    private static let pushKeys = commonKeys + ["provider", "request", "response", "annotations"]
    private static let requestKeys = commonKeys + ["request", "response", "annotations"]
    private static let markKeys = commonKeys + ["label"]
    private static let resetKeys = commonKeys + ["push"]
    private static let endKeys = commonKeys + ["counts"]
    private static let excerptKeys = commonKeys + Excerpt.keys

    fileprivate init(_ root: JSONValue) throws(LineFault) {
        let kind = try root.required("kind", .string)
        let name = kind.raw.dropFirst().dropLast()
        if ASCII.equal(name, "push") {
            self = .push(try ExchangeLine(root, isPush: true))
        } else if ASCII.equal(name, "request") {
            self = .request(try ExchangeLine(root, isPush: false))
        } else if ASCII.equal(name, "mark") {
            self = .mark(label: try root.required("label", .string))
        } else if ASCII.equal(name, "reset") {
            let push = root.last("push")
            guard push == nil || push?.kind == .string else { throw .unfit(key: "push") }
            self = .reset(push: push)
        } else if ASCII.equal(name, "run") {
            self = .run
        } else if ASCII.equal(name, "end") {
            self = .end(counts: root.last("counts"))
        } else if ASCII.equal(name, "excerpt") {
            self = .excerpt(try Excerpt(root))
        } else {
            self = .unknown(kind: kind)
        }
    }

    /// The keys of the line that the format does not have, or has once; a line of an unknown kind has none.
    fileprivate func oddKeys(in root: JSONValue) -> [OddKey] {
        var oddKeys: [OddKey] = []
        switch self {
        case .push(let exchange):
            exchange.collectOddKeys(into: &oddKeys)
            root.collectOddKeys(besides: Self.pushKeys, into: &oddKeys)
        case .request(let exchange):
            exchange.collectOddKeys(into: &oddKeys)
            root.collectOddKeys(besides: Self.requestKeys, into: &oddKeys)
        case .mark: root.collectOddKeys(besides: Self.markKeys, into: &oddKeys)
        case .reset: root.collectOddKeys(besides: Self.resetKeys, into: &oddKeys)
        case .run: root.collectOddKeys(besides: Self.runKeys, into: &oddKeys)
        case .end: root.collectOddKeys(besides: Self.endKeys, into: &oddKeys)
        case .excerpt: root.collectOddKeys(besides: Self.excerptKeys, into: &oddKeys)
        case .unknown: break
        }
        return oddKeys
    }
}

/// A key that the format does not have at its place, or that is repeated.
struct OddKey: Hashable {
    let key: Text
    let isRepeated: Bool
}

extension JSONValue {
    /// The value of a key that must be there.
    func required(_ key: StaticString) throws(LineFault) -> JSONValue {
        guard let value = last(key) else { throw .missing(key: key) }
        return value
    }

    /// The value of a key that must be there and be of a kind.
    func required(_ key: StaticString, _ kind: Kind) throws(LineFault) -> JSONValue {
        let value = try required(key)
        guard value.kind == kind else { throw .unfit(key: key) }
        return value
    }

    /// Takes note of members whose key is not in the list, which has them in the order of the format, or came before.
    func collectOddKeys(besides known: [StaticString], into oddKeys: inout [OddKey]) {
        var seen = 0
        var expected = 0
        for member in members {
            // Nearly every line has its keys in the order of the list.
            let isExpected = expected < known.count && member.isNamed(known[expected])
            if let position = isExpected ? expected : known.firstIndex(where: member.isNamed) {
                expected = position + 1
                if seen >> position & 1 == 1 { oddKeys.append(OddKey(key: member.key, isRepeated: true)) }
                seen |= 1 << position
            } else {
                oddKeys.append(OddKey(key: member.key, isRepeated: false))
            }
        }
    }
}
