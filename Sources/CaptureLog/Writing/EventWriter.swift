package import Bytes
import HTTPMessage

/// Writes the lines of a capture log, format 1. This comment is the definition of the format.
///
/// # The file
///
/// UTF-8, one JSON object (RFC 8259) per line, `\n` at the end of each line, nothing between lines. A file may be
/// appended to at any time. A line that a kill cut off stays: whoever appends next ends it with `\n` first.
///
/// # Every line
///
/// | key    | value |
/// |--------|-------|
/// | `v`    | `1` |
/// | `kind` | `run`, `push`, `request`, `mark`, `reset`, `end` or `excerpt`; a reader keeps and counts other kinds |
/// | `id`   | a ULID, unique over all logs |
/// | `time` | RFC 3339 in UTC with six decimals: `2026-11-29T23:59:59.123456Z` |
///
/// They stand in this order, then the keys of the kind in the order given below. A reader keeps and counts keys that it
/// does not know; where a key is repeated, the last one counts.
///
/// # Text and bytes
///
/// A _string_ below is a JSON string when the bytes are valid UTF-8, else `{"bytes":"…"}` with base64 (RFC 4648
/// section 4, padded). A _body_ is `{"text":"…"}` when the bytes are valid UTF-8, else `{"bytes":"…"}`. In a JSON string
/// only `"`, `\` and the characters below U+0020 are escaped. So every string and body can be restored byte for byte.
///
/// # `run`: a recorder started
///
/// | key         | value |
/// |-------------|-------|
/// | `version`   | the version of the recorder |
/// | `providers` | the names of the providers whose routes it knew |
/// | `limits`    | an object: the name of each limit and its value |
/// | `redaction` | `headers`, `address_headers` and `parameters`: the names whose values, or the secrets in them, are not written; `*` stands for any beginning |
/// | `listeners` | the addresses it listened on, each `HOST:PORT`; absent in logs of the first recorders |
/// | `baseline`  | `true` in a log that somebody accepted as the baseline of later runs; absent in all others |
///
/// # `push`: a request to a provider's route, accepted or refused; `request`: a call around the sends, such as one for an
/// access token, one to nobody's route, or one that never came whole
///
/// | key           | value |
/// |---------------|-------|
/// | `provider`    | the name of the provider; only in `push` |
/// | `request`     | `method` (string), `target` (string), only with HTTP/2 and only if sent `scheme` and `authority` (strings), `http` (`"1.0"`, `"1.1"` or `"2"`), `headers`, `body` (body) |
/// | `response`    | `status` (integer), `headers`, `body` (body): the answer that was sent |
/// | `annotations` | what the recorder noted; see below |
///
/// `headers` is an array of pairs `[name, value]` in the order, spelling and repetition of the wire; both are strings.
/// The value of a secret header is `{"redacted":{"scheme":…,"sha256":…,"length":…}}`: its authentication scheme if it has
/// a known one, the first 16 hexadecimal digits of the SHA-256 of the whole value, and its length in bytes. In `target`,
/// `authority` and the header fields that hold an address, the text `(redacted)` stands for user information and for the
/// value of a secret parameter, behind `#` too.
///
/// A body is what was posted, with two exceptions: in a `request` that is a form, or that asks for an access token in JSON,
/// the values of secret parameters are `(redacted)`, and in a multipart body, which has requests in it, what would be hidden of
/// their header fields and addresses is.
///
/// `annotations` is an object with any of these:
///
/// | key                  | value |
/// |----------------------|-------|
/// | `warning`            | text that the answer carried too |
/// | `jwt`                | of a JSON Web Token in `authorization`: `header` and `claims` (bodies, decoded JSON objects), or `problem` (text) if it is none |
/// | `redacted`           | an array of `{"parameter":…,"in":…,"sha256":…,"length":…}`, one for each `(redacted)`: the name of the parameter or header field, or `userinfo`; in `authority`, `body` or a header field, and without `in` in `target` |
/// | `limit`              | text: the limit that cut the request short, or how it broke the protocol; the body is then empty |
/// | `scripted`           | text: the rule of an answer script that decided the answer; 444 then stands for a connection that was broken off |
/// | `tunnel`             | text: the target of the CONNECT by which the connection came, `HOST:PORT` as sent; the recorder stood in for that host |
/// | `tls`                | `true` when the connection was TLS |
/// | `client_certificate` | text: the subject of the client's certificate, unverified |
/// | `hidden`             | an array of what a copy of the log hides: `targets` (names stand for device tokens), `payloads` (keys, types and lengths of values stay) |
/// | `profile`            | `mongoosepush`: text, the release that was stood in for |
/// | `pool`               | `mongoosepush`: the pool that was chosen, with all that the request sent on depends on, as in a file of pools |
///
/// # `mark`: a test step that the user named
///
/// | key     | value |
/// |---------|-------|
/// | `label` | text |
///
/// # `reset`: the user cleared the recorder's read API
///
/// | key    | value |
/// |--------|-------|
/// | `push` | text: the `id` of the one push that left the API; left out when all earlier ones did |
///
/// The pushes themselves stay in the log, and a report shows them.
///
/// # `end`: a recorder stopped in order
///
/// | key      | value |
/// |----------|-------|
/// | `counts` | an object: how many lines of each kind this run wrote, and how many requests have none; see below |
///
/// No line stands for the requests that `counts` has as `unrecorded` (the log could not be written), `refused_streams`
/// (refused before they were read; clients send them again), `malformed` and `timed_out` (before method and target were
/// known) and `broken_off` (the peer gave them up, or the recorder ended), nor for the `tunnels` that were opened and the
/// TLS handshakes that failed (`failed_handshakes`).
///
/// # `excerpt`: the lines that follow were taken from other logs, which a report does for the log that it carries
///
/// Marks and pushes follow; everything else stayed behind, and is told here instead.
///
/// | key          | value |
/// |--------------|-------|
/// | `inputs`     | an array of the logs: `name`, `sha256`, `bytes`, `lines`, `events` |
/// | `problems`   | an array of what was wrong or odd about them: `severity` (`note` or `damage`), `input`, `line` if it is about one, `code`, `message` |
/// | `counts`     | an object: how many lines of the kinds `run`, `request`, `reset`, `end` and `unknown` stayed behind |
/// | `calls`      | an array of the calls around the sends among them: `kind`, `summary`, `note` if there is one, the `status` of the answers, and the `count` of such calls; absent when there were none |
/// | `selections` | an array of the filters that were applied one after the other: `filter`, `kept`, `of` |
package struct EventWriter: Sendable {
    private var redactor = Redactor()

    /// A writer that has seen no secret yet.
    package init() {}

    /// Appends the line of an exchange; `push` when it has a provider, else `request`. Secrets are taken out here.
    package mutating func append(_ exchange: Exchange, id: Text, time: Instant, to line: inout [UInt8]) {
        line.beginEvent(exchange.provider == nil ? "request" : "push", id: id, time: time)
        if let provider = exchange.provider {
            line.append(",\"provider\":")
            line.appendJSONString(provider.bytes)
        }
        var redactions = exchange.redactions.filter { $0.isParameter }
        let token = appendRequest(of: exchange, to: &line, redactions: &redactions)
        line.append(",\"response\":{\"status\":")
        line.appendDecimal(exchange.response.status)
        line.append(",\"headers\":")
        _ = appendHeaders(exchange.response.headers, known: [], redactions: &redactions, to: &line)
        line.append(",\"body\":")
        line.appendBody(exchange.response.body)
        line.append("},\"annotations\":")
        line.append(exchange.annotations, token: token, redactions: redactions)
        line.append("}\n")
    }

    /// Appends the line of a mark.
    package func append(mark label: Text, id: Text, time: Instant, to line: inout [UInt8]) {
        line.beginEvent("mark", id: id, time: time)
        line.append(",\"label\":")
        line.appendJSONString(label.bytes)
        line.append("}\n")
    }

    /// Appends the line of a reset.
    ///
    /// - Parameter push: the identifier of the one push that leaves the read API; nil for all earlier ones.
    package func append(resetOf push: Text?, id: Text, time: Instant, to line: inout [UInt8]) {
        line.beginEvent("reset", id: id, time: time)
        if let push {
            line.append(",\"push\":")
            line.appendJSONString(push.bytes)
        }
        line.append("}\n")
    }

    /// Appends the line of a start.
    ///
    /// - Parameters:
    ///   - limits: the name of each limit, in lower case with underscores, and its value.
    ///   - listeners: the addresses, each `HOST:PORT`.
    package func append(
        runOf version: Text,
        providers: [Text],
        limits: KeyValuePairs<StaticString, Int>,
        listeners: [Text],
        id: Text,
        time: Instant,
        to line: inout [UInt8]
    ) {
        line.beginEvent("run", id: id, time: time)
        line.append(",\"version\":")
        line.appendJSONString(version.bytes)
        line.append(",\"providers\":")
        line.appendArray(providers) { $0.appendJSONString($1.bytes) }
        line.append(",\"limits\":")
        line.appendNumbers(limits)
        line.append(",\"redaction\":{\"headers\":")
        line.appendArray(SecretNames.headers) { $0.appendQuoted($1) }
        line.append(",\"address_headers\":")
        line.appendArray(SecretNames.addressHeaders) { $0.appendQuoted($1) }
        line.append(",\"parameters\":")
        line.appendArray(SecretNames.parameters) { $0.appendQuoted($1) }
        line.append("},\"listeners\":")
        line.appendArray(listeners) { $0.appendJSONString($1.bytes) }
        line.append("}\n")
    }

    /// Appends the first line of a baseline.
    ///
    /// - Parameter version: that of the program that writes it.
    package func append(baselineOf version: Text, id: Text, time: Instant, to line: inout [UInt8]) {
        line.beginEvent("run", id: id, time: time)
        line.append(",\"version\":")
        line.appendJSONString(version.bytes)
        line.append(
            ",\"providers\":[],\"limits\":{},\"redaction\":{\"headers\":[],\"parameters\":[]},\"baseline\":true}\n")
    }

    /// Appends the line of an orderly stop.
    ///
    /// - Parameter counts: how many lines of each kind this run wrote.
    package func append(
        endWith counts: KeyValuePairs<StaticString, Int>,
        id: Text,
        time: Instant,
        to line: inout [UInt8]
    ) {
        line.beginEvent("end", id: id, time: time)
        line.append(",\"counts\":")
        line.appendNumbers(counts)
        line.append("}\n")
    }

    /// - Returns: the token in `authorization` that is to be noted.
    private mutating func appendRequest(
        of exchange: Exchange,
        to line: inout [UInt8],
        redactions: inout [Redaction]
    ) -> JSONWebToken? {
        let target = redactor.hide(
            secrets(inAddress: exchange.request.target[...]), in: exchange.request.target, addingTo: &redactions
        )
        let authority = redactor.hide(
            secrets(inAddress: exchange.request.authority[...]), in: exchange.request.authority, of: "authority",
            addingTo: &redactions
        )
        line.appendRequestLine(of: exchange.request, target: target, authority: authority)
        let authorization = appendHeaders(
            exchange.request.headers, known: exchange.redactions, redactions: &redactions, to: &line
        )
        line.append(",\"body\":")
        line.appendBody(
            redactor.hide(secrets(inBodyOf: exchange), in: exchange.request.body, of: "body", addingTo: &redactions)
        )
        line.append("}")
        // That a value is no token is worth a note only where one is wanted.
        guard let token = authorization?.token else { return nil }
        return token.isGood || exchange.provider.map { $0 == "apns" } ?? false ? token : nil
    }

    /// - Parameter known: what was hidden before.
    /// - Returns: the secret in the first `authorization` field that is not blank.
    private mutating func appendHeaders(
        _ headers: HeaderList,
        known: [Redaction],
        redactions: inout [Redaction],
        to line: inout [UInt8]
    ) -> Secret? {
        var authorization: Secret?
        var headers = headers
        var hidden = known.filter { !$0.isParameter }
        for position in 0..<headers.count {
            let (name, value) = (headers.name(at: position), headers.value(at: position))
            switch SecretNames.role(of: name) {
            case .other: break
            case .address:
                let found = secrets(inAddress: value)
                if found.isEmpty { break }
                let (bytes, part) = (Array(value), Text(repairing: name))
                let moved = found.compactMap { $0.moved(by: -value.startIndex, in: bytes) }
                headers.replaceValue(
                    at: position, by: redactor.hide(moved, in: bytes, of: part, addingTo: &redactions)
                )
            case .secret:
                if value.isEmpty || hidden.contains(where: { $0.place == .header(position: position) }) { break }
                let secret = redactor.secret(value)
                hidden.append(secret.redaction(at: .header(position: position)))
                if authorization == nil, secret.isNotBlank, ASCII.equalIgnoringCase(name, "authorization") {
                    authorization = secret
                }
            }
        }
        line.append(headers, hiding: hidden)
        return authorization
    }
}

