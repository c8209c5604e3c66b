import Bytes
import Digest

/// Takes secrets out before a line is written: the one place through which every header value and target passes.
///
/// What stays is the scheme, the beginning of a hash, so that equality stays visible, and the length.
struct Redactor: Sendable {
    /// Header fields whose values are secrets, in requests and answers, in lower case.
    static let headers: [StaticString] = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-goog-api-key", "x-api-key", "api-key",
        "apikey", "x-auth-token", "x-access-token", "x-amz-security-token", "x-firebase-appcheck",
        "x-goog-iam-authorization-token",
    ]

    /// Query parameters whose values are secrets, compared in any case and after percent-decoding.
    static let parameters: [StaticString] = ["access_token", "oauth_token", "key"]

    /// Authentication schemes that are told apart from the secret itself; of any other first word nothing is kept.
    ///
    /// Source: IANA HTTP Authentication Scheme Registry
    private static let schemes: [StaticString] = [
        "basic", "bearer", "digest", "dpop", "gnap", "hoba", "mutual", "negotiate", "oauth", "privatetoken",
        "scram-sha-1", "scram-sha-256", "token", "vapid", "webpush",
    ]

    /// How many secrets are remembered, so that one that comes again and again is hashed and decoded once.
    private static let rememberedSecrets = 16

    private var remembered: [Secret] = []
    private var oldest = 0

    init() {}

    /// By the length of a name, the first letters that a secret one of this length has, as bits from `a`: nearly every
    /// other name is told apart by that.
    private static let firstLetters = headers.reduce(into: [UInt32](repeating: 0, count: 64)) { letters, name in
        name.withUTF8Buffer { unsafe letters[$0.count & 63] |= 1 << UInt32($0[0] - UInt8(ascii: "a")) }
    }

    /// True when the value of a field with this name is a secret.
    static func hides(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, name.count < 64 else { return false }
        let letter = UInt32(ASCII.lowercased(first) &- UInt8(ascii: "a"))
        return letter < 26 && firstLetters[name.count] >> letter & 1 == 1
            && headers.contains { $0.utf8CodeUnitCount == name.count && ASCII.equalIgnoringCase(name, $0) }
    }

    /// The target with `(redacted)` for each secret parameter; nil when it has none.
    mutating func hideParameters(of target: [UInt8]) -> (target: [UInt8], redactions: [Redaction])? {
        guard let query = target.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        var output = target[...query]
        var redactions: [Redaction] = []
        for parameter in target[(query + 1)...].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            if output.endIndex > query + 1 { output.append(UInt8(ascii: "&")) }
            let name = parameter.prefix { $0 != UInt8(ascii: "=") }
            let value = parameter[name.endIndex...].dropFirst()
            let decoded = percentDecoded(name)
            if !value.isEmpty, Self.parameters.contains(where: { ASCII.equalIgnoringCase(decoded[...], $0) }) {
                let place = Redaction.Place.parameter(name: Text(repairing: decoded))
                redactions.append(secret(value).redaction(at: place))
                output.append(contentsOf: name)
                output.append(contentsOf: "=(redacted)".utf8)
            } else {
                output.append(contentsOf: parameter)
            }
        }
        return redactions.isEmpty ? nil : (Array(output), redactions)
    }

    /// What may be said of a secret.
    mutating func secret(_ value: ArraySlice<UInt8>) -> Secret {
        if let known = remembered.first(where: { $0.value[...].hasSameBytes(as: value) }) {
            return known
        }
        let secret = Secret(value: Array(value), scheme: Self.scheme(of: value))
        if remembered.count < Self.rememberedSecrets {
            remembered.append(secret)
        } else {
            remembered[oldest] = secret
            oldest = (oldest + 1) % Self.rememberedSecrets
        }
        return secret
    }

    private static func scheme(of value: ArraySlice<UInt8>) -> Text? {
        let word = value.prefix { $0 != UInt8(ascii: " ") }
        guard word.endIndex < value.endIndex, schemes.contains(where: { ASCII.equalIgnoringCase(word, $0) }) else {
            return nil
        }
        return Text(repairing: word)
    }
}

/// A value that is not written, and what is written instead.
struct Secret: Sendable {
    let value: [UInt8]
    let scheme: Text?
    let sha256: Text
    let token: JSONWebToken

    fileprivate init(value: [UInt8], scheme: Text?) {
        self.value = value
        self.scheme = scheme
        sha256 = Text(repairing: SHA256.hex(of: value[...]).bytes.prefix(16))
        token = JSONWebToken(authorization: value[...])
    }

    var isNotBlank: Bool { !ASCII.trimmed(value[...]).isEmpty }

    func redaction(at place: Redaction.Place) -> Redaction {
        Redaction(place: place, scheme: scheme, sha256: sha256, length: value.count)
    }
}

private func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var position = text.startIndex
    while position < text.endIndex {
        if text[position] == UInt8(ascii: "%"), position + 2 < text.endIndex,
            let high = hexValue(text[position + 1]), let low = hexValue(text[position + 2])
        {
            output.append(high << 4 | low)
            position += 3
        } else {
            output.append(text[position])
            position += 1
        }
    }
    return output
}
