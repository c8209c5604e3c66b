import Glibc

/// ASCII as protocols use it: folding and white space by byte, never by Unicode rules.
@usableFromInline
package enum ASCII {
    /// The byte in lower case when it is an ASCII letter, else unchanged.
    @inlinable
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// True when both have the same bytes after ASCII folding.
    package static func equalIgnoringCase(_ bytes: ArraySlice<UInt8>, _ literal: StaticString) -> Bool {
        guard bytes.count == literal.utf8CodeUnitCount else { return false }
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            literal.withUTF8Buffer { literal in
                for position in bytes.indices
                where unsafe bytes[position] != literal[position]
                    && lowercased(bytes[position]) != lowercased(literal[position])
                { return false }
                return true
            }
        }
    }

    /// True when the bytes are those of the literal.
    package static func equal(_ bytes: ArraySlice<UInt8>, _ literal: StaticString) -> Bool {
        bytes.count == literal.utf8CodeUnitCount && hasPrefix(bytes, literal)
    }

    /// True when the bytes begin with those of the literal.
    package static func hasPrefix(_ bytes: ArraySlice<UInt8>, _ literal: StaticString) -> Bool {
        let count = literal.utf8CodeUnitCount
        guard bytes.count >= count else { return false }
        return unsafe bytes.withUnsafeBytes { bytes in
            literal.withUTF8Buffer { literal in
                guard let start = bytes.baseAddress, let other = literal.baseAddress else { return true }
                return unsafe memcmp(start, other, count) == 0
            }
        }
    }

    /// True when the bytes end with those of the literal.
    package static func hasSuffix(_ bytes: ArraySlice<UInt8>, _ literal: StaticString) -> Bool {
        hasPrefix(bytes.suffix(literal.utf8CodeUnitCount), literal)
    }

    /// Space, tab, carriage return or line feed.
    @inlinable
    package static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }

    /// The slice without white space at its ends.
    package static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var slice = bytes
        while let first = slice.first, isSpace(first) { slice.removeFirst() }
        while let last = slice.last, isSpace(last) { slice.removeLast() }
        return slice
    }

    /// The decimal integer that the whole slice spells, with an optional leading minus sign.
    ///
    /// - Returns: nil for an empty slice, any other byte, or a value outside `Int64`.
    package static func integer(_ bytes: ArraySlice<UInt8>) -> Int64? {
        let negative = bytes.first == UInt8(ascii: "-")
        let digits = negative ? bytes.dropFirst() : bytes
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            let digit = byte &- 0x30
            guard digit < 10 else { return nil }
            let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) =
                negative
                ? product.subtractingReportingOverflow(Int64(digit)) : product.addingReportingOverflow(Int64(digit))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        return value
    }
}
