import Bytes
import HTTPMessage

/// What an FCM request is for, decided by its path alone.
enum FCMRoute: Sendable, Equatable {
    /// `/v1/projects/{project}/messages:send`.
    case send(project: Text)
    /// `/fcm/send`: the API that Google removed in 2024.
    case legacySend
    /// `/batch`: several sends in one request, removed in 2024.
    case batch
    /// `/fcm/send/{subscription}`: Web Push (RFC 8030), which browsers subscribe to at the same host.
    case webPush

    /// The route of a request; nil when it is none of FCM's.
    init?(_ request: HTTPRequest) {
        let path = request.path
        if ASCII.hasPrefix(path, FCMRoute.projects), ASCII.hasSuffix(path, FCMRoute.send) {
            let project = path.dropFirst(FCMRoute.projects.utf8CodeUnitCount).dropLast(FCMRoute.send.utf8CodeUnitCount)
            guard !project.isEmpty, !project.contains(UInt8(ascii: "/")) else { return nil }
            self = .send(project: Text(repairing: project))
        } else if ASCII.equal(path, "/fcm/send") {
            self = .legacySend
        } else if ASCII.equal(path, "/batch") {
            self = .batch
        } else if ASCII.hasPrefix(path, "/fcm/send/") {
            self = .webPush
        } else {
            return nil
        }
    }

    private static let projects: StaticString = "/v1/projects/"
    private static let send: StaticString = "/messages:send"
}
