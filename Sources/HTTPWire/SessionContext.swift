internal import HTTPMessage

/// What the sessions of one loop share: the limits, the count of bytes held, the date, and spent requests.
package final class SessionContext {
    /// The limits.
    package let limits: Limits
    /// The value of the `date` field; the owner of the clock renews it.
    package var date: [UInt8] = HTTPDate.format(secondsSince1970: 0)
    /// The bytes of requests and answers that all sessions hold now.
    package private(set) var heldBytes = 0
    /// The requests that were handed to nobody.
    package internal(set) var unread = UnreadRequests()

    private static let spareRequestCount = 1024
    private static let spareBodyBytes = 16_384
    private var spareRequests: [HTTPRequest] = []

    /// A context with nothing held.
    package init(limits: Limits) {
        self.limits = limits
    }

    /// True when nothing more may be held.
    var isFull: Bool { heldBytes >= limits.bufferedBytes }

    /// Counts bytes as held.
    func hold(_ count: Int) { heldBytes += count }

    /// Counts requests that the peer gave up, or was in the middle of at the end.
    package func countBrokenOff(_ count: Int) { unread.brokenOff += count }

    /// Counts bytes as no longer held.
    func release(_ count: Int) { heldBytes -= count }

    /// An empty request, with the memory of a spent one where there is any.
    func takeRequest() -> HTTPRequest {
        spareRequests.popLast() ?? HTTPRequest()
    }

    /// Takes the memory of a spent request for a later one.
    func recycle(_ request: consuming HTTPRequest) {
        guard spareRequests.count < Self.spareRequestCount else { return }
        if request.body.capacity > Self.spareBodyBytes { request.body = [] }
        request.removeContents()
        spareRequests.append(consume request)
    }
}
