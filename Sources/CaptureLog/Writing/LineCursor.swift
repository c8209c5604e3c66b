import Bytes

/// Writes pieces of a line one behind another into memory that is large enough.
///
/// A line has about a hundred pieces of a few bytes each; an array that checks its room at each of them took most of the
/// time of a line.
@unsafe struct LineCursor {
    /// Where the next byte goes.
    private(set) var position: UnsafeMutableRawPointer

    /// Writes a literal as it is.
    mutating func literal(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe put(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes as they are.
    mutating func bytes(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe put($0) }
    }

    /// Writes a string of the format: JSON text when it is UTF-8, else an object with base64.
    mutating func string(_ text: ArraySlice<UInt8>) {
        let isPlain = unsafe text.withUnsafeBytes { text in
            guard unsafe isPlainJSON(text) else { return false }
            unsafe literal("\"")
            unsafe put(text)
            unsafe literal("\"")
            return true
        }
        if isPlain { return }
        guard UTF8Text.isValid(text) else {
            var encoded: [UInt8] = []
            encoded.appendBase64(text)
            return unsafe bytes(encoded[...])
        }
        unsafe literal("\"")
        unsafe text.withUnsafeBytes { unsafe position += escapeJSON($0, into: position) }
        unsafe literal("\"")
    }

    private mutating func put(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.baseAddress else { return }
        unsafe position.copyMemory(from: base, byteCount: bytes.count)
        unsafe position += bytes.count
    }
}

/// The most that ``LineCursor/string(_:)`` writes for this many bytes.
func longestString(of count: Int) -> Int { longestJSONEscape * count + 48 }

extension [UInt8] {
    /// Appends what the closure writes, at most `room` bytes.
    mutating func append(room: Int, _ write: (inout LineCursor) -> Void) {
        append(addingCapacity: room) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, count in
                guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
                var cursor = unsafe LineCursor(position: base + count)
                unsafe write(&cursor)
                unsafe count = cursor.position - base
            }
        }
    }
}
