import Bytes
import JSONText

/// What an `authorization` value says as a JSON Web Token: header and claims, never the signature; nothing is verified.
///
/// Source: RFC 7515 section 3.1, RFC 7519
struct JSONWebToken {
    /// The decoded first segment; nil when there is none.
    let header: [UInt8]?
    /// The decoded second segment; nil when there is none.
    let claims: [UInt8]?
    /// Why the value is no token; nil when it is one.
    let problem: Text?

    /// Reads the token behind `bearer` in any case, or the whole value where another or no scheme stands in front.
    init(authorization value: ArraySlice<UInt8>) {
        let trimmed = ASCII.trimmed(value)
        let scheme = trimmed.prefix { $0 != UInt8(ascii: " ") }
        let token = ASCII.equalIgnoringCase(scheme, "bearer") ? ASCII.trimmed(trimmed[scheme.endIndex...]) : trimmed
        let segments = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count == 3 else {
            header = nil
            claims = nil
            problem = Text("the token has \(segments.count) segment\(segments.count == 1 ? "" : "s") instead of 3")
            return
        }
        header = Base64.decode(segments[0])
        claims = Base64.decode(segments[1])
        let problems = [fault(in: header, of: "header"), fault(in: claims, of: "claims")].compactMap { $0 }
        problem = problems.isEmpty ? nil : Text(problems.joined(separator: "; "))
    }
}

private func fault(in segment: [UInt8]?, of name: StaticString) -> String? {
    guard let segment else { return "the \(name) segment is not base64url" }
    guard let text = try? JSONText(parsing: segment), text.root.kind == .object else {
        return "the \(name) segment is not a JSON object"
    }
    return nil
}