/// The secrets in the body: a push is kept as it was posted.
private func secrets(inBodyOf exchange: Exchange) -> [SecretRange] {
    let request = exchange.request
    if exchange.provider == nil, ASCII.hasSuffix(request.path, "/token") { return secrets(inTokenRequest: request) }
    guard let first = request.body.first, first != UInt8(ascii: "["), first != UInt8(ascii: "{") else { return [] }
    let type = request.headers.first("content-type") ?? []
    if ASCII.equalIgnoringCase(type.prefix(10), "multipart/") { return secrets(inMultipart: request.body[...]) }
    let isForm = ASCII.equalIgnoringCase(type.prefix { $0 != UInt8(ascii: ";") }, "application/x-www-form-urlencoded")
    return exchange.provider == nil && isForm ? secrets(inForm: request.body[...]) : []
}

/// The secrets in a request for a token, which has some in any case: where it is neither a form nor a flat JSON object,
/// all of it is one.
private func secrets(inTokenRequest request: HTTPRequest) -> [SecretRange] {
    let body = request.body[...]
    if request.headers.first("content-encoding") == nil {
        if let found = secrets(inJSON: request.body) { return found }
        if isSpelledAsForm(body) { return secrets(inForm: body) }
    }
    return SecretRange("body", body.startIndex..<body.endIndex, in: body).map { [$0] } ?? []
}

/// True for what is written as a form: visible ASCII, and a name in front of a `=`.
private func isSpelledAsForm(_ body: ArraySlice<UInt8>) -> Bool {
    guard let first = body.first, first | 0x20 &- 0x61 < 26 || first == UInt8(ascii: "_") else { return false }
    return body.hasByte(UInt8(ascii: "=")) && body.allSatisfy { $0 &- 0x20 < 0x5F }
}
