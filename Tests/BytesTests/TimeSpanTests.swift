import Bytes
import Testing

@Suite struct TimeSpanTests {
    @Test(arguments: [
        ("5s", 5_000_000, "5s"), ("250ms", 250_000, "250ms"), ("1us", 1, "1us"), ("2m", 120_000_000, "2m"),
        ("60m", 3_600_000_000, "1h"),
        ("1h30m", 5_400_000_000, "1h30m"), ("30m1h", 5_400_000_000, "1h30m"), ("1d", 86_400_000_000, "1d"),
        ("0s", 0, "0s"), ("1.5s", 1_500_000, "1s500ms"), ("1m0.25s", 60_250_000, "1m250ms"),
        ("0.5d", 43_200_000_000, "12h"),
        ("1.0000009s", 1_000_000, "1s"), ("0.9us", 0, "0s"),
        ("9223372036854775807us", Int64.max, "106751991d4h54s775ms807us"),
    ])
    func `a length of time is read and printed`(text: String, microseconds: Int64, printed: String) {
        let span = TimeSpan(parsing: Array(text.utf8)[...])
        #expect(span?.microseconds == microseconds)
        #expect(span?.text == Text(printed))
        #expect(TimeSpan(parsing: Array(printed.utf8)[...]) == span)
    }

    @Test(arguments: [
        "", "5", "s", "5 s", "-5s", "5S", "1.s", ".5s", "1.5", "1.5.5s", "1,5s", "5s ", "5sm", "9223372036854775808us",
        "106751992d", "106751991d5h",
        "9223372036854.775808s",
    ])
    func `other text is none`(text: String) {
        #expect(TimeSpan(parsing: Array(text.utf8)[...]) == nil)
    }
}
