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
/// | `kind` | `run`, `push`, `request`, `mark`, `reset` or `end`; a reader keeps and counts other kinds |
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
/// | `redaction` | `headers` and `parameters`: the names whose values are not written |
/// | `listeners` | the addresses it listened on, each `HOST:PORT`; absent in logs of the first recorders |
///
/// # `push`: a request to a provider's route, accepted or refused; `request`: one to nobody's route
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
/// a known one, the first 16 hexadecimal digits of the SHA-256 of the whole value, and its length in bytes. The value of a
/// secret query parameter in `target` is the text `(redacted)`.
///
/// `annotations` is an object with any of these:
///
/// | key                  | value |
/// |----------------------|-------|
/// | `warning`            | text that the answer carried too |
/// | `jwt`                | of a JSON Web Token in `authorization`: `header` and `claims` (bodies, decoded), and `problem` (text) if it is no good token |
/// | `redacted`           | an array of `{"parameter":…,"sha256":…,"length":…}`, one for each secret in `target` |
/// | `limit`              | text: the limit that cut the request short; the body is then empty |
/// | `tls`                | `true` when the connection was TLS |
/// | `client_certificate` | text: the subject of the client's certificate, unverified |
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
/// | `counts` | an object: how many lines of each kind this run wrote |
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
        var annotations = exchange.annotations
        var redactions = exchange.redactions.filter { $0.isParameter }
        appendRequest(of: exchange, to: &line, annotations: &annotations, redactions: &redactions)
        line.append(",\"response\":{\"status\":")
        line.appendDecimal(exchange.response.status)
        line.append(",\"headers\":")
        _ = appendHeaders(exchange.response.headers, redactions: [], to: &line)
        line.append(",\"body\":")
        line.appendBody(exchange.response.body)
        line.append("},\"annotations\":")
        line.append(annotations, redactions: redactions)
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
        line.appendArray(Redactor.headers) { $0.appendQuoted($1) }
        line.append(",\"parameters\":")
        line.appendArray(Redactor.parameters) { $0.appendQuoted($1) }
        line.append("},\"listeners\":")
        line.appendArray(listeners) { $0.appendJSONString($1.bytes) }
        line.append("}\n")
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

    private mutating func appendRequest(
        of exchange: Exchange,
        to line: inout [UInt8],
        annotations: inout Annotations,
        redactions: inout [Redaction]
    ) {
        let request = exchange.request
        var target = request.target
        if let hidden = redactor.hideParameters(of: target) {
            redactions += hidden.redactions
            target = hidden.target
        }
        line.appendRequestLine(of: request, target: target)
        let authorization = appendHeaders(request.headers, redactions: exchange.redactions, to: &line)
        line.append(",\"body\":")
        line.appendBody(request.body)
        line.append("}")
        // That a value is no token is worth a note only where one is wanted.
        if let token = authorization?.token, token.problem == nil || exchange.provider.map({ $0 == "apns" }) ?? false {
            annotations.jwtHeader = token.header
            annotations.jwtClaims = token.claims
            annotations.jwtProblem = token.problem
        }
    }

    /// - Returns: the secret in the first `authorization` field that is not blank.
    private mutating func appendHeaders(
        _ headers: HeaderList,
        redactions: [Redaction],
        to line: inout [UInt8]
    ) -> Secret? {
        var authorization: Secret?
        var hidden = redactions.filter { !$0.isParameter }
        for position in 0..<headers.count where Redactor.hides(headers.name(at: position)) {
            let value = headers.value(at: position)
            guard !value.isEmpty, !hidden.contains(where: { $0.place == .header(position: position) }) else { continue }
            let secret = redactor.secret(value)
            hidden.append(secret.redaction(at: .header(position: position)))
            if authorization == nil, secret.isNotBlank,
                ASCII.equalIgnoringCase(headers.name(at: position), "authorization")
            {
                authorization = secret
            }
        }
        line.append(headers, hiding: hidden)
        return authorization
    }
}
