/// How many requests came to nothing, so that no handler saw them: too little of each was understood.
package struct UnreadRequests: Sendable, Equatable {
    /// HTTP/2 streams that were refused before they were read (REFUSED_STREAM); a client sends them again.
    package internal(set) var refusedStreams = 0
    /// What broke the protocol before its method and target were known; HTTP/1 answered 400.
    package internal(set) var malformed = 0
    /// What took too long before its method and target were known; HTTP/1 answered 408.
    package internal(set) var timedOut = 0
    /// What the peer gave up in the middle, or was in the middle of when the server ended.
    package internal(set) var brokenOff = 0

    /// None.
    package init() {}
}
