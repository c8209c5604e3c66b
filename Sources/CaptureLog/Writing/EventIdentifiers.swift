package import Bytes

/// Makes the identifiers of events: ULIDs that rise strictly within one recorder.
///
/// Shape: 48 bits of milliseconds, then 80 bits that start at random and count up, in 26 characters of Crockford's
/// base 32. A clock that steps back does not make them fall.
///
/// Source: <https://github.com/ulid/spec>
package struct EventIdentifiers: Sendable {
    private var milliseconds: UInt64 = 0
    private var high: UInt16
    private var low: UInt64

    /// Identifiers that start at a random place; its top bit is clear, so that counting up never overflows.
    package init() {
        self.init(high: UInt16.random(in: 0...0x7FFF), low: UInt64.random(in: 0...UInt64.max))
    }

    /// Identifiers that count up from a given place.
    package init(high: UInt16, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The next identifier, for an event at the given time.
    package mutating func next(at time: Instant) -> Text {
        let now = UInt64(clamping: time.microseconds / 1000) & 0xFFFF_FFFF_FFFF
        milliseconds = Swift.max(milliseconds, now)
        let (sum, carried) = low.addingReportingOverflow(1)
        low = sum
        if carried { high &+= 1 }
        let text = [UInt8](capacity: 26) { output in
            output.appendBase32(milliseconds, digits: 10)
            output.appendBase32(UInt64(high) << 24 | low >> 40, digits: 8)
            output.appendBase32(low & 0xFF_FFFF_FFFF, digits: 8)
        }
        return Text(repairing: text)
    }
}

extension OutputSpan<UInt8> {
    /// Appends the lowest bits of a number, five to a digit, in Crockford's base 32.
    fileprivate mutating func appendBase32(_ bits: UInt64, digits: Int) {
        for position in (0..<digits).reversed() {
            append(base32Alphabet[Int(truncatingIfNeeded: bits >> UInt64(5 * position)) & 31])
        }
    }
}

private let base32Alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

/// The 128 bits that a ULID spells.
///
/// - Returns: nil when the text is none: another length, another character, or more than 128 bits.
package func ulidValue(_ text: ArraySlice<UInt8>) -> UInt128? {
    guard text.count == 26, let first = text.first, first <= UInt8(ascii: "7") else { return nil }
    var value: UInt128 = 0
    for byte in text {
        guard let digit = ulidDigit(byte) else { return nil }
        value = value << 5 | UInt128(digit)
    }
    return value
}

private func ulidDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "H"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "J")...UInt8(ascii: "K"): byte - UInt8(ascii: "J") + 18
    case UInt8(ascii: "M")...UInt8(ascii: "N"): byte - UInt8(ascii: "M") + 20
    case UInt8(ascii: "P")...UInt8(ascii: "T"): byte - UInt8(ascii: "P") + 22
    case UInt8(ascii: "V")...UInt8(ascii: "Z"): byte - UInt8(ascii: "V") + 27
    default: nil
    }
}
