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
        case end
        case unknown(kind: JSONValue)
    }

    let text: JSONText
    let id: JSONValue
    let time: Instant
    let content: Content
    /// Keys that the format does not have, or has once.
    let oddKeys: [OddKey]

    init(_ line: [UInt8]) throws(LineFault) {
        do throws(JSONTextError) {
            text = try JSONText(parsing: line)
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
        var oddKeys: [OddKey] = []
        content = try Content(root, oddKeys: &oddKeys)
        self.oddKeys = oddKeys
    }
}

extension EventLine.Content {
    private static let commonKeys: [StaticString] = ["v", "kind", "id", "time"]
    private static let runKeys = commonKeys + ["version", "providers", "limits", "redaction"]
    private static let requestKeys = commonKeys + ["request", "response", "annotations"]
    private static let pushKeys = requestKeys + ["provider"]
    private static let markKeys = commonKeys + ["label"]
    private static let endKeys = commonKeys + ["counts"]

    fileprivate init(_ root: JSONValue, oddKeys: inout [OddKey]) throws(LineFault) {
        let kind = try root.required("kind", .string)
        let name = kind.raw.dropFirst().dropLast()
        if ASCII.equal(name, "push") {
            self = .push(try ExchangeLine(root, isPush: true, oddKeys: &oddKeys))
            root.collectOddKeys(besides: Self.pushKeys, into: &oddKeys)
        } else if ASCII.equal(name, "request") {
            self = .request(try ExchangeLine(root, isPush: false, oddKeys: &oddKeys))
            root.collectOddKeys(besides: Self.requestKeys, into: &oddKeys)
        } else if ASCII.equal(name, "mark") {
            self = .mark(label: try root.required("label", .string))
            root.collectOddKeys(besides: Self.markKeys, into: &oddKeys)
        } else if ASCII.equal(name, "run") {
            self = .run
            root.collectOddKeys(besides: Self.runKeys, into: &oddKeys)
        } else if ASCII.equal(name, "end") {
            self = .end
            root.collectOddKeys(besides: Self.endKeys, into: &oddKeys)
        } else {
            self = .unknown(kind: kind)
        }
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

    /// Takes note of members whose key is not in the list or came before.
    func collectOddKeys(besides known: [StaticString], into oddKeys: inout [OddKey]) {
        var seen = 0
        for member in members {
            if let position = known.firstIndex(where: member.isNamed) {
                if seen >> position & 1 == 1 { oddKeys.append(OddKey(key: member.key, isRepeated: true)) }
                seen |= 1 << position
            } else {
                oddKeys.append(OddKey(key: member.key, isRepeated: false))
            }
        }
    }
}
