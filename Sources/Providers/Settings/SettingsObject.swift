package import Bytes
package import JSONText
package import PushModel

/// An object in a file of settings whose keys are all known and stand there once: what the files of pools and of
/// scripted answers are read with. Whatever is wrong is thrown with its place; nothing is ignored.
package struct SettingsObject: Sendable {
    private let value: JSONValue
    private let pointer: JSONPointer

    /// Takes a value that has to be an object.
    ///
    /// - Parameter known: the keys that it may have; `$schema` is one of them anyway.
    package init(_ value: JSONValue, at pointer: JSONPointer, known: [StaticString]) throws(SettingsFault) {
        self.value = value
        self.pointer = pointer
        guard value.kind == .object else { throw SettingsFault("this has to be an object", at: pointer) }
        var seen: Set<Text> = []
        for member in value.members {
            let place = pointer.member(member.key)
            guard seen.insert(member.key).inserted else { throw SettingsFault("this key stands here twice", at: place) }
            guard member.isNamed("$schema") || known.contains(where: member.isNamed) else {
                let names = known.map(\.description).joined(separator: ", ")
                throw SettingsFault("this key is not known; known are \(names)", at: place)
            }
        }
    }

    /// The root of a file.
    ///
    /// - Throws: ``SettingsFault`` for what is no JSON document, or no object with the known keys.
    package init(parsing bytes: [UInt8], known: [StaticString]) throws(SettingsFault) {
        let root: JSONValue
        do throws(JSONTextError) {
            root = try JSONText(parsing: bytes).root
        } catch {
            throw SettingsFault(error.description, at: "")
        }
        try self.init(root, at: "", known: known)
    }

    /// True when the key is there.
    package func has(_ key: StaticString) -> Bool { value.last(key) != nil }

    /// The place of a key's value.
    package func place(of key: StaticString) -> JSONPointer { pointer.member(Text(stringLiteral: key)) }

    /// A fault of the object as a whole.
    package func fault(_ message: String) -> SettingsFault { SettingsFault(message, at: pointer) }

    /// A fault of a key's value.
    package func fault(_ message: String, in key: StaticString) -> SettingsFault {
        SettingsFault(message, at: place(of: key))
    }

    /// A string that is not empty; nil when the key is not there.
    package func text(_ key: StaticString) throws(SettingsFault) -> Text? {
        guard let value = value.last(key) else { return nil }
        guard let text = value.text, !text.isEmpty else {
            throw fault("this has to be a string that is not empty", in: key)
        }
        return text
    }

    /// A string that is not empty and has no control characters and no white space around it, so that it can stand in a
    /// header field; nil when the key is not there.
    package func line(_ key: StaticString) throws(SettingsFault) -> Text? {
        guard let text = try text(key) else { return nil }
        guard text.bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }),
            ASCII.trimmed(text.bytes[...]).count == text.bytes.count
        else {
            throw fault("this has to be one line without control characters and without space around it", in: key)
        }
        return text
    }

    /// A whole number in a range, which JSON may write with zeros behind a point, as its schemas take it; nil when the key is not there.
    package func integer(_ key: StaticString, in range: ClosedRange<Int64>) throws(SettingsFault) -> Int64? {
        guard let value = value.last(key) else { return nil }
        guard let integer = value.integer ?? value.double.flatMap(Int64.init(exactly:)), range.contains(integer) else {
            throw fault("this has to be a whole number from \(range.lowerBound) to \(range.upperBound)", in: key)
        }
        return integer
    }

    /// True when the value is `true`; false when the key is not there.
    package func flag(_ key: StaticString) throws(SettingsFault) -> Bool {
        guard let value = value.last(key) else { return false }
        guard let flag = value.bool else { throw fault("this has to be true or false", in: key) }
        return flag
    }

    /// One of the words of a type; nil when the key is not there.
    package func choice<Choice>(
        _ key: StaticString, of type: Choice.Type = Choice.self
    ) throws(SettingsFault) -> Choice? where Choice: RawRepresentable<String> & CaseIterable {
        guard let value = value.last(key) else { return nil }
        guard let text = value.text,
            let choice = Choice.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.bytes) })
        else {
            throw fault("this has to be one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))", in: key)
        }
        return choice
    }

    /// The elements of an array, each with its place; nil when the key is not there.
    package func elements(
        _ key: StaticString
    ) throws(SettingsFault) -> [(value: JSONValue, place: JSONPointer)]? {
        guard let value = value.last(key) else { return nil }
        guard value.kind == .array else { throw fault("this has to be an array", in: key) }
        return value.elements.enumerated().map { ($1, place(of: key).element($0)) }
    }

    /// An array of strings; nil when the key is not there.
    package func texts(_ key: StaticString) throws(SettingsFault) -> [Text]? {
        guard let elements = try elements(key) else { return nil }
        var texts: [Text] = []
        for (value, place) in elements {
            guard let text = value.text else { throw SettingsFault("this has to be a string", at: place) }
            texts.append(text)
        }
        return texts
    }

    /// An object within; nil when the key is not there.
    package func object(_ key: StaticString, known: [StaticString]) throws(SettingsFault) -> SettingsObject? {
        guard let value = value.last(key) else { return nil }
        return try SettingsObject(value, at: place(of: key), known: known)
    }
}

/// What is wrong in a file of settings, and where.
package struct SettingsFault: Error, Equatable, CustomStringConvertible {
    /// The place in the document.
    package let pointer: JSONPointer
    /// What is wrong, in one sentence without a full stop.
    package let message: Text

    /// A fault.
    package init(_ message: String, at pointer: JSONPointer) {
        self.pointer = pointer
        self.message = Text(message)
    }

    /// The place and the sentence.
    package var description: String {
        pointer.text.isEmpty ? message.description : "\(pointer.text): \(message)"
    }
}
