import Bytes
import JSONText

/// A message type of Google's API definition: its full name and its fields.
///
/// The one description drives both the strict check that FCM makes of a request and the reading of what was sent.
final class MessageSchema: Sendable {
    /// A spelling of a field's name, as a range of ``spellings``: every key of every request is looked up here, so the
    /// search touches no reference count.
    private struct Key: Sendable {
        let start: Int
        let count: Int
        let position: Int
        let isJSONName: Bool
    }

    /// The name as errors print it: `google.firebase.fcm.v1.Notification`.
    let name: StaticString
    /// The fields in the order of the definition.
    let fields: [Field]
    private let keys: [Key]
    private let spellings: [UInt8]

    init(_ name: StaticString, _ fields: [Field]) {
        self.name = name
        self.fields = fields
        var keys: [Key] = []
        var spellings: [UInt8] = []
        for (position, field) in fields.enumerated() {
            let jsonName = field.jsonName
            keys.append(Key(start: spellings.count, count: jsonName.count, position: position, isJSONName: true))
            spellings += jsonName
            guard !ASCII.equal(jsonName[...], field.name) else { continue }
            let count = field.name.utf8CodeUnitCount
            keys.append(Key(start: spellings.count, count: count, position: position, isJSONName: false))
            spellings.append(field.name)
        }
        self.keys = keys
        self.spellings = spellings
    }

    /// The position of the field that a key names in either spelling, and whether it is the camelCase one; a name that
    /// is the same in both counts as that.
    func position(of member: JSONValue.Member) -> (position: Int, isJSONName: Bool)? {
        let bytes = member.keyBytes
        let found = keys.first { key in
            key.count == bytes.count && spellings[key.start..<key.start + key.count] == bytes
        }
        return found.map { ($0.position, $0.isJSONName) }
    }
}

/// One field of a message type.
struct Field: Sendable {
    /// What a field holds.
    indirect enum Kind: Sendable {
        case string
        case bool
        case int32
        case float
        case duration
        case timestamp
        case enumeration(EnumerationSchema)
        case message(MessageSchema)
        /// A map from string to string; its keys are the caller's.
        case stringMap
        /// A free JSON object; everything inside it is the caller's.
        case structure
    }

    /// The name in the definition: `collapse_key`.
    let name: StaticString
    /// What it holds.
    let kind: Kind
    /// True for a list of it.
    let isRepeated: Bool
    /// The group of fields of which only one may be set.
    let oneof: StaticString?
    init(_ name: StaticString, _ kind: Kind, isRepeated: Bool = false, oneof: StaticString? = nil) {
        self.name = name
        self.kind = kind
        self.isRepeated = isRepeated
        self.oneof = oneof
    }

    /// The canonical name in JSON, `collapseKey`: each underscore goes, and the letter behind it becomes a capital.
    ///
    /// Source: protobuf, JSON mapping, `json_name`
    var jsonName: [UInt8] {
        var output: [UInt8] = []
        var capital = false
        for byte in name.withUTF8Buffer({ unsafe Array($0) }) {
            if byte == UInt8(ascii: "_") {
                capital = true
            } else {
                output.append(capital && byte &- 0x61 < 26 ? byte & 0xDF : byte)
                capital = false
            }
        }
        return output
    }
}

/// An enumeration: its full name and its values, numbered from 0 in their order.
final class EnumerationSchema: Sendable {
    /// The name as errors print it.
    let name: StaticString
    /// The names of the values.
    let values: [StaticString]

    init(_ name: StaticString, _ values: [StaticString]) {
        self.name = name
        self.values = values
    }
}
