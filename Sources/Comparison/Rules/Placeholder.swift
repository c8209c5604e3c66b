import Bytes
import CaptureLog

/// A sort of value that is another one in every run, and so is compared by its sort alone.
package enum Placeholder: String, Sendable, CaseIterable {
    /// 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562).
    case uuid
    /// 26 characters of Crockford's base 32, the first of them 0 to 7.
    case ulid
    /// A moment in RFC 3339.
    case timestamp
    /// A whole value of 10, 13, 16 or 19 digits: seconds, milli-, micro- or nanoseconds since 1970, from 2001 to 2099.
    /// Another unit is another sort.
    case epoch
    /// A JSON Web Token: three parts in base64url, joined by full stops.
    case jwt
    /// 16 hexadecimal digits or more, at least one of them a letter and one a figure.
    case hex

    /// What help and reports say of it.
    package var described: StaticString {
        switch self {
        case .uuid: "UUIDs"
        case .ulid: "ULIDs"
        case .timestamp: "RFC 3339 timestamps"
        case .epoch: "Epoch numbers"
        case .jwt: "JSON Web Tokens"
        case .hex: "Hex tokens"
        }
    }

    /// The mark that stands for it in normalised text, after a byte that no UTF-8 has.
    var code: UInt8 { UInt8(truncatingIfNeeded: Placeholder.allCases.firstIndex(of: self) ?? 0) }
}

/// Which placeholders are recognised.
package struct Placeholders: Sendable, Equatable {
    /// The sorts.
    package var sorts: Set<Placeholder>

    /// All of them.
    package static let all = Placeholders(sorts: Set(Placeholder.allCases))

    /// The text with a mark in place of each placeholder; nil when there is none.
    ///
    /// - Parameter isWhole: true for a value that stands by itself, which may be an epoch number.
    func normalised(
        _ text: ArraySlice<UInt8>, isWhole: Bool = true, _ found: (Placeholder) -> Void = { _ in }
    ) -> [UInt8]? {
        guard !sorts.isEmpty, text.count >= Placeholder.shortest else { return nil }
        if isWhole, sorts.contains(.epoch), let digits = epochDigits(text) {
            found(.epoch)
            return [Placeholder.mark, Placeholder.epoch.code, digits]
        }
        var output: [UInt8]?
        var copied = text.startIndex
        var position = text.startIndex
        while position < text.endIndex {
            guard isAlphanumeric(text[position]) else {
                position += 1
                continue
            }
            if let (sort, end) = placeholder(at: position, of: text) {
                found(sort)
                output = (output ?? []) + text[copied..<position] + [Placeholder.mark, sort.code]
                copied = end
                position = end
            } else {
                position = text[position...].prefix(while: isAlphanumeric).endIndex
            }
        }
        return output.map { $0 + text[copied...] }
    }

    /// The placeholder that begins with the letters and digits at a position, and where it ends.
    func placeholder(at position: Int, of text: ArraySlice<UInt8>) -> (sort: Placeholder, end: Int)? {
        let run = text[position...].prefix(while: isAlphanumeric)
        guard let found = beginning(with: run, in: text), sorts.contains(found.0) else { return nil }
        return (found.0, found.end)
    }

    /// The text with marks in it, or as it is.
    func comparable(_ text: ArraySlice<UInt8>, isWhole: Bool = true) -> [UInt8] {
        normalised(text, isWhole: isWhole) ?? Array(text)
    }
}

extension Placeholder {
    /// The fewest bytes that a placeholder has.
    fileprivate static let shortest = 10
    /// A byte that is in no UTF-8.
    fileprivate static let mark: UInt8 = 0xFF
    fileprivate static let shortestHex = 16
    fileprivate static let uuidLength = 36
    fileprivate static let ulidLength = 26
}

/// The placeholder that a run of letters and digits is the beginning of, and where it ends.
private func beginning(
    with run: ArraySlice<UInt8>, in text: ArraySlice<UInt8>
) -> (Placeholder, end: Int)? {
    let rest = text[run.startIndex...]
    switch run.count {
    case 8:
        let candidate = rest.prefix(Placeholder.uuidLength)
        return isUUID(candidate) && !isAlphanumeric(rest.dropFirst(candidate.count).first ?? 0)
            ? (.uuid, candidate.endIndex) : nil
    case 4:
        guard rest.count > 4, rest[run.endIndex] == UInt8(ascii: "-") else { return nil }
        let candidate = rest.prefix { isAlphanumeric($0) || "-:.+".utf8.contains($0) }
        // A full stop or hyphen may follow that is not of the timestamp.
        return [candidate, candidate.dropLast()].first { Instant(rfc3339: $0) != nil }.map { (.timestamp, $0.endIndex) }
    case Placeholder.ulidLength where ulidValue(run) != nil: return (.ulid, run.endIndex)
    case Placeholder.shortestHex...:
        if isHexToken(run) { return (.hex, run.endIndex) }
        return jwtEnd(rest).map { (.jwt, $0) }
    default: return nil
    }
}

private func isAlphanumeric(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
}

/// How many digits an epoch number has in front of its decimals, which says its unit; nil for any other text.
private func epochDigits(_ text: ArraySlice<UInt8>) -> UInt8? {
    let whole = text.prefix { $0 &- 0x30 < 10 }
    let decimals = text[whole.endIndex...]
    guard [10, 13, 16, 19].contains(whole.count), let seconds = ASCII.integer(whole.prefix(10)),
        (1_000_000_000..<4_070_908_800).contains(seconds)
    else { return nil }
    let isEpoch =
        decimals.isEmpty
        || (whole.count == 10 && decimals.count > 1 && decimals.first == UInt8(ascii: ".")
            && decimals.dropFirst().allSatisfy { $0 &- 0x30 < 10 })
    return isEpoch ? UInt8(whole.count) : nil
}

private func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count == Placeholder.uuidLength else { return false }
    return text.enumerated().allSatisfy { offset, byte in
        [8, 13, 18, 23].contains(offset) ? byte == UInt8(ascii: "-") : hexValue(byte) != nil
    }
}

private func isHexToken(_ run: ArraySlice<UInt8>) -> Bool {
    run.allSatisfy { hexValue($0) != nil } && run.contains { $0 &- 0x30 < 10 } && run.contains { $0 > 0x39 }
}

/// Where the token ends that the text begins with.
private func jwtEnd(_ text: ArraySlice<UInt8>) -> Int? {
    guard ASCII.hasPrefix(text, "eyJ") else { return nil }
    let token = text.prefix {
        isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: ".")
    }
    let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && !parts[1].isEmpty ? token.endIndex : nil
}
