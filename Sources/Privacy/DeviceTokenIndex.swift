import Bytes
import Digest

/// The device tokens of logs, so that each is found wherever it stands, and the names that stand for them.
///
/// Memory: about 100 bytes for each token, whatever its length.
package struct DeviceTokenIndex: Sendable {
    /// The shortest token that is looked for in the midst of other text, in bytes; a shorter one may be a word, and is
    /// named only where a token has its place.
    package static let shortestSought = 16

    /// The lengths of the tokens that begin with the same bytes, the longest first.
    private var lengths: [UInt128: [Int]] = [:]
    private var digests: Set<UInt128> = []
    /// One bit for each beginning, by a cheap hash: nearly every place of a text is told by it to begin no token.
    private var beginnings = [UInt64](repeating: 0, count: 1 << 14)

    /// No tokens.
    package init() {}

    /// The name of a token: `token-` and the first 16 hexadecimal digits of its SHA-256, the same in every log.
    ///
    /// `token-` stands for an even number of hexadecimal digits, as APNs has them, in any case; `registration-` for other
    /// visible ASCII, as FCM has it; for what no service has, `odd token-` where it has white space or control characters,
    /// and else `odd·token-`. So what findings say of a token stays.
    /// A token that is percent-encoded, as in an address, has the name of what it stands for. A name has itself as name.
    package static func name(of token: ArraySlice<UInt8>) -> [UInt8] {
        let token = PercentEncoding.decodedLeniently(token)[...]
        if isName(token) { return Array(token) }
        var name: [UInt8] = []
        if isHexadecimal(token) {
            name.append(prefixes.hexadecimal)
        } else if token.contains(where: { $0 <= 0x20 || $0 == 0x7F }) {
            name.append(prefixes.odd)
        } else {
            name.append(token.allSatisfy { $0 < 0x7F } ? prefixes.visible : prefixes.foreign)
        }
        name.append(contentsOf: SHA256.hex(of: canonical(token)).bytes.prefix(digestLength))
        return name
    }

    /// The name of a token in a path, as it can stand there: of one that is not percent-encoded as it should be, that is no
    /// UTF-8, or that has a slash in it, the name ends in the same.
    static func pathName(of token: ArraySlice<UInt8>) -> [UInt8] {
        if isName(PercentEncoding.decodedLeniently(token)[...]) { return Array(token) }
        let name = PercentEncoding.encoded(name(of: token), .upperCase)
        guard let decoded = PercentEncoding.decoded(token) else { return name + "%".utf8 }
        if Text(validating: decoded) == nil { return name + "%FF".utf8 }
        return decoded.contains(UInt8(ascii: "/")) ? name + "%2F".utf8 : name
    }

    private typealias Prefixes = (
        hexadecimal: StaticString, visible: StaticString, odd: StaticString, foreign: StaticString
    )
    private static let prefixes: Prefixes = ("token-", "registration-", "odd token-", "odd·token-")
    /// What ``pathName(of:)`` may end in, decoded.
    private static let endings: [UInt8] = [UInt8(ascii: "%"), 0xFF, UInt8(ascii: "/")]
    private static let digestLength = 16

    /// True for what ``name(of:)`` gives, as in a log that was hidden before.
    private static func isName(_ token: ArraySlice<UInt8>) -> Bool {
        let token = token.last.map(endings.contains) == true ? token.dropLast() : token
        let digest = token.suffix(digestLength)
        return digest.count == digestLength && digest.allSatisfy { hexValue($0) != nil }
            && [prefixes.hexadecimal, prefixes.visible, prefixes.odd, prefixes.foreign].contains {
                ASCII.equal(token.dropLast(digestLength), $0)
            }
    }

    /// Takes a token to look for, as it is, percent-encoded and decoded; one that is too short is passed over, and so is the name of
    /// one.
    package mutating func insert(_ token: [UInt8]) {
        let decoded = PercentEncoding.decodedLeniently(token[...])
        if Self.isName(decoded[...]) { return }
        insertSpelling(token)
        if decoded != token { insertSpelling(decoded) }
        for digits in [PercentEncoding.Digits.upperCase, .lowerCase] {
            let encoded = PercentEncoding.encoded(token, digits)
            if encoded != token { insertSpelling(encoded) }
        }
    }

    private mutating func insertSpelling(_ token: [UInt8]) {
        guard token.count >= Self.shortestSought else { return }
        let token = Self.canonical(token[...])
        let digest = Self.digest(of: token)
        // An index that is shared would be copied by an insertion that changes nothing.
        guard !digests.contains(digest) else { return }
        digests.insert(digest)
        let beginning = Self.beginning(of: token, at: token.startIndex)
        var known = lengths[beginning] ?? []
        if !known.contains(token.count) { known.append(token.count) }
        lengths[beginning] = known.sorted(by: >)
        let bit = bit(of: beginning)
        beginnings[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    /// The text with every token named; nil when there is none in it.
    package func naming(_ text: [UInt8]) -> [UInt8]? {
        guard !digests.isEmpty, text.count >= Self.shortestSought else { return nil }
        var output: [UInt8] = []
        var copied = 0
        var position = 0
        var window = Self.beginning(of: text[...], at: 0)
        while true {
            if isBeginning(window), let length = tokenLength(in: text, at: position, beginning: window) {
                output.append(contentsOf: text[copied..<position])
                output.append(contentsOf: Self.name(of: text[position..<position + length]))
                position += length
                copied = position
                guard position + Self.shortestSought <= text.count else { break }
                window = Self.beginning(of: text[...], at: position)
            } else {
                guard position + Self.shortestSought < text.count else { break }
                window = window << 8 | UInt128(ASCII.lowercased(text[position + Self.shortestSought]))
                position += 1
            }
        }
        guard copied > 0 else { return nil }
        output.append(contentsOf: text[copied...])
        return output
    }

    private func isBeginning(_ beginning: UInt128) -> Bool {
        let bit = bit(of: beginning)
        return beginnings[bit >> 6] >> UInt64(bit & 63) & 1 == 1
    }

    private func bit(of beginning: UInt128) -> Int {
        let mixed =
            (UInt64(truncatingIfNeeded: beginning) ^ UInt64(truncatingIfNeeded: beginning >> 64))
            &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> 44)
    }

    private func tokenLength(in text: [UInt8], at position: Int, beginning: UInt128) -> Int? {
        lengths[beginning]?.first { length in
            position + length <= text.count
                && digests.contains(Self.digest(of: Self.canonical(text[position..<position + length])))
        }
    }

    /// The first bytes in lower case.
    private static func beginning(of text: ArraySlice<UInt8>, at position: Int) -> UInt128 {
        text[position..<position + shortestSought].reduce(UInt128(0)) { $0 << 8 | UInt128(ASCII.lowercased($1)) }
    }

    private static func digest(of token: ArraySlice<UInt8>) -> UInt128 {
        var digest = SHA256()
        digest.update(token)
        return digest.finish().prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    }

    private static func isHexadecimal(_ token: ArraySlice<UInt8>) -> Bool {
        token.count % 2 == 0 && token.allSatisfy { hexValue($0) != nil }
    }

    /// Hexadecimal digits in lower case, as both spellings are the same device; any other token as it is.
    private static func canonical(_ token: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isHexadecimal(token) ? token.map(ASCII.lowercased)[...] : token
    }
}
