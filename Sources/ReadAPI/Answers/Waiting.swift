import HTTPServer

/// Time that a request gives the recorder before it wants its answer.
struct Waiting {
    private let span: Duration?
    private var deadline: Duration?

    /// A wait of a length; nil for none.
    init(_ span: Duration?) {
        self.span = span
    }

    /// Waits on, from the first call for the whole length.
    ///
    /// - Returns: what to tell the server; nil when the time is over.
    mutating func progress(at now: Duration) -> LaterProgress? {
        guard let span else { return nil }
        let end = deadline ?? now + span
        deadline = end
        return now < end ? .waiting(until: end) : nil
    }
}
