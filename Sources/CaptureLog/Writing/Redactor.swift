import Bytes
import Digest

/// Takes secrets out before a line is written: the one place through which every header value, address and body passes.
///
/// What stays is the scheme, the beginning of a hash, so that equality stays visible, and the length. Which names are
/// those of secrets, ``SecretNames`` says.
struct Redactor: Sendable {
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

    /// The bytes with each secret replaced; what may be said of the secrets is added to `redactions`.
    ///
    /// - Parameter part: where the bytes are; nil for the target.
    mutating func hide(
        _ secrets: [SecretRange], in bytes: [UInt8], of part: @autoclosure () -> Text? = nil,
        addingTo redactions: inout [Redaction]
    ) -> [UInt8] {
        guard !secrets.isEmpty else { return bytes }
        var output: [UInt8] = []
        var position = 0
        for hidden in secrets {
            redactions.append(secret(bytes[hidden.range]).redaction(at: .parameter(name: hidden.name, in: part())))
            output.append(contentsOf: bytes[position..<hidden.range.lowerBound])
            output.append(SecretRange.replacement)
            position = hidden.range.upperBound
        }
        output.append(contentsOf: bytes[position...])
        return output
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
