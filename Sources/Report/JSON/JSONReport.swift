import Bytes
import CaptureLog
import HTTPMessage
import PushModel

/// The report as one JSON document: `version`, `run`, `totals`, and `pushes` in capture order.
///
/// Shape: `samples/report.schema.json`. Keys stand in the order written here; what was captured stands as it was sent,
/// requests and answers in the form of the capture log.
enum JSONReport {
    /// Everything before the first push.
    static func head(_ head: ReportHead) -> [UInt8] {
        var output: [UInt8] = []
        output.append("{\"version\":1,\"run\":{\"title\":")
        output.appendJSONString(head.title.bytes)
        if let span = head.summary.span {
            output.append(",\"from\":\"")
            output.append(contentsOf: span.lowerBound.rfc3339)
            output.append("\",\"to\":\"")
            output.append(contentsOf: span.upperBound.rfc3339)
            output.append("\"")
        }
        let gaps = head.gaps
        output.append(",\"complete\":")
        output.append(head.isDegraded ? "false" : "true")
        output.append(",\"gaps\":")
        output.appendArray(gaps) { output, gap in
            output.append("{\"loss\":")
            output.append(gap.isLoss ? "true" : "false")
            output.append(",\"text\":")
            output.appendJSONString(gap.text.bytes)
            output.append("}")
        }
        output.append(",\"inputs\":")
        output.appendArray(head.source.inputs) { output, input in
            output.append("{\"name\":")
            output.appendJSONString(input.name.bytes)
            output.append(",\"events\":")
            output.appendDecimal(input.events)
            output.append(",\"bytes\":")
            output.appendDecimal(input.bytes)
            output.append(",\"sha256\":")
            output.appendJSONString(input.sha256.bytes)
            output.append("}")
        }
        output.append("},\"totals\":")
        output.append(totals: head.summary)
        output.append(",\"pushes\":[")
        return output
    }

    /// Everything after the last push.
    static let tail = Array("\n]}\n".utf8)

    /// Appends a push, with a comma in front of it.
    static func append(_ push: CapturedPush, to output: inout [UInt8]) {
        output.append(",\n")
        appendObject(of: push, to: &output)
    }

    fileprivate static func appendObject(of push: CapturedPush, to output: inout [UInt8]) {
        let reading = push.reading
        output.append("{\"id\":")
        output.appendJSONString(push.id.bytes)
        output.append(",\"received_at\":\"")
        output.append(contentsOf: push.time.rfc3339)
        output.append("\",\"provider\":")
        output.appendJSONString(push.provider.bytes)
        output.append(",\"status\":")
        output.appendDecimal(push.exchange.response.status)
        output.append(",\"refused\":")
        output.append(push.verdict == .refused ? "true" : "false")
        if let mark = push.mark { output.appendMember("mark", mark) }
        output.appendMember("title", reading.title)
        output.appendMember("preview", reading.preview)
        output.append(",\"displays\":")
        output.append(reading.message.kind == .notification ? "true" : "false")
        output.appendMember("explain", reading.explain)
        output.append(",\"platforms\":{")
        for (index, (platform, verdict)) in reading.verdicts.all.enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            output.appendKey(platform.rawValue)
            output.append("{\"outcome\":\"")
            output.append(contentsOf: verdict.outcome.rawValue.utf8)
            output.append("\"")
            output.appendMember("reason", verdict.reason)
            output.appendMember("explain", verdict.explain)
            output.append("}")
        }
        output.append("},\"findings\":")
        output.appendArray(reading.findings) { $0.append(finding: $1) }
        output.append(",\"message\":")
        output.append(message: reading.message)
        output.append(",\"request\":")
        output.append(request: push.exchange)
        output.append(",\"response\":{\"status\":")
        output.appendDecimal(push.exchange.response.status)
        output.append(",\"headers\":")
        output.append(headers: push.exchange.response.headers, redactions: [])
        output.append(",\"body\":")
        output.append(body: push.exchange.response.body)
        output.append("}}")
    }
}

extension CapturedPush {
    /// The push as one line of JSON with a line feed at its end: an element of `pushes` in the report.
    package var jsonLine: [UInt8] {
        var output: [UInt8] = []
        JSONReport.appendObject(of: self, to: &output)
        // What was posted may be JSON on several lines; between its tokens a space is as good.
        for position in output.indices where output[position] == 0x0A || output[position] == 0x0D {
            output[position] = UInt8(ascii: " ")
        }
        output.append("\n")
        return output
    }
}

