import Bytes
import JSONText

/// Where a secret stands in bytes that are otherwise written as they came.
struct SecretRange {
    /// The name that it goes under.
    let name: Text
    /// Its place, never empty.
    let range: Range<Int>

    /// What is written in its place; where that is what came, there is nothing to hide.
    static let replacement: StaticString = "(redacted)"

    /// A place; nil when nothing stands there, or what is written for a secret.
    init?(_ name: Text, _ range: Range<Int>, in bytes: ArraySlice<UInt8>) {
        guard !range.isEmpty, !ASCII.equal(bytes[range], SecretRange.replacement) else { return nil }
        self.name = name
        self.range = range
    }

    /// The same place in bytes that were moved.
    func moved(by distance: Int, in bytes: [UInt8]) -> SecretRange? {
        SecretRange(name, range.lowerBound + distance..<range.upperBound + distance, in: bytes[...])
    }
}

/// The secrets in an address: user information in front of a host, and parameters behind `?`, `&`, `;` or `#`.
///
/// Source: RFC 3986 sections 3.2.1, 3.4 and 3.5
func secrets(inAddress address: ArraySlice<UInt8>) -> [SecretRange] {
    guard mayHoldSecret(address) else { return [] }
    let user = userInformation(in: address)
    return (user.map { [$0] } ?? []) + secretParameters(in: address, startsWithName: false)
}

/// The secrets in a form: its parameters.
///
/// Source: <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>
func secrets(inForm form: ArraySlice<UInt8>) -> [SecretRange] {
    secretParameters(in: form, startsWithName: true)
}

/// The secrets in a JSON object: the strings among its members whose names are those of secret parameters.
///
/// - Returns: nil for what is no object, and for one that has others in it.
func secrets(inJSON body: [UInt8]) -> [SecretRange]? {
    guard let root = (try? JSONText(parsing: body))?.root, root.kind == .object,
        !root.members.contains(where: { $0.value.kind == .object || $0.value.kind == .array })
    else { return nil }
    return root.members.compactMap { member in
        guard member.value.kind == .string, SecretNames.isParameter(member.key.bytes) else { return nil }
        let raw = member.value.raw
        let start = member.value.offset + 1
        return SecretRange(member.key, start..<start + raw.count - 2, in: body[...])
    }
}

/// The secrets in a multipart body whose parts are requests: their header fields, and the addresses in their first lines.
///
/// Source: RFC 2046 section 5.1
func secrets(inMultipart body: ArraySlice<UInt8>) -> [SecretRange] {
    var found: [SecretRange] = []
    var start = body.startIndex
    while start < body.endIndex {
        let line = lineWithContinuations(of: body[start...])
        start = line.endIndex + 1
        let name = line.prefix { $0 != UInt8(ascii: ":") }
        let value = name.endIndex < line.endIndex ? ASCII.trimmed(line[(name.endIndex + 1)...]) : []
        switch SecretNames.role(of: ASCII.trimmed(name)) {
        case .secret:
            let secret = SecretRange(Text(repairing: ASCII.trimmed(name)), value.startIndex..<value.endIndex, in: body)
            if let secret { found.append(secret) }
        case .address: found += secrets(inAddress: value)
        case .other: found += requestTarget(in: ASCII.trimmed(line)).map { secrets(inAddress: $0) } ?? []
        }
    }
    return found
}

/// Nearly every address has none of these bytes, which is told without looking at one byte at a time.
private func mayHoldSecret(_ address: ArraySlice<UInt8>) -> Bool {
    address.hasByte(UInt8(ascii: "?")) || address.hasByte(UInt8(ascii: "@")) || address.hasByte(UInt8(ascii: "#"))
        || address.hasByte(UInt8(ascii: ";")) || address.hasByte(UInt8(ascii: "&"))
}

private func userInformation(in address: ArraySlice<UInt8>) -> SecretRange? {
    var authority = address
    if let mark = address.firstRange(of: "://"), !address[..<mark.lowerBound].contains(where: endsAuthority) {
        authority = address[mark.upperBound...]
    } else if ASCII.hasPrefix(address, "//") {
        authority = address.dropFirst(2)
    } else if address.first == UInt8(ascii: "/") {
        return nil
    }
    authority = authority.prefix { !endsAuthority($0) }
    return authority.lastIndex(of: UInt8(ascii: "@")).flatMap {
        SecretRange("userinfo", authority.startIndex..<$0, in: address)
    }
}

private func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
}

/// A secret goes on to the next `&` or `#`: it may have any of the other separators in it.
private func secretParameters(in bytes: ArraySlice<UInt8>, startsWithName: Bool) -> [SecretRange] {
    var found: [SecretRange] = []
    var rest = startsWithName ? bytes : bytes.drop { !separates($0) }.dropFirst()
    while !rest.isEmpty {
        let name = rest.prefix { $0 != UInt8(ascii: "=") && !separates($0) }
        rest = rest[name.endIndex...]
        if rest.first == UInt8(ascii: "=") {
            // Twice, as an address within an address is encoded twice.
            let decoded = PercentEncoding.decodedLeniently(PercentEncoding.decodedLeniently(ASCII.trimmed(name))[...])
            if SecretNames.isParameter(decoded) {
                let value = rest.dropFirst().prefix { $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "#") }
                let range = value.startIndex..<value.endIndex
                if let secret = SecretRange(Text(repairing: decoded), range, in: bytes) { found.append(secret) }
                rest = rest[value.endIndex...]
            }
        }
        rest = rest.drop { !separates($0) }.dropFirst()
    }
    return found
}

private func separates(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "&") || byte == UInt8(ascii: ";") || byte == UInt8(ascii: "#")
}

/// The first line without its LF, and the lines behind it that begin with white space (RFC 5322 section 2.2.3).
private func lineWithContinuations(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
    while end + 1 < bytes.endIndex, bytes[end + 1] == 0x20 || bytes[end + 1] == 0x09 {
        end = bytes[(end + 1)...].firstIndex(of: 0x0A) ?? bytes.endIndex
    }
    return bytes[..<end]
}

/// The target in the first line of a request; nil in any other line.
private func requestTarget(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last,
        ASCII.hasPrefix(line[(last + 1)...], "HTTP/"), line[..<first].allSatisfy({ $0 &- 0x41 < 26 })
    else { return nil }
    return line[(first + 1)..<last]
}
