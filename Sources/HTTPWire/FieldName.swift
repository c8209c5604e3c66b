internal import Bytes

/// True for a token, which every field name is. Any other name could be taken for another field by the next reader, the
/// one that hides secrets included.
///
/// Source: RFC 9110 sections 5.1 and 5.6.2
func isFieldName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return false }
    for index in bytes.indices {
        let byte = unsafe bytes[index]
        let bit = UInt64(1) << UInt64(byte & 63)
        guard byte < 128, (byte < 64 ? tokenBytesBelow64 : tokenBytesFrom64) & bit != 0 else { return false }
    }
    return true
}

// The bytes of a token, as two sets of 64 bits.
private let tokenBytesBelow64 = tokenBytes(in: 0..<64)
private let tokenBytesFrom64 = tokenBytes(in: 64..<128)

private func tokenBytes(in range: Range<UInt8>) -> UInt64 {
    let marks = Array("!#$%&'*+-.^_`|~".utf8)
    var bits: UInt64 = 0
    for byte in range {
        let isLetter = ASCII.lowercased(byte) &- 0x61 < 26
        if isLetter || byte &- 0x30 < 10 || marks.contains(byte) { bits |= 1 << UInt64(byte & 63) }
    }
    return bits
}
