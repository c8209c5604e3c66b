import Bytes

/// Makes version 4 UUIDs from a generator that is seeded once; `getrandom(2)` for each answer would cost more than the
/// answer. They name requests and guard nothing.
///
/// Source: RFC 9562 section 5.4; the generator is SplitMix64 (Steele, Lea and Flood, 2014).
struct UUIDs {
    private var state = UInt64.random(in: 0...UInt64.max)

    /// The next UUID: 36 characters, lower case.
    mutating func next() -> Text {
        let high = random() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = random() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [UInt8](capacity: 32) { output in
            for part in [high >> 32, high, low >> 32, low] { output.appendHex(UInt32(truncatingIfNeeded: part)) }
        }
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for group in [0..<8, 8..<12, 12..<16, 16..<20, 20..<32] {
            if group.lowerBound > 0 { text.append(UInt8(ascii: "-")) }
            text.append(contentsOf: digits[group])
        }
        return Text(repairing: text)
    }

    private mutating func random() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
