package import Bytes

/// What a gateway between the sender and the services made of a push. A class, since few pushes have one and every
/// message is copied.
package final class Gateway: Sendable {
    /// Who was to deliver it: `apns` or `fcm`; nil when the request does not say.
    package let service: Text?
    /// Which of the service's worlds it was for: `prod` or `dev`.
    package let mode: Text?
    /// The name of the pool that was chosen; nil when none was.
    package let pool: Text?
    /// The request that went on to the service; nil when none did.
    package let outgoing: OutgoingRequest?

    /// What a gateway made of a push.
    package init(service: Text?, mode: Text?, pool: Text?, outgoing: OutgoingRequest?) {
        self.service = service
        self.mode = mode
        self.pool = pool
        self.outgoing = outgoing
    }
}

/// A request as a gateway would have sent it to Apple or Google: a POST over HTTP/2, its credentials left out.
package struct OutgoingRequest: Sendable, Equatable {
    /// A header field.
    package struct Header: Sendable, Equatable {
        /// The name, in lower case.
        package let name: Text
        /// The value.
        package let value: Text

        /// A field.
        package init(name: Text, value: Text) {
            self.name = name
            self.value = value
        }
    }

    /// The service, by the name of its provider.
    package let service: Text
    /// The host.
    package let authority: Text
    /// The path.
    package let path: Text
    /// The header fields.
    package let headers: [Header]
    /// The body: one JSON object.
    package let body: Text

    /// A request.
    package init(service: Text, authority: Text, path: Text, headers: [Header], body: Text) {
        self.service = service
        self.authority = authority
        self.path = path
        self.headers = headers
        self.body = body
    }
}
