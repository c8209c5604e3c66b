import Bytes
import JSONText
import PushModel

extension JSONPointer {
    /// The value at this place in a document; of duplicate keys the last one counts.
    ///
    /// - Returns: nil when there is none. An element of an array is named by its position in decimal digits without
    ///   leading zeros.
    func value(in root: JSONValue) -> JSONValue? {
        var value = root
        for token in tokens {
            let next: JSONValue? =
                switch value.kind {
                case .object: value.last(named: token)
                case .array: position(token).flatMap { value.element(at: $0) }
                default: nil
                }
            guard let next else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue {
    fileprivate func element(at position: Int) -> JSONValue? {
        elements.dropFirst(position).first { _ in true }
    }
}

private func position(_ token: Text) -> Int? {
    let digits = token.bytes
    guard let first = digits.first, first &- 0x30 < 10, digits.count == 1 || first != UInt8(ascii: "0") else {
        return nil
    }
    return ASCII.integer(digits[...]).flatMap(Int.init(exactly:))
}
