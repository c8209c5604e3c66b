import Bytes
import PushModel
import Testing

private let captured = Instant(microseconds: 1_700_000_000_000_000)

@Suite struct ExpiryTests {
    @Test(
        arguments: [
            ("0", .immediate), ("-0", .immediate), (" 0 ", .immediate),
            ("1756800000", .at(Instant(microseconds: 1_756_800_000_000_000))),
            ("253402300799", .at(Instant(microseconds: 253_402_300_799_000_000))),
            ("253402300800", .unusable), ("9223372036854775807", .unusable), ("9223372036854775808", .unusable),
            ("-1", .unusable), ("soon", .unusable), ("", .unusable), ("1.5", .unusable),
        ] as [(Text, Expiry.Meaning)])
    func `an absolute expiry is a moment or nothing`(raw: Text, meaning: Expiry.Meaning) {
        let expiry = Expiry(epochSeconds: raw)
        #expect(expiry.meaning == meaning)
        #expect(expiry.raw == raw)
    }

    @Test(
        arguments: [
            ("0s", .immediate), ("0.9s", .immediate), ("3600s", .after(seconds: 3600)),
            ("1.500000000s", .after(seconds: 1)), ("315576000000s", .after(seconds: 315_576_000_000)),
            ("315576000001s", .unusable), ("3600", .unusable), ("-1s", .unusable), ("-0.5s", .unusable),
            ("1e3s", .unusable), ("infs", .unusable), ("1.s", .unusable), ("1.0000000001s", .unusable),
            (".5s", .unusable), ("s", .unusable), ("", .unusable), ("1.2.3s", .unusable),
        ] as [(Text, Expiry.Meaning)])
    func `a relative expiry is a duration or nothing`(raw: Text, meaning: Expiry.Meaning) {
        let expiry = Expiry(duration: raw)
        #expect(expiry.meaning == meaning)
        #expect(expiry.raw == raw)
    }

    @Test func `a deadline is the moment itself, or the duration after the capture`() {
        let moment = Instant(microseconds: 1_756_800_000_000_000)
        #expect(Expiry(epochSeconds: "1756800000").deadline(capturedAt: captured) == moment)
        let later = Instant(microseconds: captured.microseconds + 3_600_000_000)
        #expect(Expiry(duration: "3600s").deadline(capturedAt: captured) == later)
    }

    @Test(arguments: [Expiry(epochSeconds: "0"), Expiry(duration: "0s")])
    func `both zeros are immediate, without a deadline and in the same words`(expiry: Expiry) {
        #expect(expiry.deadline(capturedAt: captured) == nil)
        #expect(expiry.described == "deliver now or drop")
    }

    @Test func `a duration that overflows has no deadline`() {
        let expiry = Expiry(meaning: .after(seconds: .max), raw: "")
        #expect(expiry.deadline(capturedAt: captured) == nil)
    }

    @Test func `nothing said describes as nothing`() {
        #expect(Delivery().describedExpiry.isEmpty)
    }

    @Test(
        arguments: [
            (Expiry(epochSeconds: "1756800000"), "until 2025-09-02T08:00:00Z"),
            (Expiry(duration: "3600s"), "within 1 h of sending"),
            (Expiry(duration: "93784s"), "within 1 d 2 h 3 min 4 s of sending"),
            (Expiry(duration: "soon"), "not usable: soon"),
        ] as [(Expiry, Text)])
    func `an expiry reads as a moment, a duration or the raw value`(expiry: Expiry, described: Text) {
        var delivery = Delivery()
        delivery.expiry = expiry
        #expect(delivery.describedExpiry == described)
    }
}
