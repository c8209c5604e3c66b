import Bytes

extension Redaction {
    var isParameter: Bool {
        if case .parameter = place { true } else { false }
    }
}

extension [UInt8] {
    mutating func beginEvent(_ kind: StaticString, id: Text, time: Instant) {
        append("{\"v\":1,\"kind\":\"")
        append(kind)
        append("\",\"id\":")
        appendJSONString(id.bytes)
        append(",\"time\":\"")
        append(contentsOf: time.rfc3339)
        append("\"")
    }

    /// A string of the format: JSON text when it is UTF-8, else an object with base64.
    mutating func appendString(_ bytes: ArraySlice<UInt8>) {
        if UTF8Text.isValid(bytes) {
            appendJSONString(bytes)
        } else {
            appendBase64(bytes)
        }
    }

    /// A body of the format: always an object, so that text is told from bytes.
    mutating func appendBody(_ bytes: [UInt8]) {
        if UTF8Text.isValid(bytes) {
            append("{\"text\":")
            appendJSONString(bytes)
            append("}")
        } else {
            appendBase64(bytes[...])
        }
    }

    private mutating func appendBase64(_ bytes: ArraySlice<UInt8>) {
        append("{\"bytes\":\"")
        Base64.encode(bytes, to: &self)
        append("\"}")
    }

    mutating func appendQuoted(_ name: StaticString) {
        append("\"")
        append(name)
        append("\"")
    }

    mutating func appendArray<Item>(_ items: [Item], _ appendItem: (inout [UInt8], Item) -> Void) {
        append("[")
        for (position, item) in items.enumerated() {
            if position > 0 { append(",") }
            appendItem(&self, item)
        }
        append("]")
    }

    mutating func appendNumbers(_ members: KeyValuePairs<StaticString, Int>) {
        append("{")
        for (position, (name, value)) in members.enumerated() {
            append(position == 0 ? "" : ",")
            appendQuoted(name)
            append(":")
            appendDecimal(value)
        }
        append("}")
    }

    mutating func appendRedaction(_ redaction: Redaction) {
        append("{\"redacted\":{")
        if let scheme = redaction.scheme {
            append("\"scheme\":")
            appendJSONString(scheme.bytes)
            append(",")
        }
        appendFacts(of: redaction)
        append("}}")
    }

    private mutating func appendFacts(of redaction: Redaction) {
        append("\"sha256\":")
        appendJSONString(redaction.sha256.bytes)
        append(",\"length\":")
        appendDecimal(redaction.length)
    }

    /// The annotations as an object; `redactions` are those in the target.
    mutating func append(_ annotations: Annotations, redactions: [Redaction]) {
        append("{")
        let start = count
        func key(_ name: StaticString, in line: inout [UInt8]) {
            line.append(line.count == start ? "\"" : ",\"")
            line.append(name)
            line.append("\":")
        }
        func text(_ name: StaticString, _ text: Text?, in line: inout [UInt8]) {
            guard let text else { return }
            key(name, in: &line)
            line.appendJSONString(text.bytes)
        }
        text("warning", annotations.warning, in: &self)
        if annotations.jwtHeader != nil || annotations.jwtClaims != nil || annotations.jwtProblem != nil {
            key("jwt", in: &self)
            appendToken(of: annotations)
        }
        if !redactions.isEmpty {
            key("redacted", in: &self)
            appendArray(redactions) { line, redaction in
                guard case .parameter(let name) = redaction.place else { return }
                line.append("{\"parameter\":")
                line.appendJSONString(name.bytes)
                line.append(",")
                line.appendFacts(of: redaction)
                line.append("}")
            }
        }
        text("limit", annotations.limit, in: &self)
        if annotations.isSecure {
            key("tls", in: &self)
            append("true")
        }
        text("client_certificate", annotations.clientCertificate, in: &self)
        for member in annotations.unknown {
            append(count == start ? "" : ",")
            appendJSONString(member.key.bytes)
            append(":")
            append(contentsOf: member.value)
        }
        append("}")
    }

    private mutating func appendToken(of annotations: Annotations) {
        append("{")
        let start = count
        if let header = annotations.jwtHeader {
            append("\"header\":")
            appendBody(header)
        }
        if let claims = annotations.jwtClaims {
            append(count == start ? "\"claims\":" : ",\"claims\":")
            appendBody(claims)
        }
        if let problem = annotations.jwtProblem {
            append(count == start ? "\"problem\":" : ",\"problem\":")
            appendJSONString(problem.bytes)
        }
        append("}")
    }
}
