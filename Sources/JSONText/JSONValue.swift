package import Bytes

/// A value inside a ``JSONText``: cheap to copy, and it keeps the document alive.
///
/// Node order: an object is followed by key, value, key, value…; an array by its elements.
package struct JSONValue: Sendable {
    /// What a value is. A key of an object is stored as ``string``.
    package enum Kind: UInt8, Sendable {
        case null
        case `false`
        case `true`
        case number
        case string
        case array
        case object
    }

    let document: JSONDocument
    let index: Int

    private var node: JSONNode { document.nodes[index] }

    /// What the value is.
    package var kind: Kind { node.kind }

    /// The value's bytes as they were sent, without white space around it; strings with their quotes and escapes.
    package var raw: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

    /// The offset of ``raw`` in the document.
    package var offset: Int { Int(node.start) }

    /// True for the JSON literal `null`.
    package var isNull: Bool { kind == .null }

    /// The value of `true` or `false`; nil for every other kind.
    package var bool: Bool? {
        switch kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The decoded text of a string; a lone surrogate escape becomes U+FFFD. Nil for every other kind.
    package var text: Text? {
        kind == .string ? document.text(at: index) : nil
    }

    /// The number as it was written; nil for every other kind.
    package var numberText: ArraySlice<UInt8>? {
        kind == .number ? raw : nil
    }

    /// The value of a number that is written as an integer (no point, no exponent) and fits; nil otherwise.
    package var integer: Int64? {
        kind == .number ? ASCII.integer(raw) : nil
    }

    /// The nearest double of a number, possibly infinite; nil for every other kind.
    package var double: Double? {
        kind == .number ? Double(String(decoding: raw, as: UTF8.self)) : nil
    }

    /// How many members an object has, duplicates counted, or how many elements an array; 0 for every other kind.
    package var count: Int {
        switch kind {
        case .object: members.reduce(0) { count, _ in count + 1 }
        case .array: elements.reduce(0) { count, _ in count + 1 }
        default: 0
        }
    }

    /// The members of an object in document order, duplicates included; empty for every other kind.
    package var members: Members { Members(document: document, object: index) }

    /// The elements of an array in document order; empty for every other kind.
    package var elements: Elements { Elements(document: document, array: index) }

    /// The value of the last member with the key, as parsers that let the last duplicate win see it.
    package func last(_ key: StaticString) -> JSONValue? {
        document.lastMember(of: index, named: key).map { JSONValue(document: document, index: $0) }
    }

    /// The value of the last member whose decoded key is the text.
    package func last(named key: Text) -> JSONValue? {
        var found: JSONValue?
        for member in members where member.key == key { found = member.value }
        return found
    }

    /// One key and its value.
    package struct Member: Sendable {
        let document: JSONDocument
        let keyIndex: Int

        /// The decoded key.
        package var key: Text { document.text(at: keyIndex) }

        /// The key's bytes as they were sent, with quotes and escapes.
        package var rawKey: ArraySlice<UInt8> { JSONValue(document: document, index: keyIndex).raw }

        /// The value.
        package var value: JSONValue { JSONValue(document: document, index: keyIndex + 1) }

        /// True when the decoded key is the literal.
        package func isNamed(_ name: StaticString) -> Bool {
            document.isString(at: keyIndex, equalTo: name)
        }
    }

    /// The members of an object.
    package struct Members: Sequence, IteratorProtocol, Sendable {
        private let document: JSONDocument
        private var position: Int
        private let end: Int

        init(document: JSONDocument, object: Int) {
            self.document = document
            let node = document.nodes[object]
            position = object + 1
            end = node.kind == .object ? Int(node.next) : position
        }

        package mutating func next() -> Member? {
            guard position < end else { return nil }
            defer { position = Int(document.nodes[position + 1].next) }
            return Member(document: document, keyIndex: position)
        }
    }

    /// The elements of an array.
    package struct Elements: Sequence, IteratorProtocol, Sendable {
        private let document: JSONDocument
        private var position: Int
        private let end: Int

        init(document: JSONDocument, array: Int) {
            self.document = document
            let node = document.nodes[array]
            position = array + 1
            end = node.kind == .array ? Int(node.next) : position
        }

        package mutating func next() -> JSONValue? {
            guard position < end else { return nil }
            defer { position = Int(document.nodes[position].next) }
            return JSONValue(document: document, index: position)
        }
    }
}
