import Bytes

extension JSONDocument {
    /// The decoded text of the string or key at a node.
    func text(at index: Int) -> Text {
        let node = nodes[index]
        let inner = bytes[Int(node.start) + 1..<Int(node.end) - 1]
        return Text(repairing: node.hasEscapes ? unescaped(inner)[...] : inner)
    }

    /// True when the decoded text of the string or key at a node is the literal.
    func isString(at index: Int, equalTo literal: StaticString) -> Bool {
        let node = nodes[index]
        if node.hasEscapes { return text(at: index) == literal }
        guard Int(node.end - node.start) == literal.utf8CodeUnitCount + 2 else { return false }
        return ASCII.equal(bytes[Int(node.start) + 1..<Int(node.end) - 1], literal)
    }

    /// The node of the value of the last member with the key; nil when there is none, or the node is no object.
    func lastMember(of object: Int, named key: StaticString) -> Int? {
        guard nodes[object].kind == .object else { return nil }
        var found: Int?
        var position = object + 1
        let end = Int(nodes[object].next)
        while position < end {
            if isString(at: position, equalTo: key) { found = position + 1 }
            position = Int(nodes[position + 1].next)
        }
        return found
    }
}

/// The UTF-8 that the inside of a checked JSON string stands for; a lone surrogate escape becomes U+FFFD.
private func unescaped(_ inner: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(inner.count)
    var position = inner.startIndex
    while position < inner.endIndex {
        let byte = inner[position]
        position += 1
        guard byte == UInt8(ascii: "\\") else {
            output.append(byte)
            continue
        }
        let escaped = inner[position]
        position += 1
        switch escaped {
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(0x0A)
        case UInt8(ascii: "r"): output.append(0x0D)
        case UInt8(ascii: "t"): output.append(0x09)
        case UInt8(ascii: "u"): output.appendUTF8(scalar(in: inner, after: &position))
        default: output.append(escaped)
        }
    }
    return output
}

/// The scalar of one `\u` escape, or of two that form a surrogate pair; `position` stands behind the first `u`.
private func scalar(in inner: ArraySlice<UInt8>, after position: inout Int) -> UInt32 {
    let first = codeUnit(in: inner, at: position)
    position += 4
    guard (0xD800...0xDFFF).contains(first) else { return first }
    guard first < 0xDC00, position + 6 <= inner.endIndex, inner[position] == UInt8(ascii: "\\"),
        inner[position + 1] == UInt8(ascii: "u")
    else { return 0xFFFD }
    let second = codeUnit(in: inner, at: position + 2)
    guard (0xDC00...0xDFFF).contains(second) else { return 0xFFFD }
    position += 6
    return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
}

private func codeUnit(in inner: ArraySlice<UInt8>, at position: Int) -> UInt32 {
    inner[position..<position + 4].reduce(0) { $0 << 4 | UInt32(hexValue($1) ?? 0) }
}

extension [UInt8] {
    fileprivate mutating func appendUTF8(_ scalar: UInt32) {
        switch scalar {
        case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
        case ..<0x800:
            append(0xC0 | UInt8(truncatingIfNeeded: scalar >> 6))
            append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        case ..<0x10000:
            append(0xE0 | UInt8(truncatingIfNeeded: scalar >> 12))
            append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        default:
            append(0xF0 | UInt8(truncatingIfNeeded: scalar >> 18))
            append(0x80 | UInt8(truncatingIfNeeded: scalar >> 12 & 0x3F))
            append(0x80 | UInt8(truncatingIfNeeded: scalar >> 6 & 0x3F))
            append(0x80 | UInt8(truncatingIfNeeded: scalar & 0x3F))
        }
    }
}
