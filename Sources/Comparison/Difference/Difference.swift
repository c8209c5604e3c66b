import Bytes
import CaptureLog
package import Filter
import HTTPMessage
import PushModel

/// Everything that is different between two captures of the same push.
package struct Difference: Sendable, Equatable {
    /// The changes, the most important first.
    package private(set) var changes: [Change] = []

    /// Compares two captures.
    ///
    /// - Parameters:
    ///   - isRenamed: true when it is no change that they went to different devices.
    ///   - starts: when the first push of each run came, in microseconds since 1970.
    package init(
        from old: FilterSubject, to new: FilterSubject, _ rules: ComparisonRules, isRenamed: Bool = false,
        starts: (base: Int64, head: Int64) = (0, 0)
    ) {
        let (before, after) = ComparedRequest.pair(old, new)
        addVerdicts(old.reading.verdicts, new.reading.verdicts)
        addFindings(before.findings, after.findings)
        addTarget(old.reading.message.target, new.reading.message.target, rules, isRenamed: isRenamed)
        add(.target, "provider", before.provider, after.provider)
        add(.target, "app", before.app, after.app)
        add(.target, "push type", old.reading.message.pushType, new.reading.message.pushType)
        if rules.key.contains(.mark) { add(.target, "mark", old.mark, new.mark, rules) }
        addTexts(old, new, rules)
        addDelivery(old.reading.message.delivery, new.reading.message.delivery, rules)
        let targets = (old.reading.message.target.value.bytes[...], new.reading.message.target.value.bytes[...])
        changes +=
            BodyDifference(
                before.body, after.body, rules, oldTarget: targets.0, newTarget: targets.1,
                hasOptionalObjects: before.hasOptionalObjects && after.hasOptionalObjects
            ).changes
        if let old = before.outgoing, let new = after.outgoing, !changes.contains(where: { $0.aspect == .payload }) {
            addOutgoing(from: old, to: new, rules, targets)
        }
        add(.header, "status", before.status.map(decimal), after.status.map(decimal))
        changes += headerChanges(before.headers, after.headers, rules, oldTarget: targets.0, newTarget: targets.1)
        if let tolerance = rules.timing { addTiming(old.time, new.time, starts, tolerance) }
        changes = Change.Aspect.allCases.flatMap { aspect in changes.filter { $0.aspect == aspect } }
    }

    package static func == (left: Difference, right: Difference) -> Bool { left.changes == right.changes }

    /// True when nothing that counts is different; the order of keys and what is not asked for does not count.
    package var isEmpty: Bool { changes.allSatisfy { $0.aspect == .order } }

    /// True when one of the changes is a regression.
    package var isRegression: Bool { changes.contains(where: \.isRegression) }

    /// The changes without those of body and header that say again what another one says.
    package var untold: [Change] {
        var told: [Change] = []
        for change in changes {
            let isAgain =
                (change.aspect == .payload || change.aspect == .header)
                && told.contains { $0.aspect < .payload && $0.old == change.old && $0.new == change.new }
            if !isAgain { told.append(change) }
        }
        return told
    }

    private mutating func add(
        _ aspect: Change.Aspect, _ name: Text, _ old: Text?, _ new: Text?, isRegression: Bool = false
    ) {
        guard old != new else { return }
        changes.append(Change(aspect, name, old: old, new: new, isRegression: isRegression))
    }

    /// A change of text in which placeholders count by their sort.
    private mutating func add(
        _ aspect: Change.Aspect, _ name: Text, _ old: Text?, _ new: Text?, _ rules: ComparisonRules
    ) {
        let same = { (text: Text?) in text.map { rules.placeholders.comparable($0.bytes[...]) } }
        if same(old) != same(new) { add(aspect, name, old, new) }
    }

    private mutating func addVerdicts(_ old: Verdicts, _ new: Verdicts) {
        for platform in Platform.allCases {
            let (before, after) = (old[platform], new[platform])
            let isRegression =
                (after?.outcome.worth ?? -1) < (before?.outcome.worth ?? -1)
                || before.map { $0.outcome != after?.outcome && $0.outcome.worth == after?.outcome.worth } ?? false
            add(
                .verdict, Text(stringLiteral: platform.label), before?.described, after?.described,
                isRegression: isRegression)
        }
    }

    private mutating func addFindings(_ old: [Finding], _ new: [Finding]) {
        let (oldCounts, newCounts) = (counts(old), counts(new))
        for finding in new where newCounts[finding.code, default: 0] > oldCounts[finding.code, default: 0] {
            guard !changes.contains(where: { $0.aspect == .finding && $0.name == finding.code }) else { continue }
            add(.finding, finding.code, nil, finding.told, isRegression: finding.severity == .error)
        }
        for finding in old where oldCounts[finding.code, default: 0] > newCounts[finding.code, default: 0] {
            guard !changes.contains(where: { $0.aspect == .finding && $0.name == finding.code }) else { continue }
            add(.finding, finding.code, finding.told, nil)
        }
    }

    private mutating func addTarget(_ old: Target, _ new: Target, _ rules: ComparisonRules, isRenamed: Bool) {
        add(.target, "target kind", Text(old.kind.rawValue), Text(new.kind.rawValue), isRegression: true)
        guard !isRenamed, rules.mapped(old.value) != new.value else { return }
        if old.kind == .device, new.kind == .device {
            add(.target, "target", old.value, new.value)
        } else {
            add(.target, "target", old.value, new.value, rules)
        }
    }

    private mutating func addDelivery(_ old: Delivery, _ new: Delivery, _ rules: ComparisonRules) {
        add(.delivery, "priority", old.priorityRaw, new.priorityRaw)
        add(.delivery, "expiry", old.expiry?.raw, new.expiry?.raw, rules)
        add(.delivery, "collapse key", old.collapseKey, new.collapseKey, rules)
    }

    /// What is shown, by platform where the platforms differ.
    private mutating func addTexts(_ old: FilterSubject, _ new: FilterSubject, _ rules: ComparisonRules) {
        let (before, after) = (ShownTexts(old.reading), ShownTexts(new.reading))
        for name in ShownTexts.names {
            var told: [(change: (old: Text?, new: Text?), platforms: [Platform])] = []
            for platform in Platform.allCases where before.has(platform) || after.has(platform) {
                let change = (old: before[platform, name], new: after[platform, name])
                if let known = told.firstIndex(where: { $0.change == change }) {
                    told[known].platforms.append(platform)
                } else {
                    told.append((change, [platform]))
                }
            }
            for (change, platforms) in told {
                let label = told.count == 1 ? "" : platforms.map(\.label.description).joined(separator: ", ") + " "
                add(.text, Text("\(label)\(name)"), change.old, change.new, rules)
            }
        }
    }

    /// What the settings of a gateway made of the same request.
    private mutating func addOutgoing(
        from old: [UInt8], to new: [UInt8], _ rules: ComparisonRules, _ targets: (ArraySlice<UInt8>, ArraySlice<UInt8>)
    ) {
        let difference = BodyDifference(
            old, new, rules, oldTarget: targets.0, newTarget: targets.1, hasOptionalObjects: true)
        for change in difference.changes where change.aspect == .payload {
            changes.append(Change(.payload, Text("outgoing \(change.name)"), old: change.old, new: change.new))
        }
    }

    private mutating func addTiming(
        _ old: Instant, _ new: Instant, _ starts: (base: Int64, head: Int64), _ tolerance: TimeSpan
    ) {
        let before = old.microseconds - starts.base
        let after = new.microseconds - starts.head
        guard abs(after - before) > tolerance.microseconds else { return }
        let told = { (time: Int64) in Text("\(TimeSpan(microseconds: time).text) after the first push") }
        changes.append(Change(.timing, "time", old: told(before), new: told(after)))
    }
}

private func decimal(_ number: Int) -> Text { Text(String(number)) }

private func counts(_ findings: [Finding]) -> [Text: Int] {
    Dictionary(findings.map { ($0.code, 1) }, uniquingKeysWith: +)
}

extension Finding {
    /// The severity and the sentence.
    fileprivate var told: Text { Text("\(severity.rawValue): \(message)") }
}

extension Verdict {
    /// The outcome and the reason: `shown (alert_text)`.
    fileprivate var described: Text { Text("\(outcome.rawValue) (\(reason))") }
}

extension Outcome {
    /// How much a user gets of a push; less is a regression.
    fileprivate var worth: Int {
        switch self {
        case .shown, .liveActivity: 4
        case .badgeOrSound: 3
        case .appDecides: 2
        case .notShown: 1
        case .refused: 0
        }
    }
}
