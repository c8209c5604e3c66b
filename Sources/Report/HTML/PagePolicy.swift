import Bytes
import Digest

/// What a page lets its browser do: nothing, but for style sheets and scripts that are allowed by their hash.
///
/// Source: W3C Content Security Policy Level 3; for the last two directives W3C Trusted Types
struct PagePolicy {
    private var styles: [UInt8] = []
    private var scripts: [UInt8] = []

    /// Allows a style element with these bytes in it.
    mutating func allow(style bytes: [UInt8]) {
        PagePolicy.append(hashOf: bytes, to: &styles)
    }

    /// Allows a script element with these bytes in it.
    mutating func allow(script bytes: [UInt8]) {
        PagePolicy.append(hashOf: bytes, to: &scripts)
    }

    /// The policy for a `meta` element. Without a style sheet of its own a page takes those beside it; and a script, where
    /// there is one, cannot turn text into markup.
    var bytes: [UInt8] {
        var policy: [UInt8] = []
        policy.append("default-src 'none'; style-src ")
        if styles.isEmpty { policy.append("'self'") } else { policy.append(contentsOf: styles) }
        if !scripts.isEmpty {
            policy.append("; script-src ")
            policy.append(contentsOf: scripts)
            policy.append("; require-trusted-types-for 'script'; trusted-types 'none'")
        }
        policy.append("; img-src 'none'; base-uri 'none'; form-action 'none'")
        return policy
    }

    private static func append(hashOf bytes: [UInt8], to sources: inout [UInt8]) {
        sources.append(sources.isEmpty ? "'sha256-" : " 'sha256-")
        var digest = SHA256()
        digest.update(bytes[...])
        Base64.encode(digest.finish()[...], to: &sources)
        sources.append("'")
    }
}
