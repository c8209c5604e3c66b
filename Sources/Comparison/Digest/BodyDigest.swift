import Bytes
import JSONText

/// Hashes a JSON document so that documents that differ in nothing that counts have the same hash: the order of keys
/// does not matter save among those that are the same, placeholders are alike, and what is to be ignored is passed over.
struct BodyDigest {
    private(set) var ignored = IgnoredTally()
    private let rules: ComparisonRules
    /// The address of the push, which may stand in the body and is compared by itself.
    private let target: ArraySlice<UInt8>
    private let hasTarget: Bool
    private let hasOptionalObjects: Bool
    private var keyOrder = Hasher()

    /// - Parameters:
    ///   - hasTarget: false to pass over a member that holds the target, whatever its key.
    ///   - hasOptionalObjects: true to pass over members whose value is an object with nothing in it.
    init(
        rules: ComparisonRules, target: ArraySlice<UInt8>, hasTarget: Bool = true,
        hasOptionalObjects: Bool = false
    ) {
        self.rules = rules
        self.target = target
        self.hasTarget = hasTarget
        self.hasOptionalObjects = hasOptionalObjects
    }

    /// The hash of a document.
    mutating func content(of root: JSONValue) -> UInt64 {
        value(root, PointerMatch(rules.ignoredPointers))
    }

    /// The hash of the keys in their order; after ``content(of:)``.
    var order: UInt64 { UInt64(bitPattern: Int64(keyOrder.finalize())) }

    private mutating func value(_ value: JSONValue, _ match: PointerMatch) -> UInt64 {
        guard !match.isComplete else {
            ignored.count(.pointer)
            return 0
        }
        switch value.kind {
        case .null, .false, .true: return keyedHash { $0.combine(value.kind) }
        case .number:
            let raw = value.raw
            return rules.placeholders.normalised(raw, isWhole: true) { ignored.count(.placeholder($0)) }
                .map { mark in keyedHash { $0.combine(mark[...]) } } ?? keyedHash { $0.combine(raw) }
        case .string: return string(value)
        case .array:
            var hasher = Hasher()
            for (position, element) in value.elements.enumerated() {
                hasher.combine(self.value(element, match.member(Text(String(position)))))
            }
            return UInt64(bitPattern: Int64(hasher.finalize())) ^ 1
        case .object:
            // A sum, so that the order does not matter; of repeated keys most readers take the last value.
            var sum: UInt64 = 0
            var numbers: [UInt64: Int] = [:]
            for member in value.members where !isPassedOver(member.value) {
                let key = member.comparableKey
                keyOrder.combine(key)
                let value = self.value(member.value, match.isOver ? match : match.member(Text(repairing: key)))
                let name = keyedHash { $0.combine(key) }
                let number = numbers[name, default: 0]
                numbers[name] = number + 1
                sum &+= keyedHash {
                    $0.combine(name)
                    $0.combine(number)
                    $0.combine(value)
                }
            }
            return keyedHash { $0.combine(sum) }
        }
    }

    private func isPassedOver(_ value: JSONValue) -> Bool {
        !hasTarget && isTarget(value) || hasOptionalObjects && value.isEmptyObject
    }

    private func isTarget(_ value: JSONValue) -> Bool {
        value.kind == .string && !target.isEmpty && value.comparableText.hasSameBytes(as: target)
    }

    private mutating func string(_ value: JSONValue) -> UInt64 {
        if isTarget(value) { return 1 }
        let text = value.comparableText
        let normalised = rules.placeholders.normalised(text) { ignored.count(.placeholder($0)) }
        return keyedHash {
            $0.combine(value.kind)
            $0.combine(normalised.map { $0[...] } ?? text)
        }
    }
}

extension JSONValue {
    /// True for an object that holds nothing, or nothing but such objects.
    var isEmptyObject: Bool { kind == .object && members.allSatisfy(\.value.isEmptyObject) }

    /// The decoded bytes of a string, without a copy where it has no escapes.
    var comparableText: ArraySlice<UInt8> {
        raw.contains(UInt8(ascii: "\\")) ? (text?.bytes ?? [])[...] : raw.dropFirst().dropLast()
    }
}

extension JSONValue.Member {
    /// The decoded bytes of the key, without a copy where it has no escapes.
    var comparableKey: ArraySlice<UInt8> {
        rawKey.contains(UInt8(ascii: "\\")) ? key.bytes[...] : rawKey.dropFirst().dropLast()
    }
}
