import Bytes
import CaptureLog
import HTTPMessage

extension TemplateValues {
    /// The request and its answer: line, header fields, the recorder's notes, the body of the answer.
    func setExchange(_ exchange: Exchange) {
        let request = exchange.request
        var summary: [UInt8] = []
        summary.append("answered with ")
        summary.appendDecimal(exchange.response.status)
        set(.exchangeSummary, summary)
        var line = request.method
        line.append(UInt8(ascii: " "))
        line.append(contentsOf: request.target)
        line.append(UInt8(ascii: " "))
        line.append(request.version.name)
        set(.requestLine, VisibleText.visible(line, in: .payload))
        setHeaders(request.headers, "request", caption: "Request", redactions: exchange.redactions)
        setHeaders(exchange.response.headers, "answer", caption: "Answer", redactions: [])
        setNotes(exchange)
        if !exchange.response.body.isEmpty {
            show(.answer).set(.answerText, VisibleText.visible(exchange.response.body, in: .payload))
        }
    }

    private func setHeaders(
        _ headers: HeaderList, _ name: StaticString, caption: StaticString, redactions: [Redaction]
    ) {
        guard !headers.isEmpty else { return }
        let table = section(.headers)
        table.set(.headersClass, name)
        table.set(.headersCaption, caption)
        for position in 0..<headers.count {
            table.section(.header) { row in
                row.set(.headerName, VisibleText.visible(headers.name(at: position), in: .payload))
                row.set(.headerValue, VisibleText.visible(headers.value(at: position), in: .payload))
                if let redaction = redactions.first(where: { $0.place == .header(position: position) }) {
                    row.show(.headerNote).set(.headerNoteText, captured: redaction.described)
                }
            }
        }
    }

    private func setNotes(_ exchange: Exchange) {
        let notes = exchange.notes
        guard !notes.isEmpty else { return }
        let list = section(.notes)
        for (name, value) in notes {
            list.section(.carry) { note in
                note.set(.carryName, captured: name)
                note.set(.carryValue, VisibleText.visible(value, in: .payload))
            }
        }
    }
}

extension HTTPRequest.Version {
    /// The version as it stands in a request line.
    var name: StaticString {
        switch self {
        case .http10: "HTTP/1.0"
        case .http11: "HTTP/1.1"
        case .http2: "HTTP/2"
        }
    }
}

extension Redaction {
    /// What can be said of the secret.
    var described: Text {
        var words: [UInt8] = []
        words.append("redacted: ")
        if let scheme {
            words.append(contentsOf: scheme.bytes)
            words.append(", ")
        }
        words.append(length, "byte", "bytes")
        words.append(", SHA-256 begins ")
        words.append(contentsOf: sha256.bytes)
        return Text(repairing: words)
    }
}

extension Exchange {
    /// What the recorder noted, each with a name.
    var notes: [(name: Text, value: [UInt8])] {
        var notes: [(name: Text, value: [UInt8])] = []
        func add(_ name: Text, _ value: [UInt8]?) {
            if let value { notes.append((name, value)) }
        }
        for redaction in redactions {
            guard case .parameter(let name, let part) = redaction.place else { continue }
            let place = part.map { Array(" in ".utf8) + $0.bytes } ?? []
            add(Text(repairing: Array("Parameter ".utf8) + name.bytes + place), redaction.described.bytes)
        }
        add("Warning", annotations.warning?.bytes)
        add("Token header", annotations.jwtHeader)
        add("Token claims", annotations.jwtClaims)
        add("Token problem", annotations.jwtProblem?.bytes)
        add("Limit", annotations.limit?.bytes)
        add("Scripted", annotations.scripted?.bytes)
        add("Client certificate", annotations.clientCertificate?.bytes)
        let hidden = Hidden.names.filter { annotations.hidden.contains($0.part) }.map(\.name.description)
        if !hidden.isEmpty { add("Hidden", Array(hidden.joined(separator: ", ").utf8)) }
        for member in annotations.others { add(member.key, member.value) }
        return notes
    }
}
