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
        unsafe text.withUnsafeBytes { text in
            var start = 0
            repeat {
                let count = Swift.min(stretchLength, text.count - start)
                let stretch = unsafe UnsafeRawBufferPointer(rebasing: text[start..<start + count])
                let isLast = start + count == text.count
                append(addingCapacity: count * longestEscape + wordLength + 2) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, length in
                        guard let output = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
                        if start == 0 { unsafe length += write(UInt8(ascii: "\""), to: output) }
                        unsafe length += escape(stretch, into: output + length)
                        if isLast { unsafe length += write(UInt8(ascii: "\""), to: output + length) }
                    }
                }
                start += count
            } while start < text.count
        }
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
}

private let wordLength = 8
/// `\u001f` for one byte.
private let longestEscape = 6
/// How much is escaped at a time: the space made for it is that of the worst case.
private let stretchLength = 4096

/// Escapes the text and tells how long the result is. Eight bytes at a time are copied and looked at: a loop by byte here
/// was a fifth of the recorder's time.
private func escape(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    var read = 0
    var written = 0
    while read &+ 2 &* wordLength <= text.count {
        let word = unsafe base.loadUnaligned(fromByteOffset: read, as: UInt64.self)
        unsafe output.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
        var quoted = (zeroBytes(word ^ (ones &* 0x22)) | zeroBytes(word ^ (ones &* 0x5C))).littleEndian
        let controls = ~((word | highs) &- ones &* 0x20) & ~word & highs
        guard controls == 0 else {
            for offset in read..<read &+ wordLength { unsafe written &+= escape(base[offset], into: output + written) }
            read &+= wordLength
            continue
        }
        // The rest of the word is copied again behind each escape.
        var copied = read
        while quoted != 0 {
            let position = read &+ quoted.trailingZeroBitCount / 8
            written &+= position &- copied
            unsafe written &+= write(UInt8(ascii: "\\"), to: output + written)
            unsafe written &+= write(base[position], to: output + written)
            copied = position &+ 1
            let rest = unsafe base.loadUnaligned(fromByteOffset: copied, as: UInt64.self)
            unsafe output.storeBytes(of: rest, toByteOffset: written, as: UInt64.self)
            quoted &= quoted &- 1
        }
        read &+= wordLength
        written &+= read &- copied
    }
    while read < text.count {
        unsafe written &+= escape(base[read], into: output + written)
        read &+= 1
    }
    return written
}

private let ones: UInt64 = 0x0101_0101_0101_0101
private let highs: UInt64 = 0x8080_8080_8080_8080

/// The highest bit of each byte that is zero, and no other bit.
private func zeroBytes(_ word: UInt64) -> UInt64 {
    ~(((word & ~highs) &+ ~highs) | word) & highs
}

/// Writes one byte, escaped where JSON wants it, and tells how long the result is.
private func escape(_ byte: UInt8, into output: UnsafeMutableRawPointer) -> Int {
    guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        return unsafe write(byte, to: output)
    }
    unsafe write(UInt8(ascii: "\\"), to: output)
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): unsafe write(byte, to: output + 1)
    case 0x0A: unsafe write(UInt8(ascii: "n"), to: output + 1)
    case 0x0D: unsafe write(UInt8(ascii: "r"), to: output + 1)
    case 0x09: unsafe write(UInt8(ascii: "t"), to: output + 1)
    default:
        unsafe write(UInt8(ascii: "u"), to: output + 1)
        unsafe write(UInt8(ascii: "0"), to: output + 2)
        unsafe write(UInt8(ascii: "0"), to: output + 3)
        unsafe write(hexDigit(byte >> 4), to: output + 4)
        unsafe write(hexDigit(byte & 15), to: output + 5)
        return 6
    }
    return 2
}

/// Writes one byte and tells that it is one.
@discardableResult
private func write(_ byte: UInt8, to output: UnsafeMutableRawPointer) -> Int {
    unsafe output.storeBytes(of: byte, as: UInt8.self)
    return 1
}

extension UnsafeRawPointer {
    fileprivate subscript(offset: Int) -> UInt8 { unsafe load(fromByteOffset: offset, as: UInt8.self) }
}
