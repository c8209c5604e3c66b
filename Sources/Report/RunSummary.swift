package import Bytes
package import CaptureLog
import HTTPMessage
import Providers
package import PushModel

/// What a run of pushes comes to: counted once, shown by every writer.
package struct RunSummary: Sendable {
    /// A push with an error, for the list that comes first.
    package struct Problem: Sendable {
        /// Its place among all pushes in capture order, from 0.
        package let position: Int
        /// The identifier for the link.
        package let anchor: Text
        /// The push in one line.
        package let title: Text
        /// Its first error.
        package let message: Text
        /// How many findings it has besides.
        package let others: Int
    }

    /// How many problems are kept for the list; the rest is counted.
    package static let listedProblems = 200

    /// How many pushes there are.
    package private(set) var pushes = 0
    /// How many there are of each verdict.
    package private(set) var verdicts = [Int](repeating: 0, count: PushVerdict.allCases.count)
    /// How many there are of each kind.
    package private(set) var kinds = [Int](repeating: 0, count: Kind.allCases.count)
    /// How many there are of each outcome on each platform, platform by platform.
    package private(set) var outcomes = [Int](repeating: 0, count: Platform.allCases.count * Outcome.allCases.count)
    /// How many pushes have a finding of each severity.
    package private(set) var severities = [Int](repeating: 0, count: Finding.Severity.allCases.count)
    /// How many pushes have a finding.
    package private(set) var withFindings = 0
    /// How many secrets were replaced before the log was written.
    package private(set) var redactions = 0
    /// How many pushes each part is hidden of, as ``Hidden/names`` has the parts.
    private var hidden = [Int](repeating: 0, count: Hidden.names.count)
    private var providerCounts = [Int](repeating: 0, count: Providers.all.count + 1)
    /// The first pushes with errors.
    package private(set) var problems: [Problem] = []
    /// The pushes of each verdict.
    private(set) var places = [PushList](repeating: PushList(), count: PushVerdict.allCases.count)
    /// The pushes of each target.
    private(set) var targets = TargetIndex()
    /// When the first and the last push were captured.
    package private(set) var span: ClosedRange<Instant>?

    /// Nothing yet.
    package init() {}

    /// Counts a push.
    package mutating func add(_ push: CapturedPush) {
        pushes += 1
        let verdict = position(of: push.verdict, in: allVerdicts)
        verdicts[verdict] += 1
        places[verdict].add(push)
        targets.add(push)
        kinds[position(of: push.reading.message.kind, in: allKinds)] += 1
        for (platform, verdict) in push.reading.verdicts.all {
            outcomes[index(platform, verdict.outcome)] += 1
        }
        let findings = push.reading.findings
        for (index, severity) in allSeverities.enumerated()
        where findings.contains(where: { $0.severity == severity }) {
            severities[index] += 1
        }
        withFindings += findings.isEmpty ? 0 : 1
        redactions += push.exchange.redactions.count
        for (index, part) in Hidden.names.enumerated() where push.hides(part.part) { hidden[index] += 1 }
        providerCounts[push.providerIndex] += 1
        if let first = findings.first, first.severity == .error, problems.count < RunSummary.listedProblems {
            problems.append(
                Problem(
                    position: push.position,
                    anchor: push.anchor,
                    title: push.reading.title.cut(to: DrawnText.lineLength),
                    message: first.message,
                    others: findings.count - 1
                )
            )
        }
        extendSpan(to: push.time...push.time)
    }

    /// Adds the pushes that follow.
    package mutating func add(_ other: RunSummary) {
        pushes += other.pushes
        for index in verdicts.indices {
            verdicts[index] += other.verdicts[index]
            places[index].add(other.places[index])
        }
        targets.add(other.targets)
        for index in kinds.indices { kinds[index] += other.kinds[index] }
        for index in outcomes.indices { outcomes[index] += other.outcomes[index] }
        for index in severities.indices { severities[index] += other.severities[index] }
        withFindings += other.withFindings
        redactions += other.redactions
        for index in hidden.indices { hidden[index] += other.hidden[index] }
        for index in providerCounts.indices { providerCounts[index] += other.providerCounts[index] }
        problems.append(contentsOf: other.problems.prefix(RunSummary.listedProblems - problems.count))
        if let span = other.span { extendSpan(to: span) }
    }

    /// The numbers alone.
    var withoutPlaces: RunSummary {
        var summary = self
        summary.problems = []
        summary.places = RunSummary().places
        summary.targets = TargetIndex()
        return summary
    }

    /// How many pushes have the verdict.
    package func count(_ verdict: PushVerdict) -> Int { verdicts[position(of: verdict, in: allVerdicts)] }

    /// How many pushes are of the kind.
    package func count(_ kind: Kind) -> Int { kinds[position(of: kind, in: allKinds)] }

    /// How many pushes have the outcome on the platform.
    package func count(_ platform: Platform, _ outcome: Outcome) -> Int { outcomes[index(platform, outcome)] }

    /// How many pushes have a finding of the severity.
    package func count(_ severity: Finding.Severity) -> Int {
        severities[position(of: severity, in: allSeverities)]
    }

    /// How many pushes each provider got, those without any left out; names that this version does not know are `other`.
    package var providers: [(name: Text, count: Int)] {
        providerCounts.enumerated().compactMap { $1 > 0 ? (RunSummary.providerLabel($0), $1) : nil }
    }

    /// The name of a provider by its place among those that are counted.
    static func providerLabel(_ index: Int) -> Text {
        index < Providers.all.count ? Providers.all[index].name : "other"
    }

    /// What is hidden, and of how many pushes each; parts that are hidden of none are left out.
    package var hiddenCounts: [(name: Text, part: Hidden, count: Int)] {
        zip(Hidden.names, hidden).compactMap { $1 == 0 ? nil : ($0.name, $0.part, $1) }
    }

    /// True when some push can reach the platform.
    package func reaches(_ platform: Platform) -> Bool {
        Outcome.allCases.contains { count(platform, $0) > 0 }
    }

    private mutating func extendSpan(to other: ClosedRange<Instant>) {
        guard let known = span else {
            span = other
            return
        }
        span = min(known.lowerBound, other.lowerBound)...max(known.upperBound, other.upperBound)
    }

    private func index(_ platform: Platform, _ outcome: Outcome) -> Int {
        position(of: platform, in: allPlatforms) * allOutcomes.count + position(of: outcome, in: allOutcomes)
    }
}

// Made once: `allCases` makes an array at each call, and every push is counted.
private let allVerdicts = PushVerdict.allCases
private let allKinds = Kind.allCases
private let allSeverities = Finding.Severity.allCases
private let allPlatforms = Platform.allCases
private let allOutcomes = Outcome.allCases

private func position<Case: Equatable>(of value: Case, in cases: [Case]) -> Int {
    cases.firstIndex(of: value) ?? 0
}

extension CapturedPush {
    /// True when a part is hidden that the push has.
    fileprivate func hides(_ part: Hidden) -> Bool {
        guard exchange.annotations.hidden.contains(part) else { return false }
        let target = reading.message.target
        return part == .targets ? target.kind == .device && !target.value.isEmpty : !exchange.request.body.isEmpty
    }
}
