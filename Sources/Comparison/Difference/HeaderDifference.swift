import Bytes
import HTTPMessage

/// The differences of two lists of header fields, by name in lower case; order and spelling do not count.
func headerChanges(
    _ old: HeaderList, _ new: HeaderList, _ rules: ComparisonRules, oldTarget: ArraySlice<UInt8>,
    newTarget: ArraySlice<UInt8>
) -> [Change] {
    let (before, after) = (values(of: old, rules, target: oldTarget), values(of: new, rules, target: newTarget))
    return Set(before.keys).union(after.keys).sorted().compactMap { name in
        let (oldValues, newValues) = (before[name], after[name])
        guard oldValues?.comparable != newValues?.comparable else { return nil }
        return Change(.header, name, old: oldValues?.told, new: newValues?.told)
    }
}

private struct Values {
    var comparable: [[UInt8]] = []
    var all: [Text] = []

    var told: Text { Text(all.map(\.description).joined(separator: ", ")) }
}

private func values(
    of headers: HeaderList, _ rules: ComparisonRules, target: ArraySlice<UInt8>
) -> [Text: Values] {
    var found: [Text: Values] = [:]
    for position in 0..<headers.count where !rules.ignores(header: headers.name(at: position)) {
        let value = headers.value(at: position)
        let name = Text(repairing: headers.name(at: position).map(ASCII.lowercased))
        let isTarget = !target.isEmpty && value.hasSameBytes(as: target)
        found[name, default: Values()].comparable.append(isTarget ? [] : rules.placeholders.comparable(value))
        found[name, default: Values()].all.append(Text(repairing: value))
    }
    return found
}
