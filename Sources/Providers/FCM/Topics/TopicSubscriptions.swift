import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// The subscriptions of one registration to topics, in the FCM API.
///
/// A recorder knows no subscribers: a subscription that is made is new, one that is deleted was there, and a list is empty.
///
/// Source: https://firebase.google.com/docs/reference/fcm/fcmtopics/rest/v1/projects.registrations.topicSubscriptions
struct TopicSubscriptions: Endpoint {
    /// The parts of `/v1/projects/{project}/registrations/{registration}/topicSubscriptions[/{topic}]`.
    private struct Route {
        let collection: Text
        let topic: Text?

        init?(_ path: ArraySlice<UInt8>) {
            guard ASCII.hasPrefix(path, "/v1/projects/") else { return nil }
            let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            guard (6...7).contains(segments.count), ASCII.equal(segments[3], "registrations"),
                ASCII.equal(segments[5], "topicSubscriptions"),
                !segments.contains(where: \.isEmpty)
            else { return nil }
            collection = Text(repairing: Array(segments[1...5].joined(separator: [UInt8(ascii: "/")])))
            topic = segments.count == 7 ? Text(repairing: segments[6]) : nil
        }
    }

    func owns(_ request: HTTPRequest) -> Bool { Route(request.path) != nil }

    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer {
        guard let route = Route(request.path) else { return Answer(RemovedEndpoint.notFound) }
        guard SendAnswer.isAuthorized(request, by: context.rules.fcmBearerToken) else {
            return Answer(SendAnswer.unauthenticated.response)
        }
        let topic = topic(of: route, request)
        switch Text(repairing: request.method) {
        case "POST", "PATCH":
            guard let topic else {
                return Answer(GoogleError.invalidArgument("Topic name is not set.", field: "topic_name").response)
            }
            guard TopicSyntax.isName(topic.bytes[...]) || context.rules.isLenient else {
                let sentence: Text = "Topic name contains invalid characters."
                return Answer(GoogleError.invalidArgument(sentence, field: "topic_name").response)
            }
            return Answer(subscription(to: topic, of: route, in: context))
        case "DELETE" where route.topic != nil: return Answer(json { _ in })
        case "GET" where route.topic == nil:
            return Answer(json { writer in writer.member("topicSubscriptions", [] as [Text]) })
        case "GET": return Answer(TopicSubscriptions.notKept.response)
        default: return Answer(RemovedEndpoint.notFound)
        }
    }

    func call(in exchange: Exchange) -> EndpointCall {
        let topic = Route(exchange.request.path).flatMap { self.topic(of: $0, exchange.request) }
        let name = topic?.onOneLine(upTo: EndpointCall.longestWord).description
        let words: String
        switch Text(repairing: exchange.request.method) {
        case "POST", "PATCH": words = "subscribe a registration to \(name ?? "nothing")"
        case "DELETE": words = "unsubscribe a registration from \(name ?? "nothing")"
        default:
            words = name.map { "ask for the subscription to \($0)" } ?? "list the subscriptions of a registration"
        }
        return EndpointCall(kind: EndpointCall.topic, summary: Text(words), note: notKeptNote(exchange))
    }

    private func topic(of route: Route, _ request: HTTPRequest) -> Text? {
        let query = FormParameters(queryOf: request.target)
        return route.topic ?? query["topic_name"] ?? query["topicName"]
    }

    private func subscription(to topic: Text, of route: Route, in context: AnswerContext) -> HTTPResponse {
        json { writer in
            writer.member("name", Text("\(route.collection)/\(topic)"))
            writer.member("topic_name", topic)
            writer.member("create_time", Text(repairing: context.time.rfc3339))
        }
    }

    private func json(_ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.object(members)
        return HTTPResponse(status: 200, headers: GoogleError.jsonHeaders, body: writer.bytes)
    }

    private static let notKept = GoogleError(
        code: 404, status: "NOT_FOUND", message: "Requested entity was not found."
    )
}

/// What a report says of every call about topics that was granted.
func notKeptNote(_ exchange: Exchange) -> Text? {
    exchange.response.status < 300 ? "Subscriptions are not kept: a push to the topic reaches nobody here." : nil
}
