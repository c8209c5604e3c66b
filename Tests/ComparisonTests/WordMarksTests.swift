import Bytes
import Comparison
import TestSupport
import Testing

/// Which words of two texts are marked.
@Suite struct WordMarksTests {
    static let cases: [(old: String, new: String, expected: (String, String))] = [
        ("Order shipped", "Order sent", ("Order [shipped]", "Order [sent]")),
        ("It arrives on Tuesday", "It arrives Tuesday", ("It arrives [on ]Tuesday", "It arrives Tuesday")),
        ("", "new", ("", "[new]")),
        ("a", "a", ("a", "a")),
        ("one two three", "zero one three", ("one[ two] three", "[zero ]one three")),
        ("café", "cafe\u{301}", ("[café]", "[cafe\u{301}]")),
        ("注文を発送", "注文を受付", ("注文を[発送]", "注文を[受付]")),
        ("5 €", "6 €", ("[5] €", "[6] €")),
        (
            "id 6ecf888e-0507-45fb-a297-c315705d34bb sent", "id 5d3d6a5e-2c1b-4c1e-8f5e-6d7e6a0d6c1b lost",
            ("id 6ecf888e-0507-45fb-a297-c315705d34bb [sent]", "id 5d3d6a5e-2c1b-4c1e-8f5e-6d7e6a0d6c1b [lost]")
        ),
    ]

    @Test(arguments: cases.indices) func `words are marked as a whole`(index: Int) {
        let (old, new, expected) = Self.cases[index]
        let marks = WordMarks(old: Text(old), new: Text(new))
        #expect(shown(marks.old) == expected.0)
        #expect(shown(marks.new) == expected.1)
    }

    @Test(arguments: HostileText.all.indices) func `the pieces are the text, whatever it is`(index: Int) {
        let text = HostileText.all[index].text
        for other in HostileText.all.map(\.text) {
            let marks = WordMarks(old: text, new: other)
            #expect(Text(repairing: marks.old.flatMap(\.text.bytes)) == text)
            #expect(Text(repairing: marks.new.flatMap(\.text.bytes)) == other)
        }
    }

    @Test(arguments: [(0, true), (1, false)])
    func `texts at the limit are compared word by word, longer ones by their ends`(past: Int, isWordByWord: Bool) {
        // Between a first and a last word that differ stand words that do not, each with the space behind it.
        let middle = String(repeating: "w ", count: WordMarks.wordLimit / 2 - 2) + String(repeating: "w", count: past)
        let marks = WordMarks(old: Text("a \(middle)!x"), new: Text("b \(middle)?y"))
        #expect(marks.old.contains { !$0.isMarked } == isWordByWord)
    }

    private func shown(_ pieces: [WordMarks.Piece]) -> String {
        pieces.map { $0.isMarked ? "[\($0.text)]" : $0.text.description }.joined()
    }
}
