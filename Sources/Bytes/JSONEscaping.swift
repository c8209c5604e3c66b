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
                append(addingCapacity: count * longestJSONEscape + blockLength + 2) { output in
                    unsafe output.withUnsafeMutableBufferPointer { buffer, length in
                        guard let output = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
                        if start == 0 { unsafe length += write(UInt8(ascii: "\""), to: output) }
                        unsafe length += escapeJSON(stretch, into: output + length)
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

private let blockLength = 16
/// How many bytes one byte can become in a JSON string: `\u001f`.
package let longestJSONEscape = 6
/// How much is escaped at a time: the space made for it is that of the worst case.
private let stretchLength = 4096

/// Escapes the text as the inside of a JSON string and tells how long the result is.
///
/// Sixteen bytes at a time are copied, and what stands behind the first that needs an escape is copied again: a loop by
/// byte was a fifth of the recorder's time.
///
/// - Parameter output: memory for ``longestJSONEscape`` bytes for each byte of the text, and sixteen more.
@unsafe package func escapeJSON(_ text: UnsafeRawBufferPointer, into output: UnsafeMutableRawPointer) -> Int {
    guard let base = text.baseAddress else { return 0 }
    let quote = SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let backslash = SIMD16<UInt8>(repeating: UInt8(ascii: "\\"))
    let space = SIMD16<UInt8>(repeating: UInt8(ascii: " "))
    var read = 0
    var written = 0
    while read &+ blockLength <= text.count {
        let block = unsafe base.loadUnaligned(fromByteOffset: read, as: SIMD16<UInt8>.self)
        unsafe output.storeBytes(of: block, toByteOffset: written, as: SIMD16<UInt8>.self)
        let found = (block .== quote) .| (block .== backslash) .| (block .< space)
        let halves = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
        guard halves[0] | halves[1] != 0 else {
            read &+= blockLength
            written &+= blockLength
            continue
        }
        let plain =
            halves[0] != 0
            ? halves[0].littleEndian.trailingZeroBitCount / 8 : 8 &+ halves[1].littleEndian.trailingZeroBitCount / 8
        written &+= plain
        unsafe written &+= escape(base[read &+ plain], into: output + written)
        read &+= plain &+ 1
    }
    while read < text.count {
        unsafe written &+= escape(base[read], into: output + written)
        read &+= 1
    }
    return written
}

/// Writes one byte, escaped where JSON wants it, and tells how long the result is.
@inline(__always)
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
@discardableResult @inline(__always)
private func write(_ byte: UInt8, to output: UnsafeMutableRawPointer) -> Int {
    unsafe output.storeBytes(of: byte, as: UInt8.self)
    return 1
}

extension UnsafeRawPointer {
    fileprivate subscript(offset: Int) -> UInt8 { unsafe load(fromByteOffset: offset, as: UInt8.self) }
}
