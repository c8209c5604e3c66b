package import Bytes

/// The header fields of one message in the order, spelling and repetition in which they came.
///
/// Shape: all names and values stand in one buffer, so a list costs two allocations however many fields it has.
/// Names and values are bytes; nothing is folded, trimmed or decoded.
package struct HeaderList: Sendable {
    private struct Field: Sendable {
        var nameStart: UInt32
        var valueStart: UInt32
        var valueEnd: UInt32
    }

    private var storage: [UInt8] = []
    private var fields: [Field] = []

    /// An empty list.
    package init() {}

    /// A list of the given pairs.
    package init(_ pairs: KeyValuePairs<StaticString, Text>) {
        for (name, value) in pairs { append(name, value.bytes[...]) }
    }

    /// An empty list with room for so many fields, whose names and values have so many bytes together.
    package init(reservingFields count: Int, bytes: Int) {
        fields.reserveCapacity(count)
        storage.reserveCapacity(bytes)
    }

    /// How many fields there are.
    package var count: Int { fields.count }

    /// True when there is no field.
    package var isEmpty: Bool { fields.isEmpty }

    /// The bytes of all names and values together.
    package var byteCount: Int { storage.count }

    /// Appends a field.
    package mutating func append(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
        let start = storage.count
        storage.append(contentsOf: name)
        storage.append(contentsOf: value)
        fields.append(
            Field(
                nameStart: UInt32(truncatingIfNeeded: start),
                valueStart: UInt32(truncatingIfNeeded: start + name.count),
                valueEnd: UInt32(truncatingIfNeeded: storage.count)
            )
        )
    }

    /// Appends a field with a name known at build time.
    package mutating func append(_ name: StaticString, _ value: ArraySlice<UInt8>) {
        let start = storage.count
        storage.append(name)
        storage.append(contentsOf: value)
        fields.append(
            Field(
                nameStart: UInt32(truncatingIfNeeded: start),
                valueStart: UInt32(truncatingIfNeeded: start + name.utf8CodeUnitCount),
                valueEnd: UInt32(truncatingIfNeeded: storage.count)
            )
        )
    }

    /// Appends a field from raw memory, as a C parser hands it over.
    package mutating func append(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        let start = storage.count
        unsafe storage.append(contentsOf: name)
        unsafe storage.append(contentsOf: value)
        fields.append(
            Field(
                nameStart: UInt32(truncatingIfNeeded: start),
                valueStart: UInt32(truncatingIfNeeded: start + name.count),
                valueEnd: UInt32(truncatingIfNeeded: storage.count)
            )
        )
    }

    /// Replaces the value of the field at a position below ``count``.
    package mutating func replaceValue(at replaced: Int, by value: [UInt8]) {
        var list = HeaderList(reservingFields: count, bytes: byteCount + value.count)
        for position in 0..<count {
            list.append(name(at: position), position == replaced ? value[...] : self.value(at: position))
        }
        self = list
    }

    /// Forgets all fields and keeps the memory.
    package mutating func removeAll() {
        storage.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
    }

    /// The name of the field at a position below ``count``.
    package func name(at position: Int) -> ArraySlice<UInt8> {
        let field = fields[position]
        return storage[Int(field.nameStart)..<Int(field.valueStart)]
    }

    /// The value of the field at a position below ``count``.
    package func value(at position: Int) -> ArraySlice<UInt8> {
        let field = fields[position]
        return storage[Int(field.valueStart)..<Int(field.valueEnd)]
    }

    /// The value of the first field with the name, compared without regard to ASCII case (RFC 9110 section 5.1).
    package func first(_ name: StaticString) -> ArraySlice<UInt8>? {
        for position in fields.indices where isNamed(name, at: position) { return value(at: position) }
        return nil
    }

    /// How many fields have the name.
    package func count(of name: StaticString) -> Int {
        fields.indices.count { isNamed(name, at: $0) }
    }

    private func isNamed(_ name: StaticString, at position: Int) -> Bool {
        let field = fields[position]
        guard Int(field.valueStart - field.nameStart) == name.utf8CodeUnitCount else { return false }
        return ASCII.equalIgnoringCase(self.name(at: position), name)
    }
}

extension HeaderList: Equatable {
    package static func == (left: HeaderList, right: HeaderList) -> Bool {
        left.count == right.count
            && left.fields.indices.allSatisfy { position in
                left.name(at: position) == right.name(at: position)
                    && left.value(at: position) == right.value(at: position)
            }
    }
}
