/// A length of time, typed as `250us`, `1ms`, `30s` or `5m`; `0` needs no unit.
package struct Interval: ArgumentValue, Equatable {
    /// The length in microseconds.
    package var microseconds: Int

    /// That many microseconds.
    package init(microseconds: Int) {
        self.microseconds = microseconds
    }

    /// The length in whole milliseconds, rounded up so that a short wait does not become none.
    package var milliseconds: Int { microseconds / 1000 + (microseconds % 1000 == 0 ? 0 : 1) }

    package init(argument: String) throws(ValueError) {
        let digits = argument.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let suffix = argument.utf8.dropFirst(digits.count)
        guard let number = Int(String(digits) ?? "") else { throw ValueError(expected: Interval.expected) }
        if number == 0, suffix.isEmpty {
            microseconds = 0
            return
        }
        guard let unit = Interval.units.first(where: { $0.name.utf8.elementsEqual(suffix) }) else {
            throw ValueError(expected: Interval.expected)
        }
        let (product, overflowed) = number.multipliedReportingOverflow(by: unit.microseconds)
        guard !overflowed else { throw ValueError(expected: Interval.expected) }
        microseconds = product
    }

    package var argumentText: String {
        guard microseconds > 0, let unit = Interval.units.last(where: { microseconds % $0.microseconds == 0 }) else {
            return "0"
        }
        return "\(microseconds / unit.microseconds)\(unit.name)"
    }

    private static let units: [(name: String, microseconds: Int)] = [
        ("us", 1), ("ms", 1000), ("s", 1_000_000), ("m", 60_000_000),
    ]
    private static let expected = "a length of time such as 250us, 1ms, 30s or 5m"
}
