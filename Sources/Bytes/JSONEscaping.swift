extension [UInt8] {
    /// Appends the bytes as one JSON string, quotes included.
    ///
    /// Shape: `"`, `\` and the controls below U+0020 are escaped, everything else stands as it is; so the result has
    /// no line feed in it and fits a line of a log.
    ///
    /// - Parameter text: valid UTF-8; the caller has checked it.
    ///
    /// Source: RFC 8259 section 7
    package mutating func appendJSONString(_ text: ArraySlice<UInt8>) {
        append(UInt8(ascii: "\""))
        unsafe text.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count {
                let end = unsafe firstEscaped(in: text, from: start)
                unsafe append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<end]))
                if end < text.count { unsafe appendJSONEscape(of: text[end]) }
                start = end + 1
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the array as one JSON string, quotes included.
    package mutating func appendJSONString(_ text: [UInt8]) {
        appendJSONString(text[...])
    }

    /// Appends a literal as it is.
    package mutating func append(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe append(contentsOf: $0) }
    }

    /// Appends the number in decimal digits.
    package mutating func appendDecimal(_ number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var divisor: UInt = 1
        while number.magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            append(0x30 + UInt8(truncatingIfNeeded: number.magnitude / divisor % 10))
            divisor /= 10
        }
    }

    /// Appends the number of any width in decimal digits.
    package mutating func appendDecimal(_ number: some BinaryInteger) {
        append(contentsOf: String(number).utf8)
    }

    private mutating func appendJSONEscape(of byte: UInt8) {
        append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
        case 0x0A: append(UInt8(ascii: "n"))
        case 0x0D: append(UInt8(ascii: "r"))
        case 0x09: append(UInt8(ascii: "t"))
        default:
            append("u00")
            appendHex(byte)
        }
    }
}

/// The offset of the first byte that JSON wants escaped, or the count. Eight bytes at a time: a byte loop here was a
/// fifth of the recorder's time.
private func firstEscaped(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    var offset = start
    let raw = UnsafeRawBufferPointer(text)
    while offset + 8 <= text.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let found = (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & highs
        if found != 0 { return offset + found.littleEndian.trailingZeroBitCount / 8 }
        offset += 8
    }
    while offset < text.count {
        let byte = unsafe text[offset]
        if byte < 0x20 || byte == 0x22 || byte == 0x5C { return offset }
        offset += 1
    }
    return offset
}
