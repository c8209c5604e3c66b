import Bytes
import Filter
import TestSupport
import Testing

@Suite struct FuzzTests {
    /// Pieces that reach deep into the grammar when thrown together.
    static let pieces: [[UInt8]] =
        [
            "kind:", "silent", "status:", ">=", "<", "400", "..", "4xx", "after:", "before:", "2026-11-29T23:59:59Z",
            "0000-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59", "json:", "/a~1", "~", "=", "==", "data.",
            "header.",
            "data_key:", "priority:", "title:", "(", ")", "-", "not ", " or ", " and ", "\"", "\\", "\\\"", " ", "\t",
            "\n", "é",
            "\u{1F600}", "word", "shown:ios", "displays:no", "verdict.ios:", "\u{0}", "\u{301}",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80]]

    private static func check(_ text: [UInt8]) {
        do {
            let filter = try Filter(parsing: text)
            let printed = filter.text.bytes
            #expect(throws: Never.self) {
                let again = try Filter(parsing: printed)
                #expect(again == filter)
                #expect(again.text.bytes == printed)
            }
            for subject in Samples.all {
                var reader = FieldReader(subject)
                let holds = filter.matches(&reader)
                let explanation = filter.explanation(&reader)
                #expect(holds == (explanation.distance.terms == 0))
                #expect(filter.failingTerms(&reader, atMost: .max) == explanation.distance.terms)
            }
        } catch FilterError.tooLong {
            #expect(text.count > Filter.maximumLength)
        } catch {
            guard let place = error.place else {
                Issue.record("\(error) has no place")
                return
            }
            let columns = String(decoding: text, as: UTF8.self).unicodeScalars.count
            #expect(place.length > 0)
            #expect((0...text.count - place.length).contains(place.offset))
            #expect((1...columns).contains(place.column))
        }
    }

    @Test func `any bytes are a filter or an error inside them`() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<3000 {
            Self.check((0..<random.below(24)).map { _ in UInt8(truncatingIfNeeded: random.next()) })
        }
    }

    @Test func `any pieces of the grammar are a filter that prints and reads back or an error inside them`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<12_000 {
            Self.check((0..<random.below(14)).flatMap { _ in Self.pieces[random.below(Self.pieces.count)] })
        }
    }
}
