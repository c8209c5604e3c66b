/// The bounds of what one request to the read API may ask for; each with its default.
package struct APILimits: Sendable {
    /// The bytes of a body, a mark or an expectation; beyond it the answer is 413.
    package var bodyBytes = 262_144
    /// The bytes of a mark's label; beyond it the answer is 400.
    package var labelBytes = 1024
    /// The pushes in one answer; beyond it the answer ends and `x-next-cursor` says where to go on.
    package var pageMessages = 10_000
    /// The bytes of pushes in one answer; once it has that many and one push it ends as at ``pageMessages``.
    package var pageBytes = 32 << 20
    /// The longest time that a request may wait; beyond it the answer is 400.
    package var waitTime: Duration = .seconds(300)
    /// The requests that may wait at once; beyond it the answer is 503.
    package var waits = 1000
    /// The listings that are written at once, as each takes ``pageBytes`` of memory; others come after them.
    package var pages = 8
    /// The streams that may be open at once; beyond it the answer is 503.
    package var streams = 100
    /// The time without an event after which a stream says that it lives.
    package var heartbeatTime: Duration = .seconds(15)

    /// The defaults.
    package init() {}
}
