/// Questions about UTF-8, asked of bytes.
package enum UTF8Text {
    /// True when the bytes are well-formed UTF-8 (RFC 3629): no overlong form, no surrogate, nothing above U+10FFFF.
    package static func isValid(_ bytes: [UInt8]) -> Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }

    /// True when the slice is well-formed UTF-8.
    package static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
        (try? UTF8Span(validating: bytes.span)) != nil
    }
}
