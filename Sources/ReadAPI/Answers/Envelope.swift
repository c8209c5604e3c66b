import Bytes
import CaptureLog
import Filter
import HTTPMessage
import JSONText
import PushModel

/// A push as the two listings show it.
enum Envelope {
    /// `/api/v1/push/messages`: the message with what a test wants to know of it.
    case message
    /// `/api/v1/events`: the shape that events of every plugin share.
    case event(withRaw: Bool)

    /// Writes a push as one JSON value.
    ///
    /// - Parameter origin: the scheme and host that the client used, for absolute addresses.
    func write(_ subject: FilterSubject, origin: Text, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", subject.id)
            switch self {
            case .message: writeMessage(subject, origin: origin, to: &writer)
            case .event(let withRaw): writeEvent(subject, origin: origin, withRaw: withRaw, to: &writer)
            }
        }
    }

    private func writeMessage(_ subject: FilterSubject, origin: Text, to writer: inout JSONWriter) {
        let reading = subject.reading
        writeOrigin(of: subject, origin: origin, to: &writer)
        writer.member("title", reading.title)
        writer.member("preview", reading.preview)
        writer.member("displays", reading.message.kind == .notification)
        writer.member("explain", reading.explain)
        writer.member("status", Int64(subject.exchange.response.status))
        writer.member("refused", subject.isRefused)
        writer.member("mark", ifAny: subject.mark)
        writer.member("raw_url", Text("/api/v1/push/messages/\(subject.id)/raw"))
        writer.judgement(of: reading)
        writer.meta(of: subject)
        writer.member("message", reading.message, payload: { Self.writePayload($1, to: &$0) })
    }

    private func writeEvent(_ subject: FilterSubject, origin: Text, withRaw: Bool, to writer: inout JSONWriter) {
        let message = subject.reading.message
        writer.member("plugin", "push")
        writeOrigin(of: subject, origin: origin, to: &writer)
        writer.object("summary") { writer in
            writer.member("from", message.app ?? "")
            writer.member("to", message.target.value.isEmpty ? [] : [message.target.value])
            writer.member("title", subject.reading.title)
            writer.member("snippet", subject.reading.preview)
        }
        writer.meta(of: subject)
        writer.member("payload", message, payload: { Self.writePayload($1, to: &$0) })
        guard withRaw else { return }
        let request = subject.exchange.request
        writer.object("raw") { writer in
            writer.member("transport", "http")
            writer.member("method", Text(repairing: request.method))
            writer.member("path", Text(repairing: request.target))
            writer.object("headers") { $0.members(of: subject.exchange) }
            var body: [UInt8] = []
            Base64.encode(request.body[...], to: &body)
            writer.member("body", Text(repairing: body))
            writer.member("text", UTF8Text.isValid(request.body))
        }
    }

    /// JSON stands as JSON, so that a test can walk it.
    private static func writePayload(_ payload: Payload, to writer: inout JSONWriter) {
        if (try? JSONText(parsing: payload.data.bytes)) != nil {
            writer.member("data", json: payload.data.bytes[...])
        } else {
            writer.member("text", payload.data)
        }
    }

    private func writeOrigin(of subject: FilterSubject, origin: Text, to writer: inout JSONWriter) {
        writer.member("received_at", Text(repairing: subject.time.rfc3339))
        writer.member("provider", ifAny: subject.exchange.provider)
        writer.member("type", PushQuery.messageType)
        writer.member("url", Text("\(origin)/api/v1/push/messages/\(subject.id)"))
    }
}
