import Bytes
import HTTPMessage

extension Redaction {
    var isParameter: Bool {
        if case .parameter = place { true } else { false }
    }
}

extension [UInt8] {
    mutating func beginEvent(_ kind: StaticString, id: Text, time: Instant) {
        let time = time.rfc3339
        unsafe append(room: 64 + kind.utf8CodeUnitCount + time.count + longestString(of: id.bytes.count)) { cursor in
            unsafe cursor.literal("{\"v\":1,\"kind\":\"")
            unsafe cursor.literal(kind)
            unsafe cursor.literal("\",\"id\":")
            unsafe cursor.string(id.bytes[...])
            unsafe cursor.literal(",\"time\":\"")
            unsafe cursor.bytes(time[...])
            unsafe cursor.literal("\"")
        }
    }

    /// The beginning of `request`, up to its header fields.
    mutating func appendRequestLine(of request: HTTPRequest, target: [UInt8], authority: [UInt8]) {
        let strings = request.method.count + target.count + request.scheme.count + authority.count
        unsafe append(room: 256 + longestString(of: strings)) { cursor in
            unsafe cursor.literal(",\"request\":{\"method\":")
            unsafe cursor.string(request.method[...])
            unsafe cursor.literal(",\"target\":")
            unsafe cursor.string(target[...])
            if !request.scheme.isEmpty {
                unsafe cursor.literal(",\"scheme\":")
                unsafe cursor.string(request.scheme[...])
            }
            if !authority.isEmpty {
                unsafe cursor.literal(",\"authority\":")
                unsafe cursor.string(authority[...])
            }
            switch request.version {
            case .http10: unsafe cursor.literal(",\"http\":\"1.0\",\"headers\":")
            case .http11: unsafe cursor.literal(",\"http\":\"1.1\",\"headers\":")
            case .http2: unsafe cursor.literal(",\"http\":\"2\",\"headers\":")
            }
        }
    }

    /// The header fields as an array of pairs; a hidden value is replaced by its description.
    mutating func append(_ headers: HeaderList, hiding hidden: [Redaction]) {
        // A pair has two strings and four marks around them.
        let pair = 2 * longestString(of: 0) + 8
        unsafe append(room: 2 + headers.count * pair + longestString(of: headers.byteCount) + hidden.room) { cursor in
            unsafe cursor.literal("[")
            for position in 0..<headers.count {
                unsafe cursor.literal(position == 0 ? "[" : ",[")
                unsafe cursor.string(headers.name(at: position))
                unsafe cursor.literal(",")
                if let redaction = hidden.first(where: { $0.place == .header(position: position) }) {
                    unsafe cursor.redaction(redaction)
                } else {
                    unsafe cursor.string(headers.value(at: position))
                }
                unsafe cursor.literal("]")
            }
            unsafe cursor.literal("]")
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

    mutating func appendBase64(_ bytes: ArraySlice<UInt8>) {
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

    /// The annotations as an object.
    ///
    /// - Parameters:
    ///   - token: the token that is noted; nil for the one of the annotations.
    ///   - redactions: those of parameters.
    mutating func append(_ annotations: Annotations, token: JSONWebToken?, redactions: [Redaction]) {
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
        if let token {
            key("jwt", in: &self)
            append(contentsOf: token.json)
        } else if annotations.jwtHeader != nil || annotations.jwtClaims != nil || annotations.jwtProblem != nil {
            key("jwt", in: &self)
            appendToken(
                header: annotations.jwtHeader, claims: annotations.jwtClaims, problem: annotations.jwtProblem)
        }
        if !redactions.isEmpty {
            key("redacted", in: &self)
            appendArray(redactions) { line, redaction in
                guard case .parameter(let name, let part) = redaction.place else { return }
                line.append("{\"parameter\":")
                line.appendJSONString(name.bytes)
                if let part {
                    line.append(",\"in\":")
                    line.appendJSONString(part.bytes)
                }
                unsafe line.append(room: [redaction].room) { cursor in
                    unsafe cursor.literal(",")
                    unsafe cursor.facts(of: redaction)
                    unsafe cursor.literal("}")
                }
            }
        }
        text("limit", annotations.limit, in: &self)
        text("scripted", annotations.scripted, in: &self)
        text("tunnel", annotations.tunnel, in: &self)
        if annotations.isSecure {
            key("tls", in: &self)
            append("true")
        }
        text("client_certificate", annotations.clientCertificate, in: &self)
        if !annotations.hidden.isEmpty {
            key("hidden", in: &self)
            appendArray(Hidden.names.filter { annotations.hidden.contains($0.part) }) { line, part in
                line.appendJSONString(part.name.bytes)
            }
        }
        for member in annotations.others {
            append(count == start ? "" : ",")
            appendJSONString(member.key.bytes)
            append(":")
            append(contentsOf: member.value)
        }
        append("}")
    }

    /// A token as an object.
    mutating func appendToken(header: [UInt8]?, claims: [UInt8]?, problem: Text?) {
        append("{")
        let start = count
        if let header {
            append("\"header\":")
            appendBody(header)
        }
        if let claims {
            append(count == start ? "\"claims\":" : ",\"claims\":")
            appendBody(claims)
        }
        if let problem {
            append(count == start ? "\"problem\":" : ",\"problem\":")
            appendJSONString(problem.bytes)
        }
        append("}")
    }
}

extension LineCursor {
    mutating func redaction(_ redaction: Redaction) {
        unsafe literal("{\"redacted\":{")
        if let scheme = redaction.scheme {
            unsafe literal("\"scheme\":")
            unsafe string(scheme.bytes[...])
            unsafe literal(",")
        }
        unsafe facts(of: redaction)
        unsafe literal("}}")
    }

    mutating func facts(of redaction: Redaction) {
        unsafe literal("\"sha256\":")
        unsafe string(redaction.sha256.bytes[...])
        unsafe literal(",\"length\":")
        unsafe bytes(ArraySlice(String(redaction.length).utf8))
    }
}

extension [Redaction] {
    /// The most that a cursor writes for them.
    fileprivate var room: Int {
        reduce(0) { sum, redaction in
            sum + 96 + longestString(of: redaction.scheme?.bytes.count ?? 0)
                + longestString(of: redaction.sha256.bytes.count)
        }
    }
}