extension [UInt8] {
    /// Appends the items as an array.
    mutating func appendArray<Item>(_ items: [Item], _ appendItem: (inout [UInt8], Item) -> Void) {
        append("[")
        for (index, item) in items.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendItem(&self, item)
        }
        append("]")
    }

    /// Appends a comma, the key and the text.
    mutating func appendMember(_ key: StaticString, _ text: Text) {
        append(",\"")
        append(key)
        append("\":")
        appendJSONString(text.bytes)
    }

    fileprivate mutating func appendKey(_ key: String) {
        append("\"")
        append(contentsOf: key.utf8)
        append("\":")
    }

    fileprivate mutating func append(counts: [(String, Int)]) {
        append("{")
        for (index, (key, count)) in counts.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendKey(key)
            appendDecimal(count)
        }
        append("}")
    }

    fileprivate mutating func append(totals summary: RunSummary) {
        append("{\"pushes\":")
        appendDecimal(summary.pushes)
        append(",\"refused\":")
        appendDecimal(summary.count(PushVerdict.refused))
        append(",\"verdicts\":")
        append(counts: PushVerdict.allCases.map { ($0.rawValue, summary.count($0)) })
        append(",\"kinds\":")
        append(counts: Kind.allCases.map { ($0.rawValue, summary.count($0)) })
        append(",\"platforms\":{")
        for (index, platform) in Platform.allCases.enumerated() {
            if index > 0 { append(UInt8(ascii: ",")) }
            appendKey(platform.rawValue)
            append(counts: Outcome.allCases.map { ($0.rawValue, summary.count(platform, $0)) })
        }
        append("},\"providers\":")
        append(counts: summary.providers.map { ($0.name.description, $0.count) })
        append(",\"findings\":")
        append(counts: Finding.Severity.allCases.map { ($0.rawValue, summary.count($0)) })
        append("}")
    }

    fileprivate mutating func append(finding: Finding) {
        append("{\"code\":")
        appendJSONString(finding.code.bytes)
        append(",\"severity\":\"")
        append(contentsOf: finding.severity.rawValue.utf8)
        append("\"")
        switch finding.place {
        case .body(let pointer): appendMember("pointer", pointer)
        case .header(let name): appendMember("header", name)
        case .target: append(",\"target\":true")
        case .request: break
        }
        appendMember("message", finding.message)
        appendMember("help", finding.help)
        append("}")
    }

    fileprivate mutating func append(request exchange: Exchange) {
        let request = exchange.request
        append("{\"method\":")
        append(string: request.method[...])
        append(",\"target\":")
        append(string: request.target[...])
        append(",\"http\":\"")
        switch request.version {
        case .http10: append("1.0")
        case .http11: append("1.1")
        case .http2: append("2")
        }
        append("\",\"headers\":")
        append(headers: request.headers, redactions: exchange.redactions)
        append(",\"body\":")
        append(body: request.body)
        append("}")
    }

    fileprivate mutating func append(headers: HeaderList, redactions: [Redaction]) {
        append("[")
        for position in 0..<headers.count {
            append(position == 0 ? "[" : ",[")
            append(string: headers.name(at: position))
            append(UInt8(ascii: ","))
            if let redaction = redactions.first(where: { $0.place == .header(position: position) }) {
                append(redaction: redaction)
            } else {
                append(string: headers.value(at: position))
            }
            append("]")
        }
        append("]")
    }

    private mutating func append(redaction: Redaction) {
        append("{\"redacted\":{")
        if let scheme = redaction.scheme {
            append("\"scheme\":")
            appendJSONString(scheme.bytes)
            append(",")
        }
        append("\"sha256\":")
        appendJSONString(redaction.sha256.bytes)
        append(",\"length\":")
        appendDecimal(redaction.length)
        append("}}")
    }

    /// A string of the capture log: text when it is UTF-8, else an object with base64.
    private mutating func append(string bytes: ArraySlice<UInt8>) {
        if UTF8Text.isValid(bytes) {
            appendJSONString(bytes)
        } else {
            append("{\"bytes\":\"")
            Base64.encode(bytes, to: &self)
            append("\"}")
        }
    }

    /// A body of the capture log: always an object, so that text is told from bytes.
    fileprivate mutating func append(body bytes: [UInt8]) {
        guard UTF8Text.isValid(bytes) else { return append(string: bytes[...]) }
        append("{\"text\":")
        appendJSONString(bytes)
        append("}")
    }
}
