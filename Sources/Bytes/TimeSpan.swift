/// A length of time, to the microsecond, never negative.
package struct TimeSpan: Sendable, Hashable, Comparable {
    /// How many microseconds it lasts.
    package let microseconds: Int64

    /// Takes microseconds; a negative number counts as none.
    package init(microseconds: Int64) {
        self.microseconds = Swift.max(0, microseconds)
    }

    /// Takes numbers with units, largest first or in any order, nothing between: `5s`, `1h30m`, `250ms`, `1.5s`.
    ///
    /// Units: `us`, `ms`, `s`, `m`, `h`, `d` (24 hours). What is below a microsecond is cut off.
    ///
    /// - Returns: nil when the text has another form or names more than `Int64` microseconds.
    package init?(parsing text: ArraySlice<UInt8>) {
        guard !text.isEmpty else { return nil }
        var rest = text
        var total: Int64 = 0
        while !rest.isEmpty {
            let digits = rest.prefix { $0 &- 0x30 < 10 }
            rest.removeFirst(digits.count)
            var fraction = rest.prefix(0)
            if rest.first == UInt8(ascii: ".") {
                fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
                guard !fraction.isEmpty else { return nil }
                rest.removeFirst(1 + fraction.count)
            }
            let unit = rest.prefix { $0 &- 0x30 >= 10 && $0 != UInt8(ascii: ".") }
            rest.removeFirst(unit.count)
            guard let number = ASCII.integer(digits),
                let scale = TimeSpan.units.first(where: { ASCII.equal(unit, $0.name) })?.microseconds
            else { return nil }
            let (product, overflowed) = number.multipliedReportingOverflow(by: scale)
            let (sum, carried) = total.addingReportingOverflow(product)
            let (whole, spilled) = sum.addingReportingOverflow(TimeSpan.part(fraction, of: scale))
            guard !overflowed, !carried, !spilled else { return nil }
            total = whole
        }
        microseconds = total
    }

    /// The part of a unit that decimal digits behind its point name.
    private static func part(_ digits: ArraySlice<UInt8>, of unit: Int64) -> Int64 {
        var place = unit
        return digits.reduce(0) { sum, digit in
            place /= 10
            return sum + Int64(digit - 0x30) * place
        }
    }

    /// The shortest form that ``init(parsing:)`` reads back: `1h30m`, `0s`.
    package var text: Text {
        guard microseconds > 0 else { return "0s" }
        var output: [UInt8] = []
        var rest = microseconds
        for unit in TimeSpan.units where rest >= unit.microseconds {
            output.appendDecimal(rest / unit.microseconds)
            output.append(unit.name)
            rest %= unit.microseconds
        }
        return Text(repairing: output)
    }

    package static func < (left: TimeSpan, right: TimeSpan) -> Bool {
        left.microseconds < right.microseconds
    }

    private static let units: [(name: StaticString, microseconds: Int64)] = [
        ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000), ("ms", 1000), ("us", 1),
    ]
}
