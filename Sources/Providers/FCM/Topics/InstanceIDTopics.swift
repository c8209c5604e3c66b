import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// The subscriptions of many registrations to one topic, in the Instance ID API that Google turns down in 2027.
///
/// Source: https://developers.google.com/instance-id/reference/server
struct InstanceIDTopics: Endpoint {
    /// How many registrations one request may name.
    static let maximumRegistrations = 1000

    private static let add: StaticString = "/iid/v1:batchAdd"
    private static let remove: StaticString = "/iid/v1:batchRemove"

    func owns(_ request: HTTPRequest) -> Bool {
        let path = request.path
        return ASCII.equal(path, InstanceIDTopics.add) || ASCII.equal(path, InstanceIDTopics.remove)
    }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        guard ASCII.equal(request.method[...], "POST") else { return Answer(RemovedEndpoint.notFound) }
        guard SendAnswer.isAuthorized(request, by: context.rules.fcmBearerToken) else {
            return Answer(refusal("Unauthorized", status: 401))
        }
        let batch = Batch(request.body)
        if let fault = batch.fault, !context.rules.isLenient { return Answer(refusal(fault, status: 400)) }
        var body = JSONWriter()
        body.object { writer in
            writer.array("results", batch.registrations) { writer, registration in
                writer.object { if registration.isEmpty { $0.member("error", "INVALID_ARGUMENT") } }
            }
        }
        return Answer(HTTPResponse(status: 200, headers: GoogleError.jsonHeaders, body: body.bytes))
    }

    func call(in exchange: Exchange) -> EndpointCall {
        let batch = Batch(exchange.request.body)
        let (verb, word) =
            ASCII.equal(exchange.request.path, InstanceIDTopics.add) ? ("subscribe", "to") : ("unsubscribe", "from")
        let count = batch.registrations.count
        let topic = batch.topic?.onOneLine(upTo: EndpointCall.longestWord) ?? "nothing"
        return EndpointCall(
            kind: EndpointCall.topic,
            summary: Text("\(verb) \(count) registration\(count == 1 ? "" : "s") \(word) \(topic)"),
            note: exchange.response.status < 300
                ? "Google turns this API down on 2027-09-29; its place takes /v1/projects/{project}/registrations."
                : nil
        )
    }

    private func refusal(_ sentence: Text, status: Int) -> HTTPResponse {
        var body = JSONWriter()
        body.object { $0.member("error", sentence) }
        return HTTPResponse(status: status, headers: GoogleError.jsonHeaders, body: body.bytes)
    }

    /// The body: `{"to":"/topics/NAME","registration_tokens":[…]}`.
    private struct Batch {
        let topic: Text?
        let registrations: [Text]
        /// What is wrong with it, in one word as the API has them; nil when nothing is.
        let fault: Text?

        init(_ body: [UInt8]) {
            let root = (try? JSONText(parsing: body))?.root
            let to = root?.last("to")?.text
            topic = to.map { to in
                ASCII.hasPrefix(to.bytes[...], "/topics/") ? Text(repairing: to.bytes.dropFirst(8)) : to
            }
            let elements = root?.last("registration_tokens").map { Array($0.elements) } ?? []
            registrations = elements.map { $0.text ?? "" }
            fault =
                if root?.kind != .object {
                    "InvalidJson"
                } else if let to, ASCII.hasPrefix(to.bytes[...], "/topics/"), TopicSyntax.isName(to.bytes.dropFirst(8))
                {
                    registrations.isEmpty
                        ? "MissingRegistrationToken"
                        : registrations.count > maximumRegistrations ? "TooManyRegistrationTokens" : nil
                } else {
                    "InvalidTopicName"
                }
        }
    }
}
