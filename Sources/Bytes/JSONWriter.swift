/// Writes JSON member by member, with commas where they belong.
package struct JSONWriter: Sendable {
    /// What is written so far.
    package private(set) var bytes: [UInt8] = []

    /// Nothing written yet.
    package init() {}

    /// An object as a value; its members are written by the block.
    package mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// A member that is an array; the block writes a value for each element.
    package mutating func array<Element>(
        _ key: Text, _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        array(elements, write)
    }

    /// An array as a value; the block writes a value for each element.
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        beginArray()
        for element in elements { write(&self, element) }
        endArray()
    }

    /// The beginning of an array as a value, whose elements are written one by one until ``endArray()``.
    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    /// The beginning of a member that is an array, as ``beginArray()``.
    package mutating func beginArray(_ key: Text) {
        name(key)
        beginArray()
    }

    /// The end of the array that was begun last.
    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
    }

    /// A member that is an object; its members are written by the block.
    package mutating func object(_ key: Text, _ members: (inout JSONWriter) -> Void) {
        name(key)
        object(members)
    }

    /// A member that is a string.
    package mutating func member(_ key: Text, _ value: Text) {
        name(key)
        bytes.appendJSONString(value.bytes)
    }

    /// A member that is a string; no member where there is none.
    package mutating func member(_ key: Text, ifAny value: Text?) {
        if let value { member(key, value) }
    }

    /// A member that is an array of strings.
    package mutating func member(_ key: Text, _ values: [Text]) {
        array(key, values) { $0.value($1) }
    }

    /// A member that is a whole number.
    package mutating func member(_ key: Text, _ value: Int64) {
        name(key)
        bytes.appendDecimal(value)
    }

    /// A member that is `true` or `false`.
    package mutating func member(_ key: Text, _ value: Bool) {
        name(key)
        bytes.append(value ? "true" : "false")
    }

    /// A member whose value is JSON already.
    package mutating func member(_ key: Text, json value: ArraySlice<UInt8>) {
        name(key)
        bytes.append(contentsOf: value)
    }

    /// A string as a value.
    package mutating func value(_ value: Text) {
        separate()
        bytes.appendJSONString(value.bytes)
    }

    private mutating func name(_ key: Text) {
        separate()
        bytes.appendJSONString(key.bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes the comma that a value or member needs after another one.
    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }
}
