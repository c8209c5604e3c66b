import Bytes
import JSONText

/// Checks a value against a shape and keeps every fault, in the order of the original.
struct NotificationCheck {
    /// How many characters, as Unicode segments text into them, of an unexpected key its message repeats.
    static let longestFieldName = 40
    /// How many faults are told; a last one says that there are more. The original tells all, millions if need be.
    static let maximumFaults = 1000
    /// The 32 bits of an integer; the lowest one is refused too.
    static let integers: ClosedRange<Int64> = -2_147_483_647...2_147_483_647

    /// True to pass over keys that the shape does not have.
    let isLenient: Bool
    private(set) var faults: [NotificationFault] = []

    /// The faults of a value.
    static func faults(
        in value: JSONValue, of shape: NotificationShape, isLenient: Bool = false
    ) -> [NotificationFault] {
        var check = NotificationCheck(isLenient: isLenient)
        check.check(value, shape, at: [])
        return check.faults
    }

    private init(isLenient: Bool) {
        self.isLenient = isLenient
    }

    /// An unknown key hides what is missing, and what is missing hides what has the wrong type.
    private mutating func check(_ value: JSONValue, _ shape: NotificationShape, at path: [Text]) {
        guard value.kind == .object else { return refuse(value, as: "object", at: path) }
        let members = value.firstMembers
        let unknown = members.map(\.key).filter { key in !shape.fields.contains { key == $0.name } }.min()
        if let unknown, !isLenient {
            let name = unknown.description.prefix(Self.longestFieldName)
            return add("Unexpected field: \(name)", at: path + [unknown])
        }
        let missing = shape.required.filter { value.first($0) == nil }
        guard missing.isEmpty else {
            for name in missing { add("Missing field: \(name)", at: path + [Text(stringLiteral: name)]) }
            return
        }
        for field in shape.fields {
            guard let value = value.first(field.name) else { continue }
            check(value, field.type, at: path + [Text(stringLiteral: field.name)])
        }
    }

    private mutating func check(_ value: JSONValue, _ type: NotificationShape.ValueType, at path: [Text]) {
        switch type {
        case .string:
            if value.kind != .string { refuse(value, as: "string", at: path) }
        case .choice(let words):
            guard let text = value.text else { return refuse(value, as: "string", at: path) }
            if !words.contains(where: { $0.utf8.elementsEqual(text.bytes) }) { add("Invalid value for enum", at: path) }
        case .integer:
            guard value.coercedInteger != nil else { return refuse(value, as: "integer", at: path) }
            if !value.fitsInteger { add("Invalid format. Expected :int32", at: path) }
        case .boolean:
            if value.coercedBool == nil { refuse(value, as: "boolean", at: path) }
        case .strings:
            guard value.kind == .array else { return refuse(value, as: "array", at: path) }
            for (position, element) in value.elements.enumerated() where element.kind != .string {
                refuse(element, as: "string", at: path + [Text(String(position))])
            }
        case .object:
            if value.kind != .object { refuse(value, as: "object", at: path) }
        case .alert:
            check(value, NotificationShape.alert, at: path)
        }
    }

    private mutating func refuse(_ value: JSONValue, as wanted: String, at path: [Text]) {
        add(
            value.isNull ? "null value where \(wanted) expected" : "Invalid \(wanted). Got: \(value.typeWord)", at: path
        )
    }

    private mutating func add(_ message: String, at path: [Text]) {
        guard faults.count <= Self.maximumFaults else { return }
        let isLast = faults.count == Self.maximumFaults
        faults.append(
            isLast
                ? NotificationFault(path: [], message: Text("There are more faults than these \(Self.maximumFaults)"))
                : NotificationFault(path: path, message: Text(message)))
    }
}

extension JSONValue {
    /// The digits of an integer, of a number or of a text that is one from end to end, with its sign; nil for everything
    /// else.
    fileprivate var coercedInteger: ArraySlice<UInt8>? {
        let text = isIntegerLiteral ? raw : self.text?.bytes[...]
        guard let text else { return nil }
        let digits = text.first == UInt8(ascii: "+") || text.first == UInt8(ascii: "-") ? text.dropFirst() : text
        guard !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return text
    }

    fileprivate var fitsInteger: Bool { integer32.map(NotificationCheck.integers.contains) ?? false }

    /// The integer that a checked value stands for.
    var integer32: Int64? {
        guard let text = coercedInteger else { return nil }
        return ASCII.integer(text.first == UInt8(ascii: "+") ? text.dropFirst() : text)
    }

    /// The truth value that a checked value stands for.
    var coercedBool: Bool? {
        guard let text else { return bool }
        return text == "true" ? true : text == "false" ? false : nil
    }

    /// The type in the words of the original.
    fileprivate var typeWord: StaticString {
        switch kind {
        case .null: "null"
        case .true, .false: "boolean"
        case .number: isIntegerLiteral ? "integer" : "number"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }
}
