package import Bytes
package import HTTPMessage

/// The list of providers: the one place besides its own folder that knows of a new one.
package enum Providers {
    /// Every provider, in the order in which they are asked for a route.
    package static let all: [any Provider] = [APNs(), FCM(), MongoosePush()]

    /// What clients call around their sends, of all providers.
    package static let endpoints: [any Endpoint] = all.flatMap(\.endpoints)

    /// The endpoint that the request is for; it comes before any provider, since its paths are narrower.
    package static func endpoint(for request: HTTPRequest) -> (any Endpoint)? {
        endpoints.first { $0.owns(request) }
    }

    /// The provider whose route the request is for.
    package static func owner(of request: HTTPRequest) -> (any Provider)? {
        all.first { $0.owns(request) }
    }

    /// The provider with the name in a log.
    package static func named(_ name: Text) -> (any Provider)? {
        all.first { $0.name == name }
    }
}
