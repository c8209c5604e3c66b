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
        var answer = Answer(response(to: decision))
        answer.outcome = outcome(of: decision)
        if decision.version != nil { answer.notes = settings.notes(choosing: decision.pool) }
        answer.isPush = GatewayRoute.isForNotifications(request.path)
        if case .failure(let failure) = decision.outcome { answer.warning = failure.cause }
        return answer
    }

    private func response(to decision: GatewayDecision) -> HTTPResponse {
        let version = decision.version ?? .v3
        switch decision.outcome {
        case .page(let page): return self.page(page)
        case .failure(let failure): return self.failure(failure)
        case .invalid(let faults): return json(422, faults.json)
        case .noPool: return result(.noMatchingPool, in: version)
        case .nestedData: return result(.invalidNotification, in: version)
        case .stopped(let result): return self.result(result, in: version)
        case .sent(let push):
            guard settings.hasServiceRefusals else { return json(200, Array("null".utf8)) }
            // The error of the stream is a number, which the original answers without a word.
            if push.malformedPlace != nil { return json(500, Array("null".utf8)) }
            return push.foreseenFailure.map { result($0, in: version) } ?? json(200, Array("null".utf8))
        }
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

    private func outcome(of decision: GatewayDecision) -> SendOutcome? {
        guard let service = decision.notification?.service else { return nil }
        switch decision.outcome {
        case .sent(let push):
            let failure = push.malformedPlace == nil ? push.foreseenFailure : .streamError
            guard settings.hasServiceRefusals, let failure else { return SendOutcome(service: Text(service.rawValue)) }
            return SendOutcome(service: Text(service.rawValue), failure: failure)
        case .stopped(let result): return SendOutcome(service: Text(service.rawValue), failure: result)
        case .noPool: return SendOutcome(service: Text(service.rawValue), failure: .noMatchingPool)
        case .nestedData: return SendOutcome(service: Text(service.rawValue), failure: .invalidNotification)
        case .page, .failure, .invalid: return nil
        }
    }
}

extension SendOutcome {
    init(service: Text, failure: GatewayResult) {
        self.init(service: service, category: Text(failure.category.rawValue), reason: failure.reason)
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
