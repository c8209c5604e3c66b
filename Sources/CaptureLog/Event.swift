package import Bytes
package import HTTPMessage
package import JSONText

/// One line of a capture log, read back.
package struct Event: Sendable {
    /// What the line holds.
    package enum Content: Sendable {
        /// The first line a recorder writes: its version, providers, limits and redaction, as raw JSON members.
        case run(JSONText)
        /// A request to a provider's route and the answer it got, refused ones too.
        case push(Exchange)
        /// A request to no provider's route, or one that never came whole, and the answer it got; never part of the push
        /// list.
        case request(Exchange)
        /// A test step that the user named.
        case mark(label: Text)
        /// The user cleared the read API: the push with the identifier left it, or every earlier one where it is nil.
        case reset(push: Text?)
        /// A clean stop, with counts.
        case end(JSONText)
        /// A kind that this version does not know, which is kept, counted and shown; or `excerpt`, a line about other
        /// logs, which ``LogSet`` alone understands.
        case unknown(kind: Text, line: JSONText)
    }

    /// A ULID, unique over shards and stable over merge, sort and redaction.
    package let id: Text
    /// When the line was made.
    package let time: Instant
    /// What it holds.
    package let content: Content

    /// An event.
    package init(id: Text, time: Instant, content: Content) {
        self.id = id
        self.time = time
        self.content = content
    }
}

/// One request with the answer it got.
package struct Exchange: Sendable {
    /// The provider whose route it was, as ``Provider`` names it; nil when it was nobody's.
    package var provider: Text?
    /// The request; a redacted header value is empty here and described in ``redactions``.
    package var request: HTTPRequest
    /// The answer.
    package var response: HTTPResponse
    /// What was taken out before the line was written.
    package var redactions: [Redaction]
    /// What the recorder noted, as raw JSON object members; see ``Annotations``.
    package var annotations: Annotations

    /// An exchange.
    package init(
        provider: Text?,
        request: HTTPRequest,
        response: HTTPResponse,
        redactions: [Redaction] = [],
        annotations: Annotations = Annotations()
    ) {
        self.provider = provider
        self.request = request
        self.response = response
        self.redactions = redactions
        self.annotations = annotations
    }
}

/// A secret that was replaced by what can be said of it without giving it away.
package struct Redaction: Sendable, Equatable {
    /// Where it stood.
    package enum Place: Sendable, Equatable {
        /// The value of the header field at this position.
        case header(position: Int)
        /// The value of a parameter, or `userinfo`, or the value of a header field in a multipart body: in `authority`,
        /// `body` or the header field of this name; nil for the target.
        case parameter(name: Text, in: Text? = nil)
    }

    /// Where it stood.
    package let place: Place
    /// The authentication scheme in front of it, as spelled; nil when there was none.
    package let scheme: Text?
    /// The first 16 hexadecimal digits of the SHA-256 of the whole value, so that equality stays visible.
    package let sha256: Text
    /// How many bytes the whole value had.
    package let length: Int

    /// A redaction.
    package init(place: Place, scheme: Text?, sha256: Text, length: Int) {
        self.place = place
        self.scheme = scheme
        self.sha256 = sha256
        self.length = length
    }
}

/// What the recorder noted about an exchange that the request and answer do not say.
package struct Annotations: Sendable, Equatable {
    /// A warning that the answer carried too: APNs asked over HTTP/1.1.
    package var warning: Text?
    /// The decoded header of a JWT in `authorization`, as bytes; nil when there was none.
    package var jwtHeader: [UInt8]?
    /// The decoded claims of a JWT in `authorization`, as bytes; the signature is never kept.
    package var jwtClaims: [UInt8]?
    /// Why the `authorization` value is no JWT, when it should be one.
    package var jwtProblem: Text?
    /// The limit that cut the request short, or how it broke the protocol; the body is then not recorded.
    package var limit: Text?
    /// The rule of an answer script that decided the answer, and what it does; nil when the answer is the provider's own.
    package var scripted: Text?
    /// The target of the CONNECT by which the connection came, `host:port` as sent; nil when it came by none.
    package var tunnel: Text?
    /// True when the connection was TLS.
    package var isSecure = false
    /// The subject of the client's certificate, unverified.
    package var clientCertificate: Text?
    /// What of the exchange is hidden in this copy of the log.
    package var hidden: Hidden = []
    /// What the provider noted for itself, and members that this version does not know, as they were written.
    package var others: [Member] = []

    /// A member that the format leaves to a provider or does not know.
    package struct Member: Sendable, Equatable {
        /// The key.
        package let key: Text
        /// The value as raw JSON.
        package let value: [UInt8]

        /// A member.
        package init(key: Text, value: [UInt8]) {
            self.key = key
            self.value = value
        }
    }

    /// Nothing noted.
    package init() {}

    /// True when nothing was noted.
    package var isEmpty: Bool { self == Annotations() }
}
