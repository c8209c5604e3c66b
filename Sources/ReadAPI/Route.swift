import Bytes

/// One operation of the API: how it is asked for, what it takes and what it answers. The dispatch, the 405s and the OpenAPI
/// document all read the same list of these.
struct Route {
    /// What is done.
    enum Operation: String {
        case listMessages = "getMessages"
        case deleteMessages
        case showMessage = "getMessagesById"
        case deleteMessage = "deleteMessagesById"
        case showRaw = "getMessagesByIdRaw"
        case setMark = "postMarks"
        case check = "postCheck"
        case describe = "getOpenapi"
        case listEvents = "getEvents"
        case deleteEvents
        case showEvent = "getEventsById"
        case deleteEvent = "deleteEventsById"
        case streamEvents = "getEventsStream"
        case health = "getHealth"
    }

    let operation: Operation
    let method: Text
    /// The path; `{id}` stands for an identifier.
    let path: Text
    let summary: Text
    var parameters: [Parameter] = []
    /// The name of the schema of the body that it takes; nil for none.
    var body: Text?
    let answer: Answer

    /// What it answers when all is well.
    enum Answer {
        /// 204.
        case nothing
        /// JSON of the schema with this name, 200 or the given status.
        case json(Text, status: Int = 200)
        /// An array of values of the schema with this name, with paging headers.
        case page(Text)
        /// The body of a push as it came.
        case raw
        /// Server-sent events.
        case events
    }

    /// True when the route is for one push.
    var hasIdentifier: Bool { segments.contains { $0 == "{id}" } }

    /// The parts of the path.
    private var segments: [Text] { path.bytes.split(separator: UInt8(ascii: "/")).map { Text(repairing: $0) } }

    /// The identifier in a request path; empty for a route without one, nil when the path is another route's.
    func match(_ path: ArraySlice<UInt8>) -> Text? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let segments = segments
        guard parts.count == segments.count else { return nil }
        var identifier: Text = ""
        for (part, segment) in zip(parts, segments) {
            if segment == "{id}" {
                identifier = Text(repairing: part)
            } else if !part.hasSameBytes(as: segment.bytes[...]) {
                return nil
            }
        }
        return identifier
    }
}

extension Route {
    /// Every route; of two that fit a path the first counts.
    static let all: [Route] = [
        Route(
            operation: .listMessages, method: "GET", path: "/api/v1/push/messages",
            summary: "The pushes in the log, newest first",
            parameters: Parameter.filters + Parameter.paging + Parameter.waiting, answer: .page("Message")),
        Route(
            operation: .deleteMessages, method: "DELETE", path: "/api/v1/push/messages",
            summary: "Clear the API; the log keeps everything", answer: .nothing),
        Route(
            operation: .showMessage, method: "GET", path: "/api/v1/push/messages/{id}", summary: "One push",
            answer: .json("Message")),
        Route(
            operation: .deleteMessage, method: "DELETE", path: "/api/v1/push/messages/{id}",
            summary: "Take one push out of the API; the log keeps it", answer: .nothing),
        Route(
            operation: .showRaw, method: "GET", path: "/api/v1/push/messages/{id}/raw",
            summary: "The body of one push, byte for byte", answer: .raw),
        Route(
            operation: .setMark, method: "POST", path: "/api/v1/push/marks",
            summary: "Begin a test step: the pushes from now on belong to it", body: "NewMark",
            answer: .json("Mark", status: 201)),
        Route(
            operation: .check, method: "POST", path: "/api/v1/push/check",
            summary: "Check an expectation, or a file of them, against the pushes in the log",
            parameters: [.wait, .settle], body: "Check", answer: .json("CheckResult")),
        Route(
            operation: .describe, method: "GET", path: "/api/v1/push/openapi.json", summary: "This document",
            answer: .json("OpenAPI")),
        Route(
            operation: .listEvents, method: "GET", path: "/api/v1/events",
            summary: "The pushes in the shape that events of every plugin share, newest first",
            parameters: Parameter.filters + Parameter.paging + Parameter.waiting + [.plugin, .includeRaw],
            answer: .page("Event")),
        Route(
            operation: .deleteEvents, method: "DELETE", path: "/api/v1/events",
            summary: "Clear the API; the log keeps everything", parameters: [.plugin], answer: .nothing),
        Route(
            operation: .streamEvents, method: "GET", path: "/api/v1/events/stream",
            summary: "Events as they come, after Last-Event-ID or since where one is sent, else from now on",
            parameters: Parameter.filters + [.plugin], answer: .events),
        Route(
            operation: .showEvent, method: "GET", path: "/api/v1/events/{id}",
            summary: "One event with its request as it came", answer: .json("Event")),
        Route(
            operation: .deleteEvent, method: "DELETE", path: "/api/v1/events/{id}",
            summary: "Take one push out of the API; the log keeps it", answer: .nothing),
        Route(
            operation: .health, method: "GET", path: "/api/v1/health", summary: "Whether the recorder is well",
            answer: .json("Health")),
    ]
}
