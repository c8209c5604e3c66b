import Bytes
import Glibc

extension JSONDocument {
    /// The decoded text of the string or key at a node.
    func text(at index: Int) -> Text {
        let node = nodes[index]
        let inner = bytes[Int(node.start) + 1..<Int(node.end) - 1]
        return node.hasEscapes ? Text(repairing: unescaped(inner)) : Text(repairing: inner)
    }

    /// True when the decoded text of the string or key at a node is the literal.
    func isString(at index: Int, equalTo literal: StaticString) -> Bool {
        let node = nodes[index]
        if node.hasEscapes { return text(at: index) == literal }
        // Compared in place: a slice would cost more than the comparison, and every look-up compares many keys.
        return literal.withUTF8Buffer { literal in
            guard Int(node.end - node.start) == literal.count + 2 else { return false }
            return unsafe bytes.withUnsafeBytes { bytes in
                guard let bytes = bytes.baseAddress, let literal = literal.baseAddress else { return true }
                return unsafe memcmp(bytes + Int(node.start) + 1, literal, Int(node.end - node.start) - 2) == 0
            }
        }
    }

    /// The node of the value of the last member with the key; nil when there is none, or the node is no object.
    func lastMember(of object: Int, named key: StaticString) -> Int? {
        guard nodes[object].kind == .object else { return nil }
        let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount) + 2
        var found: Int?
        var position = object + 1
        let end = Int(nodes[object].next)
        while position < end {
            let node = nodes[position]
            if node.hasEscapes || node.end - node.start == length, isString(at: position, equalTo: key) {
                found = position + 1
            }
            position = Int(nodes[position + 1].next)
        }
        return found
    }
}

private let wordLength = 8

/// The UTF-8 that the inside of a checked JSON string stands for; a lone surrogate escape becomes U+FFFD.
///
/// The result is never longer than the input. Eight bytes at a time are copied and looked at, since a body that is JSON
/// has a backslash in every other word.
private func unescaped(_ inner: ArraySlice<UInt8>) -> [UInt8] {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    return unsafe [UInt8](unsafeUninitializedCapacity: inner.count + wordLength) { output, written in
        let output = UnsafeMutableRawBufferPointer(output)
        unsafe inner.withUnsafeBytes { inner in
            var read = 0
            while read < inner.count {
                if read + wordLength <= inner.count {
                    let word = unsafe inner.loadUnaligned(fromByteOffset: read, as: UInt64.self)
                    unsafe output.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
                    let backslash = word ^ (ones &* 0x5C)
                    let plain = ((backslash &- ones) & ~backslash & highs).littleEndian.trailingZeroBitCount / 8
                    read += plain
                    written += plain
                    if plain == wordLength { continue }
                } else if unsafe inner[read] != UInt8(ascii: "\\") {
                    unsafe output[written] = inner[read]
                    read += 1
                    written += 1
                    continue
                }
                unsafe unescape(inner, &read, into: output, &written)
            }
        }
    }
}

/// Decodes the escape whose backslash stands at `read`.
private func unescape(
    _ inner: UnsafeRawBufferPointer,
    _ read: inout Int,
    into output: UnsafeMutableRawBufferPointer,
    _ written: inout Int
) {
    let escaped = unsafe inner[read + 1]
    read += 2
    let byte: UInt8
    switch escaped {
    case UInt8(ascii: "b"): byte = 0x08
    case UInt8(ascii: "f"): byte = 0x0C
    case UInt8(ascii: "n"): byte = 0x0A
    case UInt8(ascii: "r"): byte = 0x0D
    case UInt8(ascii: "t"): byte = 0x09
    case UInt8(ascii: "u"):
        for unit in unsafe UTF8.encode(scalar(in: inner, after: &read)) ?? UTF8.encodedReplacementCharacter {
            unsafe output[written] = unit
            written += 1
        }
        return
    default: byte = escaped
    }
    unsafe output[written] = byte
    written += 1
}

/// The scalar of one `\u` escape, or of two that form a surrogate pair; `read` stands behind the first `u`.
private func scalar(in inner: UnsafeRawBufferPointer, after read: inout Int) -> Unicode.Scalar {
    let first = unsafe codeUnit(in: inner, at: read)
    read += 4
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, read + 6 <= inner.count, unsafe inner[read] == UInt8(ascii: "\\"),
        unsafe inner[read + 1] == UInt8(ascii: "u")
    else { return "\u{FFFD}" }
    let second = unsafe codeUnit(in: inner, at: read + 2)
    guard (0xDC00...0xDFFF).contains(second) else { return "\u{FFFD}" }
    read += 6
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
}

private func codeUnit(in inner: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
    (position..<position + 4).reduce(0) { unsafe $0 << 4 | UInt32(hexValue(inner[$1]) ?? 0) }
}
