/// A length of time, typed as `250us`, `1ms`, `30s` or `5m`; `0` needs no unit.
extension Duration: ArgumentValue {
    package init(argument: String) throws(ValueError) {
        let digits = argument.utf8.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let suffix = argument.utf8.dropFirst(digits.count)
        guard let number = Int64(String(digits) ?? "") else { throw ValueError(expected: expectedDuration) }
        if number == 0, suffix.isEmpty {
            self = .zero
            return
        }
        guard let unit = units.first(where: { $0.name.utf8.elementsEqual(suffix) }) else {
            throw ValueError(expected: expectedDuration)
        }
        let (microseconds, overflowed) = number.multipliedReportingOverflow(by: unit.microseconds)
        guard !overflowed else { throw ValueError(expected: expectedDuration) }
        self = .microseconds(microseconds)
    }

    package var argumentText: String {
        let (seconds, attoseconds) = components
        let microseconds = attoseconds / 1_000_000_000_000
        let (whole, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (total, carried) = whole.addingReportingOverflow(microseconds)
        guard !overflowed, !carried else { return "\(seconds)s" }
        guard total != 0, let unit = units.last(where: { total % $0.microseconds == 0 }) else { return "0" }
        return "\(total / unit.microseconds)\(unit.name)"
    }
}

private let units: [(name: String, microseconds: Int64)] = [
    ("us", 1), ("ms", 1000), ("s", 1_000_000), ("m", 60_000_000),
]

private let expectedDuration = "a length of time such as 250us, 1ms, 30s or 5m"
