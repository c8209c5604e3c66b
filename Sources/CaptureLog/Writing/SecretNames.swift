import Bytes

/// What is a secret, by the name that it goes under: the one table for header fields, addresses and forms.
///
/// A `*` stands for any beginning.
enum SecretNames {
    /// Header fields whose values are secrets, in requests, in answers and in the parts of multipart bodies; compared in
    /// any case, with `_` as `-`.
    static let headers: [StaticString] = [
        "*authorization", "*cookie", "*cookie2", "*-token", "*-secret", "*-password", "*api-key", "*apikey",
        "*access-key", "x-firebase-appcheck", "x-goog-firebase-installations-auth", "token", "password",
        "authentication",
    ]

    /// Header fields whose values are addresses: user information and parameters in them are secrets.
    static let addressHeaders: [StaticString] = [
        "host", "origin", "referer", "x-forwarded-host", "x-forwarded-uri", "x-original-url", "x-rewrite-url",
    ]

    /// Parameters of addresses and forms whose values are secrets; compared in any case, percent-decoded, and without
    /// `-`, `_` and the brackets that some senders put around or behind names.
    static let parameters: [StaticString] = [
        "key", "apikey", "accesskey", "token", "accesstoken", "idtoken", "refreshtoken", "bearertoken", "oauthtoken",
        "authtoken", "sessiontoken", "subjecttoken", "secret", "clientsecret", "assertion", "clientassertion",
        "authorization", "auth", "code", "codeverifier", "jwt", "password", "passwd", "*signature", "sig",
    ]

    /// What a header field holds.
    enum HeaderRole {
        /// A secret and nothing else.
        case secret
        /// An address, which may have secrets in it.
        case address
        /// Nothing to hide.
        case other
    }

    /// What the field with this name holds.
    static func role(of name: ArraySlice<UInt8>) -> HeaderRole {
        guard let last = name.last else { return .other }
        for pattern in headerPatterns[Int(ASCII.lowercased(last) & 31)] where pattern.matches(name) {
            return pattern.role
        }
        return .other
    }

    /// True when the value of the parameter with this name, percent-decoded, is a secret.
    static func isParameter(_ name: [UInt8]) -> Bool {
        var plain: [UInt8] = []
        for byte in name where !isPadding(byte) { plain.append(byte) }
        return parameterPatterns.contains { $0.matches(plain[...]) }
    }

    private static func isPadding(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }

    /// By the last five bits of a name's last letter: nearly every other name is told apart by that.
    private static let headerPatterns: [[Pattern]] = {
        let patterns = headers.map { Pattern($0, .secret) } + addressHeaders.map { Pattern($0, .address) }
        return (0..<32).map { bits in patterns.filter { Int($0.ending.last ?? 0) & 31 == bits } }
    }()

    private static let parameterPatterns = parameters.map { Pattern($0, .secret) }

    private struct Pattern: Sendable {
        /// In lower case, with `-`.
        let ending: [UInt8]
        let isSuffix: Bool
        let role: HeaderRole

        init(_ name: StaticString, _ role: HeaderRole) {
            let bytes = name.withUTF8Buffer { unsafe Array($0) }
            isSuffix = bytes.first == UInt8(ascii: "*")
            ending = isSuffix ? Array(bytes.dropFirst()) : bytes
            self.role = role
        }

        func matches(_ name: ArraySlice<UInt8>) -> Bool {
            guard isSuffix ? name.count >= ending.count : name.count == ending.count else { return false }
            var position = name.endIndex - ending.count
            for byte in ending {
                let other = name[position] == UInt8(ascii: "_") ? UInt8(ascii: "-") : ASCII.lowercased(name[position])
                guard other == byte else { return false }
                position += 1
            }
            return true
        }
    }
}
