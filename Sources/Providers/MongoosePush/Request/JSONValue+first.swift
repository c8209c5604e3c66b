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

    /// The value as MongoosePush passes it on: without repeated keys and without white space between its tokens.
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
        case .null, .true, .false, .number, .string: output.append(contentsOf: raw)
        }
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
