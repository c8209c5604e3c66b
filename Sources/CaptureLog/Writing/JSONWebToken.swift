import Bytes
import JSONText

/// What an `authorization` value says as a JSON Web Token: header and claims, never the signature; nothing is verified.
///
/// Source: RFC 7515 section 3.1, RFC 7519
struct JSONWebToken {
    /// True when the value is a token.
    let isGood: Bool
    /// The object that the log has of it: `header` and `claims`, or `problem`, why the value is no token. Any secret may
    /// have two dots in it, so only what says of itself that it is a token is shown.
    let json: [UInt8]

    /// Reads the token behind `bearer` in any case, or the whole value where another or no scheme stands in front.
    init(authorization value: ArraySlice<UInt8>) {
        let trimmed = ASCII.trimmed(value)
        let scheme = trimmed.prefix { $0 != UInt8(ascii: " ") }
        let token = ASCII.equalIgnoringCase(scheme, "bearer") ? ASCII.trimmed(trimmed[scheme.endIndex...]) : trimmed
        let segments = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else {
            let count = segments.count
            self.init(problem: Text("the token has \(count) segment\(count == 1 ? "" : "s") instead of 3"))
            return
        }
        let (header, claims) = (Base64.decode(segments[0]), Base64.decode(segments[1]))
        let problems = [fault(in: header, of: "header"), fault(in: claims, of: "claims")].compactMap { $0 }
        guard problems.isEmpty else {
            self.init(problem: Text(problems.joined(separator: "; ")))
            return
        }
        self.init(header: header, claims: claims)
    }

    private init(header: [UInt8]? = nil, claims: [UInt8]? = nil, problem: Text? = nil) {
        isGood = problem == nil
        var json: [UInt8] = []
        json.appendToken(header: header, claims: claims, problem: problem)
        self.json = json
    }
}

private func fault(in segment: [UInt8]?, of name: StaticString) -> String? {
    guard let segment else { return "the \(name) segment is not base64url" }
    guard let text = try? JSONText(parsing: segment), text.root.kind == .object else {
        return "the \(name) segment is not a JSON object"
    }
    return nil
}
