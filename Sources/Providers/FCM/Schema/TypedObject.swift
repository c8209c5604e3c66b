import Bytes
import JSONText

/// A JSON object read as a message type: the fields that are set and well typed, whichever way they are spelled.
///
/// A field that is null is not set. A field of the wrong type is left out here and costs nothing else. Where both
/// spellings of a field are set, the camelCase one counts; of the same spelling twice, the last.
final class TypedObject: Sendable {
    /// What a field holds.
    enum Content: Sendable {
        case json(JSONValue)
        case message(TypedObject)
    }

    /// The fields that are set, while an object is read.
    struct Fields: Sendable {
        fileprivate struct Entry: Sendable {
            let position: Int
            let name: StaticString
            let isJSONName: Bool
            let content: Content
        }

        fileprivate private(set) var entries: [Entry] = []
        /// True when something was posted that is not among the entries.
        fileprivate private(set) var isIncomplete = false

        /// Sets the field at a position of the schema.
        mutating func set(_ field: Field, at position: Int, isJSONName: Bool, to content: Content) {
            let entry = Entry(position: position, name: field.name, isJSONName: isJSONName, content: content)
            guard let index = entries.firstIndex(where: { $0.position == position }) else {
                return entries.append(entry)
            }
            if isJSONName || !entries[index].isJSONName { entries[index] = entry }
        }

        /// Leaves out a field whose value does not fit.
        mutating func leaveOut() { isIncomplete = true }

        /// Forgets the field at a position of the schema, if it was set under the same spelling.
        mutating func unset(_ position: Int, isJSONName: Bool) {
            entries.removeAll { $0.position == position && $0.isJSONName == isJSONName }
            isIncomplete = true
        }
    }

    /// The type it is read as.
    let schema: MessageSchema
    /// The object as posted.
    let json: JSONValue
    private let entries: [Fields.Entry]
    private let isIncomplete: Bool

    init(_ json: JSONValue, as schema: MessageSchema, with fields: Fields) {
        self.schema = schema
        self.json = json
        entries = fields.entries
        isIncomplete = fields.isIncomplete
    }

    /// True when no field is set.
    var isEmpty: Bool { entries.isEmpty }

    /// The value of a field, by its name in the definition.
    subscript(name: StaticString) -> JSONValue? {
        guard case .json(let value) = content(name) else { return nil }
        return value
    }

    /// The message in a field.
    func message(_ name: StaticString) -> TypedObject? {
        guard case .message(let object) = content(name) else { return nil }
        return object
    }

    /// The text of a string field.
    func text(_ name: StaticString) -> Text? { self[name]?.text }

    /// The text of a string field, unless it is empty.
    func nonEmptyText(_ name: StaticString) -> Text? {
        text(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The texts of a repeated string field.
    func texts(_ name: StaticString) -> [Text] { self[name]?.elements.compactMap(\.text) ?? [] }

    /// True when a bool field is set to true.
    func isTrue(_ name: StaticString) -> Bool { self[name]?.bool == true }

    /// The position of an enumeration field's value.
    func enumeration(_ name: StaticString, of schema: EnumerationSchema) -> Int? {
        self[name].flatMap { ProtobufJSON.enumeration($0, of: schema) }
    }

    /// The object of a map field, unless it is empty.
    func nonEmptyMap(_ name: StaticString) -> JSONValue? {
        self[name].flatMap { $0.count == 0 ? nil : $0 }
    }

    /// What was posted for a field, whatever its type; nil when it is absent or null. Where both spellings are there, the
    /// camelCase one counts.
    func posted(_ name: StaticString) -> JSONValue? {
        switch content(name) {
        case .json(let value): return value
        case .message(let object): return object.json
        case nil: break
        }
        guard isIncomplete else { return nil }
        var found: (value: JSONValue, isJSONName: Bool)?
        for member in json.members where !member.value.isNull {
            guard let (position, isJSONName) = schema.position(of: member),
                schema.fields[position].name.isSame(as: name)
            else { continue }
            if isJSONName || found?.isJSONName != true { found = (member.value, isJSONName) }
        }
        return found?.value
    }

    private func content(_ name: StaticString) -> Content? {
        entries.first { $0.name.isSame(as: name) }?.content
    }
}

extension StaticString {
    fileprivate func isSame(as other: StaticString) -> Bool {
        withUTF8Buffer { text in
            other.withUTF8Buffer { other in
                unsafe text.count == other.count && text.elementsEqual(other)
            }
        }
    }
}
