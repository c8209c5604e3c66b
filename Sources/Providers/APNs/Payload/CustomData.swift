import Bytes
import JSONText

/// The sender's own members of an object, kept as they were written: order, spelling, numbers and repetition.
struct CustomData: Sendable {
    /// The members as one JSON object; nil when there is none.
    let json: Text?
    /// The keys in the order sent, without repetition.
    let keys: [Text]

    /// No member.
    init() {
        json = nil
        keys = []
    }

    /// The members of an object, except those with one key.
    init(of object: JSONValue, except excluded: StaticString) {
        var bytes: [UInt8] = []
        var keys: [Text] = []
        var seen = Set<Text>(minimumCapacity: 8)
        for member in object.members where !member.isNamed(excluded) {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "{" : ","))
            bytes.append(contentsOf: member.rawKey)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(contentsOf: member.value.raw)
            let key = member.key
            if seen.insert(key).inserted { keys.append(key) }
        }
        if !bytes.isEmpty { bytes.append(UInt8(ascii: "}")) }
        json = bytes.isEmpty ? nil : Text(repairing: bytes)
        self.keys = keys
    }
}
