package import Bytes

extension Comparison {
    /// What it comes to, in one sentence without a full stop.
    package var summary: Text {
        guard totals.different > 0 else {
            return Text("no difference in \(counted(totals.unchanged, "push", "pushes"))")
        }
        var told: [String] = []
        if totals.regressions > 0 { told.append(counted(totals.regressions, "regression", "regressions")) }
        for kind in Entry.Kind.allCases where totals[kind] > 0 {
            told.append("\(totals[kind]) \(kind.rawValue)\(regressionsNote(kind))")
        }
        return Text((told + ["\(totals.unchanged) unchanged"]).joined(separator: ", "))
    }

    /// How many of the pushes that became so are regressions, as it stands behind their number: ` (2 regressions)`, or
    /// nothing.
    package func regressionsNote(_ kind: Entry.Kind) -> Text {
        switch regressions(kind) {
        case 0: ""
        case 1: " (1 a regression)"
        case let count: Text(" (\(count) regressions)")
        }
    }

    /// How many pushes that became so are regressions.
    package func regressions(_ kind: Entry.Kind) -> Int {
        entries.reduce(0) { $0 + ($1.isRegression && $1.kind == kind ? $1.count : 0) }
    }

    /// What was left out of the runs or could not be compared, and what was found and is no difference, one sentence each:
    /// what is hidden, another order, other tokens, what was ignored and how often, and which rules met nothing.
    package var notes: [Text] {
        var notes = base.selections.map { Text("BASE: \($0)") } + head.selections.map { Text("HEAD: \($0)") }
        notes += hiddenParts
        if totals.otherKeyOrder > 0 {
            let pushes = totals.otherKeyOrder == 1 ? "1 push has" : "\(totals.otherKeyOrder) pushes have"
            notes.append(Text("\(pushes) the keys of the body in another order and nothing else that is different."))
        }
        if totals.otherOrder > 0 {
            let pushes = totals.otherOrder == 1 ? "1 push came" : "\(totals.otherOrder) pushes came"
            notes.append(Text("\(pushes) in another order, among those to the same target."))
        }
        if totals.renamedDevices > 0 {
            let devices = totals.renamedDevices == 1 ? "1 device has" : "\(totals.renamedDevices) devices have"
            notes.append(
                Text("\(devices) another token in HEAD, as the same was sent to a token that BASE does not have."))
        }
        if totals.acrossGateway > 0 {
            let pushes = totals.acrossGateway == 1 ? "1 push" : "\(totals.acrossGateway) pushes"
            notes.append(
                Text(
                    "\(pushes) went through a gateway in one run and to the service itself in the other; what was compared is "
                        + "the request that the service gets, without credentials, connection and answer."))
        }
        for rule in IgnoredTally.Rule.all {
            let (old, new) = (base.digests.ignored[rule], head.digests.ignored[rule])
            guard old + new > 0 else { continue }
            notes.append(Text("\(rule.subject), \(old) of BASE and \(new) of HEAD, were \(rule.fate)."))
        }
        return notes + unmetRules
    }

    private var hiddenParts: [Text] {
        let (old, new) = (base.digests, head.digests)
        var notes: [Text] = []
        if old.hiddenPayloads + new.hiddenPayloads > 0 {
            notes.append(
                Text(
                    "The values in the payloads of \(counted(old.hiddenPayloads, "push", "pushes")) of BASE and "
                        + "\(new.hiddenPayloads) of HEAD are hidden, so that only their types and lengths could be compared."
                ))
        }
        if old.hiddenTargets + new.hiddenTargets > 0 {
            notes.append(
                Text(
                    "Names stand for the device tokens of \(counted(old.hiddenTargets, "push", "pushes")) of BASE and "
                        + "\(new.hiddenTargets) of HEAD; the names were compared."
                ))
        }
        return notes
    }
}

extension IgnoredTally.Rule {
    /// What the rule is about.
    fileprivate var subject: StaticString {
        switch self {
        case .placeholder(let sort): sort.described
        case .header: "Header fields"
        case .pointer: "Places of the body"
        }
    }

    /// What was done to them.
    fileprivate var fate: StaticString {
        switch self {
        case .placeholder: "compared by their sort and not by value"
        case .header, .pointer: "not compared"
        }
    }

    /// The name in JSON.
    package var name: Text {
        switch self {
        case .placeholder(let sort): Text(sort.rawValue)
        case .header: "header"
        case .pointer: "pointer"
        }
    }
}

private func counted(_ count: Int, _ singular: String, _ plural: String) -> String {
    "\(count) \(count == 1 ? singular : plural)"
}
