import Bytes
import HTTPMessage
import JSONText

/// The checked members of a `push` or `request` line, and the exchange that they stand for.
struct ExchangeLine {
    private static let requestKeys: [StaticString] = [
        "method", "target", "scheme", "authority", "http", "headers", "body",
    ]
    private static let responseKeys: [StaticString] = ["status", "headers", "body"]

    private let request: JSONValue
    private let response: JSONValue
    private let provider: JSONValue?
    private let method: JSONValue
    private let target: JSONValue
    private let scheme: JSONValue?
    private let authority: JSONValue?
    private let version: HTTPRequest.Version
    private let requestHeaders: JSONValue
    private let requestBody: JSONValue
    private let status: Int
    private let responseHeaders: JSONValue
    private let responseBody: JSONValue
    private let annotations: JSONValue

    init(_ root: JSONValue, isPush: Bool) throws(LineFault) {
        provider = isPush ? try root.required("provider", .string) : nil
        request = try root.required("request", .object)
        method = try request.requiredBytes("method")
        target = try request.requiredBytes("target")
        scheme = try request.last("scheme").map { value throws(LineFault) in try value.checkedBytes("scheme") }
        authority = try request.last("authority").map { value throws(LineFault) in try value.checkedBytes("authority") }
        version = try request.required("http", .string).checkedVersion()
        requestHeaders = try request.requiredHeaders()
        requestBody = try request.requiredBytes("body")
        response = try root.required("response", .object)
        guard let status = try response.required("status").integer, (100...999).contains(status) else {
            throw .unfit(key: "status")
        }
        self.status = Int(status)
        responseHeaders = try response.requiredHeaders()
        responseBody = try response.requiredBytes("body")
        annotations = try root.required("annotations", .object)
    }

    /// Takes note of keys of the request and of the answer that the format does not have, or has once.
    func collectOddKeys(into oddKeys: inout [OddKey]) {
        request.collectOddKeys(besides: Self.requestKeys, into: &oddKeys)
        response.collectOddKeys(besides: Self.responseKeys, into: &oddKeys)
    }

    /// Where a client wanted to get that took the recorder for a proxy and was refused, as `host` or `host:port`.
    var refusedDestination: Text? {
        guard status >= 400, provider == nil else { return nil }
        let target = target.bytes
        let isConnect = ASCII.equal(method.bytes[...], "CONNECT")
        guard isConnect || status == 403,
            let authority = isConnect ? target[...] : HTTPRequest(target: target).targetAuthority
        else { return nil }
        return Text(repairing: authority.map(ASCII.lowercased))
    }

    /// The exchange, every byte of it restored.
    var exchange: Exchange {
        var redactions: [Redaction] = []
        let request = HTTPRequest(
            method: method.bytes,
            target: target.bytes,
            version: version,
            scheme: scheme?.bytes ?? [],
            authority: authority?.bytes ?? [],
            headers: requestHeaders.headers(redactions: &redactions),
            body: requestBody.bytes
        )
        var hiddenInAnswer: [Redaction] = []
        let response = HTTPResponse(
            status: status,
            headers: responseHeaders.headers(redactions: &hiddenInAnswer),
            body: responseBody.bytes
        )
        return Exchange(
            provider: provider?.text,
            request: request,
            response: response,
            redactions: redactions + Redaction.parameters(in: annotations),
            annotations: Annotations(annotations)
        )
    }
}

extension JSONValue {
    fileprivate func requiredBytes(_ key: StaticString) throws(LineFault) -> JSONValue {
        try required(key).checkedBytes(key)
    }

    /// A string or body of the format: JSON text, `{"text":…}` or `{"bytes":…}`.
    fileprivate func checkedBytes(_ key: StaticString) throws(LineFault) -> JSONValue {
        guard isBytes else { throw .unfit(key: key) }
        return self
    }

    private var isBytes: Bool {
        switch kind {
        case .string: return true
        case .object:
            if let text = last("text") { return text.kind == .string }
            return last("bytes")?.text.flatMap { Base64.decode($0.bytes[...]) } != nil
        default: return false
        }
    }

