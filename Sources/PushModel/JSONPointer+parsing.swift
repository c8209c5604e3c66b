package import Bytes

extension JSONPointer {
    /// Takes a pointer as text: empty, or reference tokens that each begin with `/`, with `~1` for `/` and `~0` for `~`.
    ///
    /// - Returns: nil when the text has another form.
    package init?(parsing text: Text) {
        guard text.isEmpty || text.bytes.first == UInt8(ascii: "/") else { return nil }
        for (position, byte) in text.bytes.enumerated() where byte == UInt8(ascii: "~") {
            guard position + 1 < text.bytes.count, text.bytes[position + 1] & 0xFE == UInt8(ascii: "0") else {
                return nil
            }
        }
        self.init(text.bytes)
    }

    /// The reference tokens, unescaped: what leads from the root to the place, one key or position at a time.
    package var tokens: [Text] {
        text.bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .prefix(text.isEmpty ? 0 : .max)
            .map { token in
                guard token.contains(UInt8(ascii: "~")) else { return Text(repairing: token) }
                return Text(repairing: unescaped(token))
            }
    }
}

private func unescaped(_ token: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(token.count)
    var rest = token
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "~"), let digit = rest.popFirst() {
            output.append(digit == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        } else {
            output.append(byte)
        }
    }
    return output
}
