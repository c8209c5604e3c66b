/// A moment in UTC, to the microsecond.
package struct Instant: Sendable, Hashable, Comparable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before it.
    package let microseconds: Int64

    /// Takes microseconds since 1970-01-01T00:00:00Z.
    package init(microseconds: Int64) {
        self.microseconds = microseconds
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.microseconds < right.microseconds
    }

    /// The moment in RFC 3339 with six decimals and `Z`: `2026-11-29T23:59:59.123456Z`. A year of more than four digits
    /// is cut to its last four, one before 0 is 0.
    package var rfc3339: [UInt8] {
        let seconds = microseconds.flooredQuotient(1_000_000)
        let days = seconds.flooredQuotient(86_400)
        let (year, month, day) = civilDate(days: days)
        let second = seconds - days * 86_400
        var output = rfc3339Zero
        output.write(year, endingAt: 4)
        output.write(month, endingAt: 7)
        output.write(day, endingAt: 10)
        output.write(second / 3600, endingAt: 13)
        output.write(second / 60 % 60, endingAt: 16)
        output.write(second % 60, endingAt: 19)
        output.write((microseconds % 1_000_000 + 1_000_000) % 1_000_000, endingAt: 26)
        return output
    }

    /// The moment that an RFC 3339 text names; `Z` or a numeric offset, decimals beyond six are cut.
    ///
    /// - Returns: nil when the text has another form or names no date (the year must have four digits, in UTC too).
    package init?(rfc3339 text: ArraySlice<UInt8>) {
        let bytes = Array(text)
        guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
            bytes[10] | 0x20 == UInt8(ascii: "t")
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            bytes[range].allSatisfy { $0 &- 0x30 < 10 } ? ASCII.integer(bytes[range]) : nil
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 61
        else { return nil }
        let days = dayNumber(year: year, month: month, day: day)
        guard civilDate(days: days) == (year, month, day) else { return nil }
        var position = 19
        var fraction: Int64 = 0
        if bytes[position] == UInt8(ascii: ".") {
            position += 1
            var scale: Int64 = 100_000
            let start = position
            while position < bytes.count, bytes[position] &- 0x30 < 10 {
                fraction += Int64(bytes[position] - 0x30) * scale
                scale /= 10
                position += 1
            }
            guard position > start else { return nil }
        }
        guard position < bytes.count else { return nil }
        var offset: Int64 = 0
        if bytes[position] | 0x20 == UInt8(ascii: "z") {
            position += 1
        } else {
            let sign: Int64
            switch bytes[position] {
            case UInt8(ascii: "+"): sign = 1
            case UInt8(ascii: "-"): sign = -1
            default: return nil
            }
            guard position + 6 == bytes.count, bytes[position + 3] == UInt8(ascii: ":"),
                let hours = number(position + 1..<position + 3), let minutes = number(position + 4..<position + 6),
                hours < 24, minutes < 60
            else { return nil }
            offset = sign * (hours * 3600 + minutes * 60)
            position += 6
        }
        guard position == bytes.count else { return nil }
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset
        guard (0...9999).contains(civilDate(days: seconds.flooredQuotient(86_400)).year) else { return nil }
        microseconds = seconds * 1_000_000 + fraction
    }
}

extension Int64 {
    fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

private let rfc3339Zero = Array("0000-00-00T00:00:00.000000Z".utf8)

extension [UInt8] {
    /// Writes the digits of a number over zeros, from the last one to the first; beyond the zeros they are lost.
    fileprivate mutating func write(_ number: Int64, endingAt end: Int) {
        var rest = number
        var position = end - 1
        while rest > 0, position >= 0, self[position] == UInt8(ascii: "0") {
            self[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            position -= 1
        }
    }
}

// Days are counted from 1970-01-01 in the proleptic Gregorian calendar. Years begin in March, so that the leap day is
// the last day of its year and a 400-year era has a fixed length.
private let daysPerEra: Int64 = 146_097
private let daysFromMarchZeroToEpoch: Int64 = 719_468

private func civilDate(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = days + daysFromMarchZeroToEpoch
    let era = shifted.flooredQuotient(daysPerEra)
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

private func dayNumber(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear.flooredQuotient(400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * daysPerEra + dayOfEra - daysFromMarchZeroToEpoch
}
