import Bytes
import JSONText

/// Reads a JSON object as a message type and notes every place that does not fit, in document order.
///
/// Wordings of Google's parser: `Cannot find field.`, `(TYPE_STRING), 12`, the duration texts and the texts about lists
/// and objects are as captured or reported; the full names of enumerations and the text for two targets are inferred.
struct SchemaDecoder {
    /// How many violations are noted; nobody reads a longer answer.
    static let maximumViolations = 100
    /// How many bytes of an offending key or value an error prints.
    static let maximumPrintedBytes = 1000

    /// What does not fit, in document order.
    private(set) var violations: [SchemaViolation] = []
    private var path = FieldPath()

    /// Reads a value that should be an object of the type.
    ///
    /// - Returns: nil when it is none.
    mutating func decode(_ value: JSONValue, as schema: MessageSchema) -> TypedObject? {
        guard value.kind == .object else {
            note(.wrongType(.message(schema)), value, unknownName("", because: "Root element must be a message."))
            return nil
        }
        return object(value, as: schema)
    }

    private mutating func object(_ value: JSONValue, as schema: MessageSchema) -> TypedObject {
        var fields = TypedObject.Fields()
        var oneofPosition: Int?
        for member in value.members {
            guard let (position, isJSONName) = schema.position(of: member) else {
                let text = unknownName(member.key, because: "Cannot find field.")
                note(.unknownField, member.value, text, key: member.key)
                continue
            }
            guard !member.value.isNull else {
                fields.unset(position, isJSONName: isJSONName)
                continue
            }
            let field = schema.fields[position]
            if let oneof = field.oneof {
                if let oneofPosition, oneofPosition != position {
                    let text = "oneof field '\(oneof)' is already set. Cannot set '\(member.key)'"
                    note(.secondOfOneof, member.value, invalidValue("oneof", text), key: member.key)
                } else {
                    oneofPosition = position
                }
            }
            if let content = content(of: member, as: field) {
                fields.set(field, at: position, isJSONName: isJSONName, to: content)
            } else {
                fields.leaveOut()
            }
        }
        return TypedObject(value, as: schema, with: fields)
    }

    private mutating func content(of member: JSONValue.Member, as field: Field) -> TypedObject.Content? {
        let value = member.value
        guard !field.isRepeated else { return list(in: member, as: field) }
        switch (field.kind, value.kind) {
        case (.stringMap, .object):
            return map(value, of: field)
        case (.stringMap, .array):
            let text = "Cannot bind a list to map for field '\(member.key)'."
            note(.wrongType(field.kind), value, invalidValue("Map", text), key: member.key)
            return nil
        case (.structure, .array):
            let text = "Cannot bind a list to struct for field '\(member.key)'."
            note(.wrongType(field.kind), value, invalidValue("Struct", text), key: member.key)
            return nil
        case (_, .array):
            let text = unknownName(member.key, because: "Proto field is not repeating, cannot start list.")
            note(.list, value, text, key: member.key)
            return nil
        case (.message(let schema), .object):
            path.push(.field(field.name))
            defer { path.pop() }
            return .message(object(value, as: schema))
        case (.structure, .object):
            return .json(value)
        case (_, .object):
            note(.wrongType(field.kind), value, startingObject(member.key), key: member.key)
            return nil
        default:
            guard let reason = mismatch(value, of: field.kind, key: member) else { return .json(value) }
            path.push(.field(field.name))
            defer { path.pop() }
            note(.wrongType(field.kind), value, invalidValue(field.kind.typeName, reason), key: member.key)
            return nil
        }
    }

    private mutating func list(in member: JSONValue.Member, as field: Field) -> TypedObject.Content? {
        path.push(.field(field.name))
        defer { path.pop() }
        guard member.value.kind == .array else {
            let text = invalidValue(field.kind.typeName, printed(member.value))
            note(.wrongType(field.kind), member.value, text, key: member.key)
            return nil
        }
        var isSound = true
        for (position, element) in member.value.elements.enumerated() {
            guard let reason = mismatch(element, of: field.kind, key: member) else { continue }
            path.push(.index(position))
            defer { path.pop() }
            note(.wrongType(field.kind), element, invalidValue(field.kind.typeName, reason))
            isSound = false
        }
        return isSound ? .json(member.value) : nil
    }

