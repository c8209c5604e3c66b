import Bytes
import CaptureLog
import Filter
import HTTPMessage

/// A stream of server-sent events, read from the log as fast as its reader takes them: a slow reader is behind, and misses
/// nothing.
///
/// A push is a message with its identifier and JSON, then an event `push.message` that only names it. A mark is an event
/// `mark`, a reset an event `reset`; what a reset takes out of the API before it was sent is not sent any more.
///
/// Source: https://html.spec.whatwg.org/multipage/server-sent-events.html
final class EventStream: BodyStream {
    private let query: PushQuery
    private let origin: Text
    private let api: ReadAPI
    private let place: Capacity.Place
    private var next: Int
    private var isOpen = false
    private var heartbeat: Duration?

    /// A stream.
    ///
    /// - Parameter number: the line that it begins with.
    init(_ query: PushQuery, from number: Int, origin: Text, api: ReadAPI, place: Capacity.Place) {
        self.query = query
        self.origin = origin
        self.api = api
        self.place = place
        next = number
    }

    func isReady(at now: Duration) -> Bool {
        !isOpen || next < api.index.end || api.isEnding || heartbeat.map { $0 <= now } ?? true
    }

    func append(to output: inout [UInt8], upTo limit: Int, at now: Duration) -> Bool {
        let start = output.count
        if !isOpen {
            isOpen = true
            output.append(": events follow\nretry: 1000\n\n")
        }
        next = max(next, api.index.first)
        var linesLeft = IndexScan.linesPerTurn
        while next < api.index.end, output.count < limit, linesLeft > 0 {
            do throws(APIProblem) {
                try append(next, to: &output)
            } catch {
                output.append("event: error\ndata: ")
                output.append(contentsOf: error.response.body)
                output.append("\n")
                return false
            }
            next += 1
            linesLeft -= 1
        }
        if output.count == start, let heartbeat, heartbeat <= now { output.append(": still here\n\n") }
        if output.count > start { heartbeat = now + api.limits.heartbeatTime }
        return !(api.isEnding && next >= api.index.end)
    }

    private func append(_ number: Int, to output: inout [UInt8]) throws(APIProblem) {
        var writer = JSONWriter()
        switch api.index.kind(of: number) {
        case .hidden: break
        case .push:
            guard let subject = try api.index.subject(number), query.matches(subject) else { return }
            Envelope.event(withRaw: false).write(subject, origin: origin, to: &writer)
            output.appendEvent(id: subject.id, name: nil, data: writer.bytes)
            output.appendEvent(id: nil, name: PushQuery.messageType, data: subject.id.bytes)
        case .mark, .reset:
            let event = try api.index.event(number)
            var name: Text = "reset"
            writer.object { writer in
                writer.member("id", event.id)
                writer.member("time", Text(repairing: event.time.rfc3339))
                switch event.content {
                case .mark(let label):
                    name = "mark"
                    writer.member("label", label)
                case .reset(let push): writer.member("push", ifAny: push)
                default: break
                }
            }
            output.appendEvent(id: event.id, name: name, data: writer.bytes)
        }
    }
}

extension [UInt8] {
    /// Appends one event; a line break in the data, which JSON as posted can have, begins another line of it.
    fileprivate mutating func appendEvent(id: Text?, name: Text?, data: [UInt8]) {
        if let id {
            append("id: ")
            append(contentsOf: id.bytes)
            append("\n")
        }
        if let name {
            append("event: ")
            append(contentsOf: name.bytes)
            append("\n")
        }
        let isBreak: (UInt8) -> Bool = { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for line in data.split(whereSeparator: isBreak) {
            append("data: ")
            append(contentsOf: line)
            append("\n")
        }
        append("\n")
    }
}
