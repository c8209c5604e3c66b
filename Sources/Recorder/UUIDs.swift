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
        let text = [UInt8](capacity: 36) { output in
            output.appendHex(high >> 32, digits: 8)
            output.append(UInt8(ascii: "-"))
            output.appendHex(high >> 16, digits: 4)
            output.append(UInt8(ascii: "-"))
            output.appendHex(high, digits: 4)
            output.append(UInt8(ascii: "-"))
            output.appendHex(low >> 48, digits: 4)
            output.append(UInt8(ascii: "-"))
            output.appendHex(low, digits: 12)
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

extension OutputSpan<UInt8> {
    /// Appends the lowest digits of a number.
    fileprivate mutating func appendHex(_ number: UInt64, digits: UInt64) {
        for position in (0..<digits).reversed() {
            let digit = UInt8(truncatingIfNeeded: number >> (4 * position)) & 15
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}
