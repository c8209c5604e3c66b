import Bytes
import CaptureLog
import Testing

@Suite struct EventIdentifiersTests {
    @Test func `spells milliseconds and the counter in base 32`() {
        var identifiers = EventIdentifiers(high: 0, low: 0)
        #expect(identifiers.next(at: Instant(microseconds: 0)) == "00000000000000000000000001")
        #expect(identifiers.next(at: Instant(microseconds: 1_469_918_176_385_999)) == "01ARYZ6S410000000000000002")
    }

    @Test func `rises when time stands still or steps back`() {
        var identifiers = EventIdentifiers(high: 0, low: .max - 2)
        let times: [Int64] = [5_000, 5_000, 5_999, 4_000, -1, 6_000, .max, 7_000]
        let made = times.map { identifiers.next(at: Instant(microseconds: $0)) }
        #expect(made == made.sorted())
        #expect(Set(made).count == times.count)
        #expect(made.allSatisfy { $0.bytes.count == 26 })
    }

    @Test func `two recorders do not start at the same place`() {
        var first = EventIdentifiers()
        var second = EventIdentifiers()
        #expect(first.next(at: Instant(microseconds: 0)) != second.next(at: Instant(microseconds: 0)))
    }
}