    fileprivate func checkedVersion() throws(LineFault) -> HTTPRequest.Version {
        let name = raw.dropFirst().dropLast()
        if ASCII.equal(name, "2") { return .http2 }
        if ASCII.equal(name, "1.1") { return .http11 }
        if ASCII.equal(name, "1.0") { return .http10 }
        throw .unfit(key: "http")
    }

    fileprivate func requiredHeaders() throws(LineFault) -> JSONValue {
        let headers = try required("headers", .array)
        for pair in headers.elements {
            var parts = pair.elements
            guard let name = parts.next(), let value = parts.next(), parts.next() == nil, name.isBytes,
                value.isBytes || Redaction(value, at: .header(position: 0)) != nil
            else { throw .unfit(key: "headers") }
        }
        return headers
    }

    /// The bytes of a checked string or body.
    fileprivate var bytes: [UInt8] {
        if kind == .string { return text?.bytes ?? [] }
        if let text = last("text")?.text { return text.bytes }
        return last("bytes")?.text.flatMap { Base64.decode($0.bytes[...]) } ?? []
    }

    /// The header fields of a checked array.
    fileprivate func headers(redactions: inout [Redaction]) -> HeaderList {
        var list = HeaderList()
        for pair in elements {
            var parts = pair.elements
            guard let name = parts.next(), let value = parts.next() else { continue }
            if let redaction = Redaction(value, at: .header(position: list.count)) {
                redactions.append(redaction)
                list.append(name.bytes[...], [])
            } else {
                list.append(name.bytes[...], value.bytes[...])
            }
        }
        return list
    }
}

extension Redaction {
    /// The redaction that stands for a header value; nil when the value was kept.
    fileprivate init?(_ value: JSONValue, at place: Place) {
        guard value.kind == .object, let redacted = value.last("redacted") else { return nil }
        self.init(facts: redacted, at: place)
    }

    private init?(facts: JSONValue, at place: Place) {
        guard let sha256 = facts.last("sha256")?.text, let length = facts.last("length")?.integer,
            let length = Int(exactly: length)
        else { return nil }
        self.init(place: place, scheme: facts.last("scheme")?.text, sha256: sha256, length: length)
    }

    /// The redactions of parameters, as the annotations have them.
    fileprivate static func parameters(in annotations: JSONValue) -> [Redaction] {
        guard let redacted = annotations.last("redacted") else { return [] }
        return redacted.elements.compactMap { facts in
            facts.last("parameter")?.text.flatMap {
                Redaction(facts: facts, at: .parameter(name: $0, in: facts.last("in")?.text))
            }
        }
    }
}

extension Annotations {
    /// The annotations of an object; a member with a value that the format does not have is kept with the others.
    fileprivate init(_ object: JSONValue) {
        self.init()
        for member in object.members where !take(member) {
            others.append(Member(key: member.key, value: Array(member.value.raw)))
        }
    }

    private mutating func take(_ member: JSONValue.Member) -> Bool {
        let value = member.value
        if member.isNamed("warning"), let text = value.text {
            warning = text
        } else if member.isNamed("jwt"), value.kind == .object {
            jwtHeader = value.last("header")?.bytes
            jwtClaims = value.last("claims")?.bytes
            jwtProblem = value.last("problem")?.text
        } else if member.isNamed("limit"), let text = value.text {
            limit = text
        } else if member.isNamed("scripted"), let text = value.text {
            scripted = text
        } else if member.isNamed("tunnel"), let text = value.text {
            tunnel = text
        } else if member.isNamed("tls"), let bool = value.bool {
            isSecure = bool
        } else if member.isNamed("client_certificate"), let text = value.text {
            clientCertificate = text
        } else if member.isNamed("hidden"), value.kind == .array {
            for name in value.elements {
                if let part = Hidden.names.first(where: { $0.name == name.text }) { hidden.insert(part.part) }
            }
        } else {
            return member.isNamed("redacted")
        }
        return true
    }
}
