package import Bytes
package import HTTPMessage

/// The list of providers: the one place besides its own folder that knows of a new one.
package enum Providers {
    /// Every provider, in the order in which they are asked for a route.
    package static let all: [any Provider] = [APNs(), FCM()]

    /// The provider whose route the request is for.
    package static func owner(of request: HTTPRequest) -> (any Provider)? {
        all.first { $0.owns(request) }
    }

    /// The provider with the name in a log.
    package static func named(_ name: Text) -> (any Provider)? {
        all.first { $0.name == name }
    }
}
