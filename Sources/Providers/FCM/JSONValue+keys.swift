import Bytes
import JSONText

extension JSONValue {
    /// The value of the last member that names a header field, whatever the case of its letters.
    func header(_ name: StaticString) -> JSONValue? {
        var found: JSONValue?
        for member in members where ASCII.equalIgnoringCase(member.keyBytes, name) { found = member.value }
        return found
    }
}

extension JSONValue.Member {
    /// The decoded key; without a copy when it has no escapes.
    var keyBytes: ArraySlice<UInt8> {
        let quoted = rawKey
        return quoted.contains(UInt8(ascii: "\\")) ? key.bytes[...] : quoted.dropFirst().dropLast()
    }
}
