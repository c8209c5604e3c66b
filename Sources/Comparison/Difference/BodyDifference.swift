import Bytes
import JSONText
import PushModel

/// The differences of two bodies by JSON pointer: numbers as written, keys in any order. The values of a repeated key are
/// one list.
struct BodyDifference {
    /// How many differences are told; the rest is counted in a last one.
    static let limit = 200

    private(set) var changes: [Change] = []
    private let rules: ComparisonRules
    private let oldTarget: ArraySlice<UInt8>
    private let newTarget: ArraySlice<UInt8>
    private let hasOptionalObjects: Bool
    private var more = 0

    /// - Parameter hasOptionalObjects: true when a member whose value is an object with nothing in it is as good as none.
    init(
        _ old: [UInt8], _ new: [UInt8], _ rules: ComparisonRules, oldTarget: ArraySlice<UInt8>,
        newTarget: ArraySlice<UInt8>, hasOptionalObjects: Bool = false
    ) {
        self.rules = rules
        self.hasOptionalObjects = hasOptionalObjects
        self.oldTarget = oldTarget
        self.newTarget = newTarget
        guard old != new else { return }
        if let before = try? JSONText(parsing: old), let after = try? JSONText(parsing: new) {
            compare(before.root, after.root, "", PointerMatch(rules.ignoredPointers))
        } else if rules.placeholders.comparable(old[...]) != rules.placeholders.comparable(new[...]) {
            add("", raw(old), raw(new))
        }
        if more > 0 { changes.append(Change(.payload, "", old: nil, new: Text("\(more) more differences"))) }
    }

    private mutating func compare(
        _ old: JSONValue, _ new: JSONValue, _ pointer: JSONPointer, _ match: PointerMatch
    ) {
        if match.isComplete { return }
        switch (old.kind, new.kind) {
        case (.object, .object): compareMembers(old, new, pointer, match)
        case (.array, .array): compareElements(old, new, pointer, match)
        default:
            guard !areEqual(old, new) else { return }
            // "1" and 1 would read alike.
            let isSameKind = old.kind == new.kind
            add(
                pointer.text, isSameKind ? old.told : Text(repairing: old.raw),
                isSameKind ? new.told : Text(repairing: new.raw))
        }
    }

    private mutating func compareMembers(
        _ old: JSONValue, _ new: JSONValue, _ pointer: JSONPointer, _ match: PointerMatch
    ) {
        let (before, after) = (Members(old), Members(new))
        for (key, value) in before.all {
            let (place, next) = (pointer.member(key.name), match.member(key.name))
            if before.isRepeated(key.name) || after.isRepeated(key.name) {
                if key.number == 0 {
                    compareLists(before.values(of: key.name), after.values(of: key.name), place, next)
                }
            } else if let other = after.value(of: key) {
                compare(value, other, place, next)
            } else if !next.isComplete, !isOptional(value) {
                add(place.text, value.told, nil)
            }
        }
        for (key, value) in after.all where before.value(of: Members.Key(name: key.name, number: 0)) == nil {
            if key.number > 0 || match.member(key.name).isComplete { continue }
            let place = pointer.member(key.name).text
            if after.isRepeated(key.name) {
                add(place, nil, list(after.values(of: key.name)))
            } else if !isOptional(value) {
                add(place, nil, value.told)
            }
        }
        let shared = (
            before.all.map(\.key).filter { after.value(of: $0) != nil },
            after.all.map(\.key).filter { before.value(of: $0) != nil }
        )
        if shared.0 != shared.1 {
            changes.append(Change(.order, pointer.text, old: list(shared.0), new: list(shared.1)))
        }
    }

    private mutating func compareLists(
        _ old: [JSONValue], _ new: [JSONValue], _ pointer: JSONPointer, _ match: PointerMatch
    ) {
        guard !match.isComplete else { return }
        var inside = self
        inside.changes = []
        for (before, after) in zip(old, new) { inside.compare(before, after, pointer, match) }
        if old.count == new.count, inside.changes.allSatisfy({ $0.aspect == .order }) {
            changes += inside.changes
        } else {
            add(pointer.text, list(old), list(new))
        }
    }

    private mutating func compareElements(
        _ old: JSONValue, _ new: JSONValue, _ pointer: JSONPointer, _ match: PointerMatch
    ) {
        let (before, after) = (Array(old.elements), Array(new.elements))
        for index in 0..<max(before.count, after.count) {
            let (place, next) = (pointer.element(index), match.member(Text(String(index))))
            switch (index < before.count, index < after.count) {
            case (true, true): compare(before[index], after[index], place, next)
            case (true, false): if !next.isComplete { add(place.text, before[index].told, nil) }
            default: if !next.isComplete { add(place.text, nil, after[index].told) }
            }
        }
    }

    /// True when two values of which not both are objects, and not both arrays, count as the same.
    private func areEqual(_ old: JSONValue, _ new: JSONValue) -> Bool {
        guard old.kind == new.kind else { return false }
        guard old.kind == .string else {
            return old.raw.hasSameBytes(as: new.raw)
                || rules.placeholders.comparable(old.raw) == rules.placeholders.comparable(new.raw)
        }
        let (before, after) = (old.comparableText, new.comparableText)
        let areTargets =
            !oldTarget.isEmpty && before.hasSameBytes(as: oldTarget) && !newTarget.isEmpty
            && after.hasSameBytes(as: newTarget)
        return areTargets || before.hasSameBytes(as: after)
            || rules.placeholders.comparable(before) == rules.placeholders.comparable(after)
    }

    private func isOptional(_ value: JSONValue) -> Bool { hasOptionalObjects && value.isEmptyObject }

    private mutating func add(_ pointer: Text, _ old: Text?, _ new: Text?) {
        if changes.count < BodyDifference.limit {
            changes.append(Change(.payload, pointer, old: old, new: new))
        } else {
            more += 1
        }
    }
}

private func list(_ keys: [Members.Key]) -> Text { Text(keys.map(\.name.description).joined(separator: ", ")) }

private func list(_ values: [JSONValue]) -> Text? {
    values.isEmpty ? nil : Text(repairing: Array(values.map(\.raw).joined(separator: ", ".utf8)))
}

private func raw(_ body: [UInt8]) -> Text? { body.isEmpty ? nil : Text(repairing: body) }

/// The members of an object by key; a repeated key is told from the first by its number.
private struct Members {
    struct Key: Hashable {
        let name: Text
        let number: Int
    }

    private(set) var all: [(key: Key, value: JSONValue)] = []
    private var values: [Text: [JSONValue]] = [:]

    init(_ object: JSONValue) {
        for member in object.members {
            let name = Text(repairing: member.comparableKey)
            all.append((Key(name: name, number: values[name]?.count ?? 0), member.value))
            values[name, default: []].append(member.value)
        }
    }

    func values(of name: Text) -> [JSONValue] { values[name] ?? [] }

    func isRepeated(_ name: Text) -> Bool { values(of: name).count > 1 }

    func value(of key: Key) -> JSONValue? {
        let values = values(of: key.name)
        return key.number < values.count ? values[key.number] : nil
    }
}

extension JSONValue {
    /// The value as text: a string decoded, everything else as it was written.
    fileprivate var told: Text {
        kind == .string ? Text(repairing: comparableText) : Text(repairing: raw)
    }
}
