/// True when the text stands in a JSON string as it is: ASCII without controls, `"` and `\`.
///
/// Most text of a log line is short and needs no escape; to ask that once costs a third of validating and escaping it.
@unsafe package func isPlainJSON(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let base = text.baseAddress else { return true }
    let count = text.count
    guard count >= 8 else {
        var word: UInt64 = 0
        for index in 0..<count { word = unsafe word << 8 | UInt64(base.load(fromByteOffset: index, as: UInt8.self)) }
        // Bytes that are not there count as letters.
        return oddBytes(of: word | 0x6161_6161_6161_6161 << UInt64(8 * count)) == 0
    }
    var odd: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= count {
        unsafe odd |= oddBytes(of: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset &+= 8
    }
    // The last eight bytes once more, or as many of them as are left.
    unsafe odd |= oddBytes(of: base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    return odd == 0
}

/// Zero when none of eight bytes is beyond ASCII, a control, `"` or `\`; the high bits of some bytes are set otherwise.
@inline(__always)
private func oddBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslash = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    // A byte from which 1, or 32, cannot be taken without a borrow gets its high bit set.
    let found = (quote &- ones) | (backslash &- ones) | (word &- ones &* 0x20) | word
    return found & 0x8080_8080_8080_8080
}
