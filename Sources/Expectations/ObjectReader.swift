import Bytes
import Filter
import JSONText
import PushModel

/// A JSON value with its place, as the readers of expectations pass it on.
struct Placed {
    let value: JSONValue
    let pointer: JSONPointer

    /// The elements of an array, or the value itself as the only one.
    var elementsOrSelf: [Placed] {
        guard value.kind == .array else { return [self] }
        return value.elements.enumerated().map { Placed(value: $1, pointer: pointer.element($0)) }
    }
}

/// The problems found so far, and the reading of single values that adds to them.
struct ProblemList {
    private(set) var problems: [ExpectationProblem] = []

    mutating func add(_ message: String, at pointer: JSONPointer) {
        problems.append(ExpectationProblem(pointer: pointer, message: Text(message)))
    }

    /// The members of an object whose keys are all known and occur once; nil when the value is no object.
    mutating func members(of placed: Placed, known: [Text]) -> [Text: Placed]? {
        guard placed.value.kind == .object else {
            add("this has to be an object", at: placed.pointer)
            return nil
        }
        var members: [Text: Placed] = [:]
        for member in placed.value.members {
            let key = member.key
            let pointer = placed.pointer.member(key)
            if members[key] != nil { add("this key stands here twice", at: pointer) }
            if !known.contains(key) {
                let near = known.near(key.bytes[...]).map(\.description).joined(separator: " or ")
                add(near.isEmpty ? "this key is not known" : "this key is not known, did you mean \(near)", at: pointer)
            }
            members[key] = Placed(value: member.value, pointer: pointer)
        }
        return members
    }

    mutating func text(_ placed: Placed) -> Text? {
        guard let text = placed.value.text, !text.isEmpty else {
            add("this has to be a string that is not empty", at: placed.pointer)
            return nil
        }
        return text
    }

    mutating func count(_ placed: Placed) -> Int64? {
        guard let count = placed.value.integer, count >= 0 else {
            add("this has to be a whole number from 0", at: placed.pointer)
            return nil
        }
        return count
    }

    mutating func isTrue(_ placed: Placed) -> Bool {
        guard placed.value.bool != true else { return true }
        add("this has to be true, or left out", at: placed.pointer)
        return false
    }

    mutating func timeSpan(_ placed: Placed) -> TimeSpan? {
        guard let span = placed.value.text.flatMap({ TimeSpan(parsing: $0.bytes[...]) }) else {
            add("this has to be a length of time such as 500ms, 5s, 1h or 1h30m", at: placed.pointer)
            return nil
        }
        return span
    }

    mutating func field(named name: Text, at pointer: JSONPointer) -> Field? {
        guard let field = Field(name: name) else {
            let near = Field.names.near(name.bytes[...]).filter { $0 != name }.map(\.description).joined(
                separator: " or ")
            add("there is no field \(name)" + (near.isEmpty ? "" : ", did you mean \(near)"), at: pointer)
            return nil
        }
        return field
    }
}
