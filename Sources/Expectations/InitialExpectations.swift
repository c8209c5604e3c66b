import Bytes
import CaptureLog
package import Filter
import PushModel

/// Expectations that a run holds to, as a beginning to edit: one for each sort of push, with the number there were.
///
/// Pushes are of one sort when provider, kind, refusal, target and titles are the same. What each platform made of them
/// is expected too, where it was the same for all that the expectation is about.
///
/// Limits: ``maximumCount`` expectations; texts above ``maximumTextBytes`` stand in no filter, and a push whose target is
/// longer is left out.
package struct InitialExpectations {
    /// The most expectations that are written; what is beyond is counted.
    package static let maximumCount = 1000

    /// The longest target or title in bytes that stands in a filter.
    package static let maximumTextBytes = 512

    /// Pushes that are alike in all but their titles.
    private struct Family: Hashable {
        let provider: Text?
        let kind: Kind
        let isRefused: Bool
        let target: Text

        /// The family that differs in nothing but whether the provider took the push.
        var withOtherAnswer: Family {
            Family(provider: provider, kind: kind, isRefused: !isRefused, target: target)
        }
    }

    /// Pushes of one family with the same titles.
    private struct Sort {
        let family: Family
        let titles: [Text]
        let name: Text
        var count: Int64 = 0
        var outcomes: [Platform: Set<Outcome?>] = [:]
    }

    private var sorts: [Sort] = []
    private var members: [Family: [[Text]: Int]] = [:]
    /// How many pushes no expectation is written for because their target is too long.
    package private(set) var leftOut: Int64 = 0

    /// Nothing captured yet.
    package init() {}

    /// Takes a push into account.
    package mutating func add(_ subject: FilterSubject) {
        var reader = FieldReader(subject)
        let message = subject.reading.message
        guard message.target.value.bytes.count <= InitialExpectations.maximumTextBytes else {
            leftOut += 1
            return
        }
        let family = Family(
            provider: subject.exchange.provider, kind: message.kind, isRefused: subject.isRefused,
            target: message.target.value
        )
        let titles = reader.values(of: .title)
        let position = members[family]?[titles] ?? sorts.endIndex
        if position == sorts.endIndex {
            members[family, default: [:]][titles] = position
            let what = Text(repairing: shortened((titles.first ?? Text(message.kind.rawValue)).bytes, to: 60))
            sorts.append(
                Sort(family: family, titles: titles, name: Text("\(what) to \(message.target.shortened)")))
        }
        sorts[position].count += 1
        for platform in Platform.allCases {
            sorts[position].outcomes[platform, default: []].insert(subject.reading.verdicts[platform]?.outcome)
        }
    }

    /// The expectations in the order in which their first pushes came, and how many more there would be.
    package var expectations: (listed: [Expectation], more: Int) {
        var listed: [Expectation] = []
        var filters: Set<Filter> = []
        var names = UniqueNames()
        var more = 0
        for sort in sorts {
            let filter = filter(for: sort)
            guard filters.insert(filter).inserted else { continue }
            guard listed.count < InitialExpectations.maximumCount else {
                more += 1
                continue
            }
            let matching = (members[sort.family] ?? [:]).values.map { sorts[$0] }.filter { isMatched($0, like: sort) }
            listed.append(
                Expectation(
                    name: names.unique(sort.name), filter: filter,
                    count: .exactly(matching.reduce(0) { $0 + $1.count }), fields: fields(of: matching)
                )
            )
        }
        return (listed, more)
    }

    private func titlesInFilter(of sort: Sort) -> [Text] {
        sort.titles.filter { $0.bytes.count <= InitialExpectations.maximumTextBytes }.prefix(8).map(\.self)
    }

    private func filter(for sort: Sort) -> Filter {
        var parts: [Filter] = []
        func add(_ field: Field, _ comparison: TextPattern.Comparison, _ value: Text) {
            parts.append(Filter(.text(field, TextPattern(comparison, value))))
        }
        if let provider = sort.family.provider { add(.provider, .isIdentical, provider) }
        add(.kind, .equals, Text(sort.family.kind.rawValue))
        if members[sort.family.withOtherAnswer] != nil { add(.refused, .equals, sort.family.isRefused ? "yes" : "no") }
        if sort.family.target.isEmpty {
            parts.append(Filter(not: Filter(.text(.target, TextPattern(.contains, "")))))
        } else {
            add(.target, .isIdentical, sort.family.target)
        }
        for title in titlesInFilter(of: sort) { add(.title, .isIdentical, title) }
        if sort.titles.isEmpty, members[sort.family]?.count != 1 {
            parts.append(Filter(not: Filter(.text(.title, TextPattern(.contains, "")))))
        }
        return Filter(all: parts)
    }

    /// True when the filter for one sort matches pushes of another sort of its family.
    private func isMatched(_ other: Sort, like sort: Sort) -> Bool {
        sort.titles.isEmpty ? other.titles.isEmpty : titlesInFilter(of: sort).allSatisfy(other.titles.contains)
    }

    private func fields(of sorts: [Sort]) -> [FieldRule] {
        Platform.allCases.compactMap { platform in
            let outcomes = sorts.reduce(into: Set<Outcome?>()) { $0.formUnion($1.outcomes[platform] ?? []) }
            guard outcomes.count == 1, case let outcome?? = outcomes.first else { return nil }
            return FieldRule(field: .verdict(platform), demand: .equalsText(Text(outcome.rawValue)))
        }
    }
}

/// Names of which none is given twice.
private struct UniqueNames {
    private var given: Set<Text> = []
    private var lastNumbers: [Text: Int] = [:]

    /// The name, or the name with the next number behind it.
    mutating func unique(_ name: Text) -> Text {
        var candidate = name
        var number = lastNumbers[name] ?? 1
        while !given.insert(candidate).inserted {
            number += 1
            candidate = Text("\(name) (\(number))")
        }
        lastNumbers[name] = number
        return candidate
    }
}
