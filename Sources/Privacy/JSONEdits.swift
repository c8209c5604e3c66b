import Bytes
import JSONText

/// Changes to a JSON document, in the order of its bytes; everything between them stays as it was sent.
struct JSONEdits {
    private let original: [UInt8]
    private var edited: [UInt8] = []
    private var copied = 0

    init(_ document: JSONText) {
        original = document.bytes
    }

    /// Replaces bytes of the document.
    mutating func replace(_ raw: ArraySlice<UInt8>, with bytes: [UInt8]) {
        edited.append(contentsOf: original[copied..<raw.startIndex])
        edited.append(contentsOf: bytes)
        copied = raw.endIndex
    }

    /// Replaces a string or key, quotes included, by another text.
    mutating func replaceString(_ raw: ArraySlice<UInt8>, with text: [UInt8]) {
        var string: [UInt8] = []
        string.appendJSONString(text)
        replace(raw, with: string)
    }

    /// The document with all changes.
    var bytes: [UInt8] { edited + original[copied...] }
}

extension DeviceTokenIndex {
    /// A body with every token named, also one that a string spells with escapes.
    func namingBody(_ body: [UInt8]) -> [UInt8] {
        var body = naming(body) ?? body
        if body.contains(UInt8(ascii: "\\")), let document = try? JSONText(parsing: body) {
            var edits = JSONEdits(document)
            nameStrings(in: document.root, &edits)
            body = edits.bytes
        }
        return body
    }

    private func nameStrings(in value: JSONValue, _ edits: inout JSONEdits) {
        switch value.kind {
        case .string:
            if value.raw.contains(UInt8(ascii: "\\")), let text = value.text, let named = naming(text.bytes) {
                edits.replaceString(value.raw, with: named)
            }
        case .object:
            for member in value.members {
                if member.rawKey.contains(UInt8(ascii: "\\")), let named = naming(member.key.bytes) {
                    edits.replaceString(member.rawKey, with: named)
                }
                nameStrings(in: member.value, &edits)
            }
        case .array: for element in value.elements { nameStrings(in: element, &edits) }
        default: break
        }
    }
}
