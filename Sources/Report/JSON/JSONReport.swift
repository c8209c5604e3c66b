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
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", 1)
            writer.object("run") { $0.members(of: head) }
            writer.object("totals") { $0.members(of: head.summary) }
            writer.beginArray("pushes")
        }
        // The brace that ends the document stands in the tail.
        return Array(writer.bytes.dropLast())
    }

    /// Everything after the last push.
    static let tail = Array("\n]}\n".utf8)

    /// Appends a push, with a comma in front of it.
    static func append(_ push: CapturedPush, to output: inout [UInt8]) {
        output.append(",\n")
        output += push.json
    }
}

extension CapturedPush {
    /// The push as one line of JSON with a line feed at its end: an element of `pushes` in the report.
    package var jsonLine: [UInt8] {
        var output = json
        // What was posted may be JSON on several lines; between its tokens a space is as good.
        for position in output.indices where output[position] == 0x0A || output[position] == 0x0D {
            output[position] = UInt8(ascii: " ")
        }
        output.append("\n")
        return output
    }

    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("received_at", Text(repairing: time.rfc3339))
            writer.member("provider", provider)
            writer.member("status", Int64(exchange.response.status))
            writer.member("refused", verdict == .refused)
            writer.member("scripted", ifAny: exchange.annotations.scripted)
            if let attempt {
                writer.object("attempt") { writer in
                    writer.member("number", Int64(attempt.number))
                    writer.member("of", Int64(attempt.count))
                    writer.member("group", attempt.group)
                }
            }
            writer.member("mark", ifAny: mark)
            writer.member("title", reading.title)
            writer.member("preview", reading.preview)
            writer.member("displays", reading.message.kind == .notification)
            writer.member("explain", reading.explain)
            writer.judgement(of: reading)
            writer.member("message", reading.message) { $0.member("text", $1.data) }
            writer.object("request") { $0.requestMembers(of: exchange) }
            writer.object("response") { $0.responseMembers(of: exchange) }
        }
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func members(of head: ReportHead) {
        member("title", head.title)
        member("build", ifAny: head.build)
        member("notes", ifAny: head.notes.map { Text(repairing: $0.text) })
        if let span = head.summary.span {
            member("from", Text(repairing: span.lowerBound.rfc3339))
            member("to", Text(repairing: span.upperBound.rfc3339))
        }
        member("complete", !head.isDegraded)
        array("gaps", head.gaps) { writer, gap in
            writer.object { writer in
                writer.member("loss", gap.isLoss)
                writer.member("text", gap.text)
            }
        }
        array("inputs", head.source.inputs) { writer, input in
            writer.object { writer in
                writer.member("name", input.name)
                writer.member("events", Int64(input.events))
                writer.member("bytes", Int64(input.bytes))
                writer.member("sha256", input.sha256)
            }
        }
        let calls = head.source.excerpt.calls
        if !calls.isEmpty { array("calls", calls) { $0.value($1) } }
        let hidden = head.summary.hiddenCounts
        if !hidden.isEmpty {
            object("hidden") { writer in
                for part in hidden { writer.member(part.name, Int64(part.count)) }
            }
        }
        if let log = head.log {
            object("log") { writer in
                writer.member("lines", Int64(log.lines))
                writer.member("sha256", log.sha256)
            }
        }
    }

    fileprivate mutating func members(of summary: RunSummary) {
        member("pushes", Int64(summary.pushes))
        member("refused", Int64(summary.count(PushVerdict.refused)))
        member("verdicts", PushVerdict.allCases.map { ($0.rawValue, summary.count($0)) })
        member("kinds", Kind.allCases.map { ($0.rawValue, summary.count($0)) })
        object("platforms") { writer in
            for platform in Platform.allCases {
                writer.member(
                    Text(platform.rawValue), Outcome.allCases.map { ($0.rawValue, summary.count(platform, $0)) })
            }
        }
        member("providers", summary.providers.map { ($0.name.description, $0.count) })
        member("findings", Finding.Severity.allCases.map { ($0.rawValue, summary.count($0)) })
    }

    private mutating func member(_ key: Text, _ counts: [(name: String, count: Int)]) {
        object(key) { writer in
            for (name, count) in counts { writer.member(Text(name), Int64(count)) }
        }
    }
}
