import Bytes
import CaptureLog
import Expectations
import Filter
import HTTPMessage
import HTTPServer
import JSONText
import PushModel

extension ReadAPI {
    /// Does what a route is for.
    func reply(
        to request: HTTPRequest, _ operation: Route.Operation, _ identifier: Text, _ parameters: QueryString,
        _ keeper: any LineKeeper
    ) throws(APIProblem) -> Reply {
        switch operation {
        case .listMessages:
            return .later(try listing(.message, request, parameters))
        case .listEvents:
            let withRaw = try parameters.bool(.includeRaw) ?? false
            return .later(try listing(.event(withRaw: withRaw), request, parameters))
        case .showMessage: return .response(try show(identifier, as: .message, request))
        case .showEvent: return .response(try show(identifier, as: .event(withRaw: true), request))
        case .showRaw: return .response(try raw(identifier))
        case .deleteMessage, .deleteEvent:
            guard index.number(of: identifier) != nil else { throw .noPush }
            keeper.stage(resetOf: identifier)
            return .response(.noContent)
        case .deleteMessages, .deleteEvents:
            // Another plugin has nothing here to clear.
            if parameters["plugin"].map({ $0 == "push" }) ?? true { keeper.stage(resetOf: nil) }
            return .response(.noContent)
        case .setMark: return .response(try mark(request.body, keeper))
        case .check: return .later(try check(request.body, parameters))
        case .describe:
            let document = OpenAPIDocument(version: version, origin: origin(of: request))
            return .response(HTTPResponse(json: document.bytes))
        case .streamEvents:
            return .stream(
                HTTPResponse(status: 200, headers: .eventStream), try stream(request, parameters))
        case .health: return .response(health)
        }
    }

    private func listing(
        _ envelope: Envelope, _ request: HTTPRequest, _ parameters: QueryString
    ) throws(APIProblem) -> MessageListing {
        let limit = try parameters.number(.limit) ?? 0
        let wait = try parameters.span(.wait, atMost: limits.waitTime)
        let count = try parameters.number(.count)
        if count != nil, wait == nil { throw .badParameter("count", wanted: "a wait beside it") }
        return MessageListing(
            MessageListing.Request(
                query: try PushQuery(parameters, now: now()), envelope: envelope, origin: origin(of: request),
                limit: limit == 0 ? Int.max : limit, offset: try parameters.number(.offset) ?? 0,
                cursor: try parameters.identifier(.cursor), count: count ?? 1, wait: wait
            ),
            api: self, place: wait == nil ? nil : try waitPlaces.take()
        )
    }

    private func subject(_ id: Text) throws(APIProblem) -> FilterSubject {
        guard let number = index.number(of: id), let subject = try index.subject(number) else { throw .noPush }
        return subject
    }

    private func show(_ id: Text, as envelope: Envelope, _ request: HTTPRequest) throws(APIProblem) -> HTTPResponse {
        let subject = try subject(id)
        var writer = JSONWriter()
        envelope.write(subject, origin: origin(of: request), to: &writer)
        return HTTPResponse(json: writer.bytes)
    }

    private func raw(_ id: Text) throws(APIProblem) -> HTTPResponse {
        let subject = try subject(id)
        var headers = HeaderList.api(contentType: "text/plain; charset=utf-8")
        headers.append("content-disposition", Array("inline; filename=\"\(subject.id).json\"".utf8)[...])
        return HTTPResponse(status: 200, headers: headers, body: subject.exchange.request.body)
    }

    private func mark(_ body: [UInt8], _ keeper: any LineKeeper) throws(APIProblem) -> HTTPResponse {
        let root = try json(body)
        guard root.kind == .object, let label = root.last("label")?.text, !label.isBlank else {
            throw .badBody("the body has to be a JSON object with a label that is not blank")
        }
        guard label.bytes.count <= limits.labelBytes else {
            throw .badBody(Text("the label is longer than \(limits.labelBytes) bytes"))
        }
        if let other = root.members.first(where: { !$0.isNamed("label") }) {
            throw .badBody(Text("the body has a key \(other.key); there is only label"))
        }
        let (id, time) = keeper.stage(mark: label)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("id", id)
            writer.member("time", Text(repairing: time.rfc3339))
            writer.member("label", label)
        }
        return HTTPResponse(json: writer.bytes, status: 201)
    }

    private func check(_ body: [UInt8], _ parameters: QueryString) throws(APIProblem) -> ExpectationAnswer {
        let root = try json(body)
        let wait = try parameters.span(.wait, atMost: limits.waitTime)
        let settle = try parameters.span(.settle, atMost: limits.waitTime)
        let expectations: [Expectation]
        do throws(ExpectationError) {
            expectations =
                root.last("expectations") == nil
                ? [try ExpectationFile.readOne(root)] : try ExpectationFile.read(root)
        } catch {
            throw .badBody(Text(error.description))
        }
        guard !expectations.contains(where: { $0.asks(about: .attempt) }) else {
            throw .badBody("attempt is known in whole logs alone; ask 'pushreport check'")
        }
        return ExpectationAnswer(
            expectations, wait: wait, settle: settle, api: self,
            place: wait == nil && settle == nil ? nil : try waitPlaces.take())
    }

    private func json(_ body: [UInt8]) throws(APIProblem) -> JSONValue {
        guard body.count <= limits.bodyBytes else { throw .bodyTooLong(limit: limits.bodyBytes) }
        do throws(JSONTextError) {
            return try JSONText(parsing: body).root
        } catch {
            throw .badBody(Text("the body is not JSON: \(error)"))
        }
    }

    private func stream(_ request: HTTPRequest, _ parameters: QueryString) throws(APIProblem) -> EventStream {
        let query = try PushQuery(parameters, now: now())
        var number = query.since.map(index.number(after:)) ?? index.end
        if let last = request.headers.first("last-event-id"), !last.isEmpty {
            guard let id = ulidValue(last) else {
                throw .badParameter("Last-Event-ID", wanted: "the identifier of an event")
            }
            number = index.number(after: id)
        }
        return EventStream(
            query, from: number, origin: origin(of: request), api: self, place: try streamPlaces.take())
    }

    private var health: HTTPResponse {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("status", "ok")
            writer.member("version", version)
            writer.member("uptime_seconds", max(0, (now().microseconds - startTime.microseconds) / 1_000_000))
            writer.member("plugins", ["push"])
            writer.member("events", Int64(index.pushCount))
        }
        return HTTPResponse(json: writer.bytes)
    }

    /// The scheme and host that the client used.
    private func origin(of request: HTTPRequest) -> Text {
        let host = request.headers.first("host") ?? request.authority[...]
        let isPlain = host.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return host.isEmpty || !isPlain ? "" : Text(repairing: Array("http://".utf8) + host)
    }
}

extension HeaderList {
    fileprivate static let eventStream: HeaderList = {
        var headers = HeaderList.api(contentType: "text/event-stream")
        headers.append("x-accel-buffering", Array("no".utf8)[...])
        return headers
    }()
}
