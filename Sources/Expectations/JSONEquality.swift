import JSONText

/// When two JSON values are the same value, however they are written.
///
/// Strings compare decoded, byte for byte. Numbers are equal when they are written alike or when both are integers that
/// fit 64 bits, or doubles below 2^53, of the same value; so `3`, `3.0` and `3e0` are one number, and no digit of a long
/// one is lost. Objects are equal when they have the same keys with equal values, in any order, the last of duplicate
/// keys counting; arrays when their elements are equal in order.
enum JSONEquality {
    static func areEqual(_ left: JSONValue, _ right: JSONValue) -> Bool {
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null, .true, .false: return true
        case .string: return left.text == right.text
        case .number: return areEqualNumbers(left, right)
        case .array: return left.count == right.count && zip(left.elements, right.elements).allSatisfy(areEqual)
        case .object:
            let keys = Set(left.members.map(\.key))
            guard keys == Set(right.members.map(\.key)) else { return false }
            return keys.allSatisfy { key in
                guard let left = left.last(named: key), let right = right.last(named: key) else { return false }
                return areEqual(left, right)
            }
        }
    }

    private static func areEqualNumbers(_ left: JSONValue, _ right: JSONValue) -> Bool {
        if left.raw == right.raw { return true }
        if let left = left.integer, let right = right.integer { return left == right }
        guard let left = left.double, let right = right.double else { return false }
        return left == right && left.magnitude < 9_007_199_254_740_992
    }
}
