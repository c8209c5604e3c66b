/// Questions about UTF-8, asked of bytes.
package enum UTF8Text {
    /// True when the bytes are well-formed UTF-8 (RFC 3629): no overlong form, no surrogate, nothing above U+10FFFF.
    package static func isValid(_ bytes: [UInt8]) -> Bool {
        isValid(bytes[...])
    }

    /// True when the slice is well-formed UTF-8.
    package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        isASCII(bytes) || (try? UTF8Span(validating: bytes.span)) != nil
    }
}

/// True when no byte has its highest bit set, which for short text is told faster than whether it is UTF-8.
private func isASCII(_ bytes: ArraySlice<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
        guard let base = bytes.baseAddress else { return true }
        var position = 0
        var seen: UInt64 = 0
        while position &+ 8 <= bytes.count {
            unsafe seen |= base.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            position &+= 8
        }
        while position < bytes.count {
            unsafe seen |= UInt64(base.load(fromByteOffset: position, as: UInt8.self))
            position &+= 1
        }
        return seen & 0x8080_8080_8080_8080 == 0
    }
}
