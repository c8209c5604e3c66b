package import Bytes
package import CaptureLog
package import HTTPMessage

/// What clients call around their sends: to get an access token, to subscribe to a topic, to make a channel, to see
/// whether a gateway is well. Such a call is answered as the vendor answers it, recorded as a `request`, and no push.
///
/// Two pure functions, as a ``Provider`` has them; a provider names its endpoints in ``Provider/endpoints``.
package protocol Endpoint: Sendable {
    /// True when the request is for this endpoint, decided by the path, and where a path says too little by the header
    /// fields that every client sends.
    func owns(_ request: HTTPRequest) -> Bool

    /// What the vendor would answer.
    ///
    /// - Returns: an answer of which ``Answer/isPush`` does not matter.
    func answer(to request: HTTPRequest, in context: AnswerContext) -> Answer

    /// What the captured exchange was for.
    func call(in exchange: Exchange) -> EndpointCall
}

/// What a call around the sends was for, in words that are the same for every call of its kind, so that a report counts
/// them together. There is no device token in it.
package struct EndpointCall: Sendable, Hashable {
    /// What sort of call it is: ``accessToken``, ``metadata``, ``topic``, ``channel`` or ``page``.
    package let kind: Text
    /// What it asked for, in a few words.
    package let summary: Text
    /// What is to be known about the answer, in one sentence; nil when there is nothing.
    package let note: Text?

    /// A call.
    package init(kind: Text, summary: Text, note: Text? = nil) {
        self.kind = kind
        self.summary = summary
        self.note = note
    }

    /// For an access token.
    package static let accessToken: Text = "access token"
    /// To the metadata server of Google's machines.
    package static let metadata: Text = "metadata"
    /// About the subscribers of a topic.
    package static let topic: Text = "topic"
    /// About a broadcast channel.
    package static let channel: Text = "channel"
    /// For a page of a gateway.
    package static let page: Text = "page"

    /// The longest captured word that a summary repeats, in code points.
    static let longestWord = 100
}
