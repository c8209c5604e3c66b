internal import Bytes

/// The date format of HTTP header fields.
package enum HTTPDate {
    /// The bytes of an IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT`; the year has four digits up to 9999.
    ///
    /// Source: RFC 9110 section 5.6.7
    package static func format(secondsSince1970 seconds: Int64) -> [UInt8] {
        let text = Instant(microseconds: seconds * 1_000_000).rfc3339
        // 1970-01-01 was a Thursday.
        let weekday = Int(((seconds / 86_400 % 7) + 7 + 4) % 7)
        let month = Int(text[5] - 0x30) * 10 + Int(text[6] - 0x30) - 1
        var output: [UInt8] = []
        output.reserveCapacity(29)
        output.append(contentsOf: weekdays[weekday * 3..<weekday * 3 + 3])
        output.append(", ")
        output.append(contentsOf: text[8..<10])
        output.append(" ")
        output.append(contentsOf: months[month * 3..<month * 3 + 3])
        output.append(" ")
        output.append(contentsOf: text[0..<4])
        output.append(" ")
        output.append(contentsOf: text[11..<19])
        output.append(" GMT")
        return output
    }

    private static let weekdays = Array("SunMonTueWedThuFriSat".utf8)
    private static let months = Array("JanFebMarAprMayJunJulAugSepOctNovDec".utf8)
}
