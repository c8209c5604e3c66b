import Bytes
import HTTPMessage
import PushModel

/// The answer to a decision, in the form of the original.
struct GatewayAnswer {
    let request: HTTPRequest
    let context: AnswerContext

    private var settings: MongoosePush.Settings { context.rules.mongoosePush }

    /// What the recorder sends and notes.
    func answer(to decision: GatewayDecision) -> Answer {
        var answer: Answer
        switch decision.outcome {
        case .page(let page): answer = Answer(self.page(page))
        case .failure(let failure): answer = Answer(self.failure(failure))
        case .invalid(let faults): answer = Answer(json(422, faults.json))
        case .noPool: answer = told(.noMatchingPool, of: decision)
        case .nestedData: answer = told(.invalidNotification, of: decision)
        case .stopped(let result): answer = told(result, of: decision)
        case .sent(let push): answer = told(settings.hasServiceRefusals ? push.foreseenFailure : nil, of: decision)
        }
        if decision.version != nil { answer.notes = settings.notes(choosing: decision.pool) }
        answer.isPush = GatewayRoute.isForNotifications(request.path)
        if case .failure(let failure) = decision.outcome { answer.warning = failure.cause }
        return answer
    }

    /// What came of a notification that fits, in the answer and for the counters; nil when it went well.
    private func told(_ failure: GatewayResult?, of decision: GatewayDecision) -> Answer {
        let version = decision.version ?? .v3
        var answer = Answer(failure.map { result($0, in: version) } ?? json(200, Array("null".utf8)))
        answer.outcome = decision.notification.map { SendOutcome(service: Text($0.service.rawValue), failure: failure) }
        return answer
    }

    /// The answer that tells a result in a version.
    func result(_ result: GatewayResult, in version: GatewayVersion) -> HTTPResponse {
        let (status, body) = result.answer(in: version)
        return body.isEmpty ? HTTPResponse(status: status) : json(status, body)
    }

    /// 500 and nothing else, or what a friend would say; the cause is in a field of our own.
    func failure(_ failure: FrameworkFailure) -> HTTPResponse {
        var response = HTTPResponse(status: 500)
        if settings.hasFriendlyErrors {
            var writer = JSONWriter()
            writer.object { $0.member("error", failure.cause) }
            response = json(failure.status, writer.bytes)
        }
        response.headers.append("PushRecorder-Warning", failure.cause.bytes[...])
        return response
    }

    private func json(_ status: Int, _ body: [UInt8]) -> HTTPResponse {
        response(status, "application/json; charset=utf-8", body)
    }

    private func response(_ status: Int, _ type: Text, _ body: [UInt8]) -> HTTPResponse {
        var headers = HeaderList([
            "content-type": type, "cache-control": "max-age=0, private, must-revalidate", "server": "Cowboy",
        ])
        headers.append("x-request-id", requestID)
        return HTTPResponse(status: status, headers: headers, body: body)
    }

    /// That of the sender when it is of a good length, as the original sends it back; else a new one.
    private var requestID: ArraySlice<UInt8> {
        guard let sent = request.headers.joined("x-request-id"), (20...200).contains(sent.count),
            sent.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return context.uuid.bytes[...] }
        return sent
    }

    private func page(_ page: GatewayPage) -> HTTPResponse {
        switch page {
        case .openAPI: return json(200, GatewayDocument.json)
        case .swaggerUI: return response(200, "text/html; charset=utf-8", GatewayDocument.html)
        case .health:
            let health = GatewayHealth(pools: settings.pools, profile: settings.profile, time: context.time)
            return json(health.status, health.json)
        case .metrics: return response(200, "text/plain; charset=utf-8", GatewayMetrics(context.outcomes).text)
        }
    }
}

extension SendOutcome {
    init(service: Text, failure: GatewayResult?) {
        self.init(
            service: service, category: failure.map { Text($0.category.rawValue) }, reason: failure?.reason)
    }
}

extension [NotificationFault] {
    /// The body of a 422.
    fileprivate var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.array("errors", self) { writer, fault in
                writer.object { writer in
                    writer.member("title", "Invalid value")
                    writer.object("source") { $0.member("pointer", fault.pointer) }
                    writer.member("message", fault.message)
                }
            }
        }
        return writer.bytes
    }
}
