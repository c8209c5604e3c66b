import Bytes

/// Writes JSON member by member, with commas where they belong.
struct JSONWriter {
    private(set) var bytes: [UInt8] = []

    /// An object as a value; its members are written by the block.
    mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "{"))
        members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    mutating func array<Element>(
        _ key: Text, _ elements: some Sequence<Element>, _ write: (inout JSONWriter, Element) -> Void
    ) {
        name(key)
        bytes.append(UInt8(ascii: "["))
        for element in elements { write(&self, element) }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func object(_ key: Text, _ members: (inout JSONWriter) -> Void) {
        name(key)
        object(members)
    }

    mutating func member(_ key: Text, _ value: Text) {
        name(key)
        bytes.appendJSONString(value.bytes)
    }

    mutating func member(_ key: Text, _ values: [Text]) {
        array(key, values) { writer, value in
            writer.separate()
            writer.bytes.appendJSONString(value.bytes)
        }
    }

    mutating func member(_ key: Text, _ value: Int64) {
        name(key)
        bytes.appendDecimal(value)
    }

    mutating func member(_ key: Text, _ value: Bool) {
        name(key)
        bytes.append(value ? "true" : "false")
    }

    /// A value that is JSON already.
    mutating func member(_ key: Text, json value: ArraySlice<UInt8>) {
        name(key)
        bytes.append(contentsOf: value)
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
