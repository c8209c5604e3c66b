import Bytes
import Testing

@Suite struct InstantTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (1, "1970-01-01T00:00:00.000001Z"), (-1, "1969-12-31T23:59:59.999999Z"),
            (1_795_996_799_123_456, "2026-11-29T23:59:59.123456Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (4_107_542_399_000_000, "2100-02-28T23:59:59.000000Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
            (-62_167_219_200_000_000, "0000-01-01T00:00:00.000000Z"),
            (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
            (10_101_010_101_010, "1970-04-27T21:50:10.101010Z"),
        ] as [(Int64, String)])
    func `is written and read`(microseconds: Int64, text: String) {
        #expect(String(decoding: Instant(microseconds: microseconds).rfc3339, as: UTF8.self) == text)
        #expect(Instant(rfc3339: Array(text.utf8)[...])?.microseconds == microseconds)
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01T01:00:00+01:00", 0),
            ("1969-12-31T23:30:00-00:30", 0), ("1970-01-01T00:00:00.5Z", 500_000),
            ("1970-01-01T00:00:00.1234567Z", 123_456),
            ("1970-01-01T00:00:60Z", 60_000_000),
        ] as [(String, Int64)])
    func `reads every form of RFC 3339`(text: String, microseconds: Int64) {
        #expect(Instant(rfc3339: Array(text.utf8)[...])?.microseconds == microseconds)
    }

    @Test(arguments: [
        "", "1970-01-01", "1970-01-01T00:00:00", "1970-01-01 00:00:00Z", "1970-02-30T00:00:00Z",
        "1970-13-01T00:00:00Z", "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:61Z",
        "1970-01-01T00:00:00.Z", "1970-01-01T00:00:00+1:00", "1970-01-01T00:00:00+24:00", "1970-01-01T00:00:00ZZ",
        "-970-01-01T00:00:00Z", "1970-01-01T00:00:0-Z", "1970-01-01T00:00:00\u{301}Z", "2023-02-29T00:00:00Z",
    ])
    func `refuses every other text`(text: String) {
        #expect(Instant(rfc3339: Array(text.utf8)[...]) == nil)
    }

    @Test func `a moment beyond the year 9999 is cut, not a trap`() {
        #expect(Instant(microseconds: .max).rfc3339.count == 27)
        #expect(Instant(microseconds: .min).rfc3339.count == 27)
    }
}
