import Bytes
import CaptureLog
import Filter
import HTTPMessage
import JSONText
import PushModel

/// What tells how alike two pushes are: the words of their texts, and the other values of their bodies.
struct Sketch: Sendable {
    /// The most hashes of one sort; of more, the smallest are kept, which are as good as a sample.
    static let limit = 32

    private let title: SketchedText
    private let body: SketchedText
    private let values: [UInt64]
    /// Hashes by which many pushes can be put together with those that have one thing in common with them.
    let facets: [UInt64]

    init(_ push: FilterSubject, by request: ComparedRequest, _ rules: ComparisonRules) {
        let alert = push.reading.message.alert
        title = SketchedText(alert?.title ?? alert?.localization?.title?.key, rules)
        body = SketchedText(alert?.body ?? alert?.localization?.body?.key, rules)
        let alerts = push.reading.verdicts.all.compactMap(\.verdict.alert) + (alert.map { [$0] } ?? [])
        let texts = alerts.flatMap { [$0.title, $0.subtitle, $0.body] }.compactMap { $0?.bytes }
        var values: [UInt64] = []
        if let document = try? JSONText(parsing: request.body) {
            document.root.collectValues(
                besides: texts + [push.reading.message.target.value.bytes], rules, into: &values)
        }
        let all = values.reduce(0, &+)
        self.values = smallest(values)
        facets = [
            keyedHash { [title, body] in
                $0.combine(title.whole)
                $0.combine(body.whole)
            },
            title.whole ?? 1, body.whole ?? 2, all,
        ]
    }

    /// How alike two pushes are, from 0 to 1000.
    func likeness(to other: Sketch) -> Int {
        let union = values.count + other.values.count - common(values, other.values)
        let valueWeight = min(500, 60 * union)
        let valueScore = union == 0 ? 0 : valueWeight * common(values, other.values) / union
        guard hasText, other.hasText else {
            // A push that turned silent is known by the data that it still has.
            guard union > 0 else { return hasText == other.hasText ? 1000 : 500 }
            return 1000 * common(values, other.values) / max(1, min(values.count, other.values.count))
        }
        var (score, weight) = (valueScore, valueWeight)
        for (mine, theirs) in [(title, other.title), (body, other.body)]
        where mine.whole != nil || theirs.whole != nil {
            weight += 250
            score += mine.whole == theirs.whole ? 250 : 250 * overlap(mine.words, theirs.words) / 1000
        }
        return 1000 * score / max(1, weight)
    }

    private var hasText: Bool { title.whole != nil || body.whole != nil }
}

/// A text by the hashes of all of it, of its words and of its pairs of words.
private struct SketchedText: Sendable {
    private(set) var whole: UInt64?
    private(set) var words: [UInt64] = []

    init(_ text: Text?, _ rules: ComparisonRules) {
        guard let text, !text.isEmpty else { return }
        let words = WordMarks.words(of: text.bytes[...], rules.placeholders)
            .map { rules.placeholders.comparable($0, isWhole: false) }
        whole = keyedHash { $0.combine(words) }
        var hashes: [UInt64] = []
        var last: UInt64 = 0
        for word in words where !word.allSatisfy(ASCII.isSpace) {
            let word = keyedHash { $0.combine(word) }
            hashes.append(word)
            hashes.append(
                keyedHash {
                    $0.combine(last)
                    $0.combine(word)
                }
            )
            last = word
        }
        self.words = smallest(hashes)
    }
}

extension JSONValue {
    /// Collects a hash of each value with its place, but for texts that are compared by themselves and placeholders.
    fileprivate func collectValues(
        besides texts: [[UInt8]], _ rules: ComparisonRules, into hashes: inout [UInt64], place: UInt64 = 0,
        _ match: PointerMatch? = nil
    ) {
        let match = match ?? PointerMatch(rules.ignoredPointers)
        guard !match.isComplete else { return }
        switch kind {
        case .object:
            for member in members {
                let key = member.comparableKey
                let next = keyedHash {
                    $0.combine(place)
                    $0.combine(key)
                }
                member.value.collectValues(
                    besides: texts, rules, into: &hashes, place: next, match.member(Text(repairing: key)))
            }
        case .array:
            for (position, element) in elements.enumerated() {
                element.collectValues(
                    besides: texts, rules, into: &hashes, place: place &+ UInt64(position) &+ 1,
                    match.member(Text(String(position))))
            }
        case .null, .true, .false, .number, .string:
            let text = kind == .string ? comparableText : raw
            guard rules.placeholders.normalised(text) == nil else { return }
            if kind == .string, texts.contains(where: { $0[...].hasSameBytes(as: text) }) { return }
            hashes.append(
                keyedHash {
                    $0.combine(place)
                    $0.combine(text)
                }
            )
        }
    }
}

private func smallest(_ hashes: [UInt64]) -> [UInt64] {
    Array(hashes.sorted().prefix(Sketch.limit))
}

private func overlap(_ left: [UInt64], _ right: [UInt64]) -> Int {
    let shared = common(left, right)
    return 1000 * shared / max(1, left.count + right.count - shared)
}

/// How many elements two sorted lists have in common.
private func common(_ left: [UInt64], _ right: [UInt64]) -> Int {
    var (i, j, count) = (0, 0, 0)
    while i < left.count, j < right.count {
        if left[i] == right[j] {
            (i, j, count) = (i + 1, j + 1, count + 1)
        } else if left[i] < right[j] {
            i += 1
        } else {
            j += 1
        }
    }
    return count
}