    /// A map stays usable when an entry is wrong: the entry is no text then, and its neighbours are untouched.
    private mutating func map(_ map: JSONValue, of field: Field) -> TypedObject.Content {
        for (position, entry) in map.members.enumerated() where entry.value.kind != .string {
            path.push(.field(field.name))
            path.push(.index(position))
            defer {
                path.pop()
                path.pop()
            }
            let isObject = entry.value.kind == .object
            if !isObject { path.push(.field("value")) }
            let text = isObject ? startingObject("value") : invalidValue("TYPE_STRING", printed(entry.value))
            note(.entryNotString(map: field.name), entry.value, text, key: entry.key)
            if !isObject { path.pop() }
        }
        return .json(map)
    }

    /// What an error says of a scalar that its kind does not take; nil when it does.
    private func mismatch(_ value: JSONValue, of kind: Field.Kind, key member: JSONValue.Member) -> String? {
        switch kind {
        case .string: return value.kind == .string ? nil : printed(value)
        case .bool: return value.bool == nil ? printed(value) : nil
        case .int32: return ProtobufJSON.int32(value) == nil ? printed(value) : nil
        case .float: return ProtobufJSON.float(value) == nil ? printed(value) : nil
        case .enumeration(let schema):
            return ProtobufJSON.enumeration(value, of: schema) == nil ? printed(value) : nil
        case .message, .stringMap, .structure: return printed(value)
        case .timestamp:
            guard let text = value.text else { return printed(value) }
            return Instant(rfc3339: text.bytes[...]) == nil
                ? "Field '\(member.key)', Invalid time format: \(cut(text.bytes[...]))" : nil
        case .duration:
            guard let text = value.text else { return printed(value) }
            do {
                _ = try ProtobufJSON.duration(text)
                return nil
            } catch {
                return "Field '\(member.key)', \(error.description)"
            }
        }
    }

    private func printed(_ value: JSONValue) -> String { cut(value.raw).description }

    private func cut(_ bytes: ArraySlice<UInt8>) -> Text {
        Text(repairing: bytes.prefix(SchemaDecoder.maximumPrintedBytes))
    }

    private func unknownName(_ name: Text, because reason: String) -> String {
        let place = path.text.map { " at '\($0)'" } ?? ""
        return "Invalid JSON payload received. Unknown name \"\(cut(name.bytes[...]))\"\(place): \(reason)"
    }

    private func startingObject(_ key: Text) -> String {
        invalidValue(key.description, "Starting an object on a scalar field")
    }

    private func invalidValue(_ type: String, _ reason: String) -> String {
        let place = path.text.map { " at '\($0)'" } ?? ""
        return "Invalid value\(place) (\(type)), \(reason)"
    }

    private mutating func note(_ kind: SchemaViolation.Kind, _ value: JSONValue, _ text: String, key: Text = "") {
        guard violations.count < SchemaDecoder.maximumViolations else { return }
        violations.append(
            SchemaViolation(
                kind: kind,
                key: cut(key.bytes[...]),
                value: value,
                field: path.text,
                description: Text(text)
            )
        )
    }
}

extension Field.Kind {
    /// The type as errors print it.
    fileprivate var typeName: String {
        switch self {
        case .string: "TYPE_STRING"
        case .bool: "TYPE_BOOL"
        case .int32: "TYPE_INT32"
        case .float: "TYPE_FLOAT"
        case .duration: "type.googleapis.com/google.protobuf.Duration"
        case .timestamp: "type.googleapis.com/google.protobuf.Timestamp"
        case .structure: "type.googleapis.com/google.protobuf.Struct"
        case .stringMap: "Map"
        case .enumeration(let schema): "type.googleapis.com/\(schema.name)"
        case .message(let schema): "type.googleapis.com/\(schema.name)"
        }
    }
}
