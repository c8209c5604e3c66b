import Bytes
import JSONText

// The parser of the original keeps the first of several members with one key, where most keep the last.
extension JSONValue {
    /// The value of the first member with the key.
    func first(_ key: StaticString) -> JSONValue? {
        for member in members where member.isNamed(key) { return member.value }
        return nil
    }

    /// The members of an object, of those with one key the first.
    var firstMembers: [(key: Text, value: JSONValue)] {
        var seen: Set<Text> = []
        return members.compactMap { member in
            let key = member.key
            return seen.insert(key).inserted ? (key, member.value) : nil
        }
    }

    /// The value as MongoosePush passes it on, read and written again: without repeated keys and white space between its
    /// tokens, its texts with no more escapes than they need, its numbers as ``numberPassedOn``.
    var passedOn: [UInt8] {
        var output: [UInt8] = []
        appendPassedOn(to: &output)
        return output
    }

    private func appendPassedOn(to output: inout [UInt8]) {
        switch kind {
        case .object:
            output.append("{")
            for (position, member) in firstMembers.enumerated() {
                if position > 0 { output.append(",") }
                output.appendJSONString(member.key.bytes)
                output.append(":")
                member.value.appendPassedOn(to: &output)
            }
            output.append("}")
        case .array:
            output.append("[")
            for (position, element) in elements.enumerated() {
                if position > 0 { output.append(",") }
                element.appendPassedOn(to: &output)
            }
            output.append("]")
        case .string: output.appendJSONString(text?.bytes ?? [])
        case .number: output.append(contentsOf: numberPassedOn)
        case .null, .true, .false: output.append(contentsOf: raw)
        }
    }

    /// A number as the runtime of the original writes it: an integer with its digits, any other as ``Double/erlangText``.
    var numberPassedOn: [UInt8] {
        guard isIntegerLiteral else { return double.map(\.erlangText) ?? Array(raw) }
        return ASCII.equal(raw, "-0") ? [UInt8(ascii: "0")] : Array(raw)
    }

    /// True when a number somewhere in the value, written with a point or an exponent, fits no double.
    var hasNumberBeyondDouble: Bool {
        switch kind {
        case .object: members.contains { $0.value.hasNumberBeyondDouble }
        case .array: elements.contains { $0.hasNumberBeyondDouble }
        case .number: !isIntegerLiteral && double?.isInfinite == true
        case .null, .true, .false, .string: false
        }
    }

    /// True for a number without point and exponent.
    var isIntegerLiteral: Bool {
        numberText?.allSatisfy { $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") } ?? false
    }
}

extension [UInt8] {
    /// True when a string of a checked JSON document has the escape of half a surrogate pair without the other half, which
    /// the parser of the original refuses.
    var hasLoneSurrogate: Bool {
        var rest = self[...]
        while let escape = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = rest[escape...]
            guard let first = rest.escapedUnit else {
                rest = rest.dropFirst(2)
                continue
            }
            rest = rest.dropFirst(6)
            switch first {
            case 0xD800..<0xDC00:
                guard let second = rest.escapedUnit, 0xDC00..<0xE000 ~= second else { return true }
                rest = rest.dropFirst(6)
            case 0xDC00..<0xE000: return true
            default: break
            }
        }
        return false
    }
}

extension ArraySlice<UInt8> {
    /// The UTF-16 code unit of the `\u` escape that the bytes begin with; nil when they begin with anything else.
    fileprivate var escapedUnit: UInt16? {
        guard count >= 6, ASCII.hasPrefix(self, "\\u") else { return nil }
        return dropFirst(2).prefix(4).reduce(UInt16?(0)) { unit, byte in
            unit.flatMap { unit in hexValue(byte).map { unit << 4 | UInt16($0) } }
        }
    }
}
