/// Captured text made safe to look at: what would be invisible, or would rearrange its neighbours, becomes a token.
///
/// Shape: `⟦U+202E⟧` for a code point, `⟦0xFF⟧` for a byte that is not UTF-8. The opening bracket itself becomes a token
/// too, so what is shown says without doubt what was sent. Tokens replace controls (C0, C1, DEL), bidirectional
/// controls, zero-width and other invisible code points, line and paragraph separators, and U+FFFD.
package enum VisibleText {
    /// Where the text is shown, which decides what may stand as it is.
    package enum Place: Sendable {
        /// A block of preformatted text: tab, line feed and carriage return stand.
        case payload
        /// A drawn notification: as in a payload, and joiners stand, since scripts and emoji need them.
        case card
        /// One line: nothing that breaks a line or moves along it stands.
        case line
    }

    /// The bytes with tokens in them; always valid UTF-8.
    package static func visible(_ bytes: ArraySlice<UInt8>, in place: Place) -> [UInt8] {
        var output: [UInt8] = []
        output.appendVisible(bytes, in: place)
        return output
    }

    /// The bytes with tokens in them; the same array when nothing is hidden, as in nearly all text.
    package static func visible(_ bytes: [UInt8], in place: Place) -> [UInt8] {
        let isVisible = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe firstHidden(in: bytes, from: 0, place) == nil
        }
        return isVisible ? bytes : visible(bytes[...], in: place)
    }

    /// True for a code point beyond the controls that shows nothing itself or changes how its neighbours are shown.
    package static func isInvisible(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F: true
        case 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0x3164, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB: true
        case 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// The text with tokens in it.
    package static func visible(_ text: Text, in place: Place) -> [UInt8] {
        visible(text.bytes, in: place)
    }
}

extension [UInt8] {
    /// Appends the bytes with tokens in place of everything invisible; see ``VisibleText``.
    package mutating func appendVisible(_ bytes: ArraySlice<UInt8>, in place: VisibleText.Place) {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while let hidden = unsafe firstHidden(in: bytes, from: start, place) {
                unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<hidden.position]))
                if let scalar = hidden.scalar {
                    appendToken(of: scalar)
                } else {
                    unsafe appendToken(ofByte: bytes[hidden.position])
                }
                start = hidden.position + hidden.length
            }
            unsafe append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
        }
    }

    private mutating func appendToken(of scalar: UInt32) {
        append("⟦U+")
        for shift in stride(from: scalar > 0xFFFF ? 20 : 12, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: scalar >> UInt32(shift)) & 15
            if shift == 20, digit == 0 { continue }
            append(upperHexDigit(digit))
        }
        append("⟧")
    }

    private mutating func appendToken(ofByte byte: UInt8) {
        append("⟦0x")
        append(upperHexDigit(byte >> 4))
        append(upperHexDigit(byte & 15))
        append("⟧")
    }
}

private func upperHexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
}

/// What must not stand as it is: a code point, or a byte that is not UTF-8.
private typealias Hidden = (position: Int, length: Int, scalar: UInt32?)

/// The first of the bytes, from a position on, that needs a token.
private func firstHidden(
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    _ place: VisibleText.Place
) -> Hidden? {
    var position = start
    while true {
        unsafe position = firstUnusual(in: bytes, from: position)
        guard position < bytes.count else { return nil }
        let (scalar, length) = unsafe decodeScalar(bytes, at: position)
        guard let scalar, !isHidden(scalar, in: place) else { return (position, length, scalar) }
        position += length
    }
}

/// The position of the first byte that is not printable ASCII, or the end; eight bytes are looked at together.
private func firstUnusual(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(bytes)
    var position = start
    while position &+ 8 <= raw.count {
        let word = unsafe raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        // The highest bit of a byte shows in the word itself, in DEL plus one, and in a control less a space.
        let unusual = (word | (word &+ ones) | (word &- ones &* 0x20)) & (ones &* 0x80)
        guard unusual == 0 else { break }
        position &+= 8
    }
    while position < raw.count, unsafe raw[position] &- 0x20 < 0x5F { position &+= 1 }
    return position
}

/// The code point at a position and how many bytes it takes; nil and one byte when no well-formed one begins there
/// (RFC 3629).
private func decodeScalar(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int) -> (UInt32?, Int) {
    let lead = unsafe bytes[position]
    let length: Int
    var scalar: UInt32
    switch lead {
    case 0..<0x80: return (UInt32(lead), 1)
    case 0xC2...0xDF: (length, scalar) = (2, UInt32(lead & 0x1F))
    case 0xE0...0xEF: (length, scalar) = (3, UInt32(lead & 0x0F))
    case 0xF0...0xF4: (length, scalar) = (4, UInt32(lead & 0x07))
    default: return (nil, 1)
    }
    guard position + length <= bytes.count else { return (nil, 1) }
    for offset in 1..<length {
        let byte = unsafe bytes[position + offset]
        guard byte & 0xC0 == 0x80 else { return (nil, 1) }
        scalar = scalar << 6 | UInt32(byte & 0x3F)
    }
    let smallest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard scalar >= smallest, scalar <= 0x10FFFF, scalar & 0xFFFF_F800 != 0xD800 else { return (nil, 1) }
    return (scalar, length)
}

/// True for a code point that shows nothing itself or changes how its neighbours are shown.
private func isHidden(_ scalar: UInt32, in place: VisibleText.Place) -> Bool {
    switch scalar {
    case 0x09, 0x0A, 0x0D: place == .line
    case 0x200C, 0x200D: place != .card
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x27E6, 0xFFFC...0xFFFF: true
    default: VisibleText.isInvisible(scalar)
    }
}
