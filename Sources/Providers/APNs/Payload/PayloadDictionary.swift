import Bytes
import JSONText
import PushModel

/// One dictionary of a payload, read by its known keys. A value of the wrong type costs only its own key and makes a
/// finding; `null` is as if the key were not there.
struct PayloadDictionary<Key: PayloadKey>: Sendable {
    /// How many keys that Apple does not define are told one by one.
    static var longestUnknownList: Int { 20 }

    /// Where the dictionary stands.
    let pointer: JSONPointer
    /// What was found while reading, in the order found.
    private(set) var findings: [Finding] = []
    private var values: [(key: Key, value: JSONValue)] = []

    /// A dictionary without keys.
    init(at pointer: JSONPointer) {
        self.pointer = pointer
    }

    /// The dictionary in an object; of repeated keys the last one counts.
    init(_ object: JSONValue, at pointer: JSONPointer) {
        self.pointer = pointer
        values.reserveCapacity(8)
        var unknown: Set<Text> = []
        var repeated: [Key] = []
        for member in object.members {
            let spelling = member.key
            guard let key = Key.spellings[spelling] else {
                if unknown.insert(spelling).inserted, unknown.count <= Self.longestUnknownList { addUnknown(spelling) }
                continue
            }
            if let position = values.firstIndex(where: { $0.key == key }) {
                values[position].value = member.value
                if !repeated.contains(key) {
                    repeated.append(key)
                    addRepeated(key)
                }
            } else {
                values.append((key, member.value))
            }
        }
        if unknown.count > Self.longestUnknownList { addUnknownRest(unknown.count - Self.longestUnknownList) }
    }

    /// The value of a key; nil when it is absent or `null`.
    subscript(key: Key) -> JSONValue? {
        values.first { $0.key == key }.flatMap { $0.value.isNull ? nil : $0.value }
    }

    /// The known keys that have a value, in the order sent.
    var keys: [Key] { values.filter { !$0.value.isNull }.map(\.key) }

    /// The place of a key's value.
    func place(of key: Key) -> Finding.Place { pointer.member(Text(key.rawValue)).place }

    /// The text of a key; nil and a finding when it is no string.
    mutating func text(_ key: Key) -> Text? {
        guard let value = self[key] else { return nil }
        guard let text = value.text else {
            addWrongType(key, value, wanted: "a string")
            return nil
        }
        return text
    }

    /// The strings of a key; an element that is none is taken as it was written, and the first makes a finding.
    mutating func texts(_ key: Key) -> [Text] {
        guard let value = self[key] else { return [] }
        guard value.kind == .array else {
            addWrongType(key, value, wanted: "an array of strings")
            return []
        }
        let elements = Array(value.elements)
        if let index = elements.firstIndex(where: { $0.kind != .string }) {
            findings.append(
                .warning(
                    "apns-wrong-type",
                    at: pointer.member(Text(key.rawValue)).element(index).place,
                    "\(name(of: key))[\(index)] is \(elements[index].kind.described); Apple defines strings.",
                    help: "Send each argument as a string."
                )
            )
        }
        // A number or a flag keeps its place, or the arguments after it would fill the wrong gaps.
        return elements.map { $0.text ?? Text(repairing: $0.raw) }
    }

    /// Whether a key is the number 1; any value besides the numbers 1 and 0 makes a finding. `true` counts as 1, which
    /// is reported to work.
    mutating func flag(_ key: Key) -> Bool {
        guard let value = self[key] else { return false }
        if let number = value.double, number == 1 || number == 0 { return number == 1 }
        findings.append(
            .warning(
                "apns-flag-not-1",
                at: place(of: key),
                "\(name(of: key)) is \(value.kind.described), and Apple defines the number 1; it may have no effect.",
                help: "Send \"\(key.rawValue)\": 1, or leave the key out."
            )
        )
        return value.bool == true
    }

    /// The finite number of a key; nil and a finding when it is none.
    mutating func number(_ key: Key) -> Double? {
        guard let value = self[key] else { return nil }
        guard let number = value.double, number.isFinite else {
            addWrongType(key, value, wanted: "a number")
            return nil
        }
        return number
    }

    /// Notes that a key has a value of a type that Apple does not define.
    mutating func addWrongType(_ key: Key, _ value: JSONValue, wanted: String) {
        findings.append(
            .warning(
                "apns-wrong-type",
                at: place(of: key),
                "\(name(of: key)) is \(value.kind.described), and Apple defines \(wanted); the device may ignore it.",
                help: "Send \(wanted)."
            )
        )
    }

    /// Adds a finding about this dictionary, or about one inside it.
    mutating func add(_ finding: Finding) {
        findings.append(finding)
    }

    /// The key in a sentence.
    func name(of key: Key) -> String { "\(Key.dictionary).\(key.rawValue)" }

    private mutating func addUnknown(_ spelling: Text) {
        let place = pointer.member(spelling).place
        if let meant = Key.spellings.meant(by: spelling) {
            findings.append(
                .warning(
                    "apns-misspelled-key",
                    at: place,
                    "\(Key.dictionary).\(spelling) is not a key that iOS knows, so it is ignored.",
                    help: "Spell it \(meant.rawValue)."
                )
            )
        } else {
            findings.append(
                .note(
                    "apns-unknown-key",
                    at: place,
                    "\(Key.dictionary).\(spelling) is not a key that Apple defines, so iOS ignores it.",
                    help: "Put your own data next to aps, not inside it."
                )
            )
        }
    }

    private mutating func addUnknownRest(_ count: Int) {
        findings.append(
            .note(
                "apns-unknown-key",
                at: pointer.place,
                "\(Key.dictionary) has \(count) more keys that Apple does not define.",
                help: "Put your own data next to aps, not inside it."
            )
        )
    }

    private mutating func addRepeated(_ key: Key) {
        findings.append(
            .warning(
                "apns-repeated-key",
                at: place(of: key),
                "\(name(of: key)) is there more than once; the last one is read here, and a device may read another.",
                help: "Send each key once."
            )
        )
    }
}

extension JSONValue.Kind {
    /// The kind in a sentence.
    var described: String {
        switch self {
        case .null: "null"
        case .false: "false"
        case .true: "true"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
