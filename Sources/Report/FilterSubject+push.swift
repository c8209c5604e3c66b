package import Filter

extension FilterSubject {
    /// A captured push as filters ask about it.
    package convenience init(_ push: CapturedPush) {
        self.init(
            id: push.id, time: push.time, exchange: push.exchange, reading: push.reading, mark: push.mark,
            attempt: push.attempt?.number ?? 1
        )
    }
}

extension ReportSource {
    /// The source with what the filter asks about that takes a look at every push.
    package func knowing(_ filter: Filter) async throws -> ReportSource {
        filter.asks(about: .attempt) ? try await withAttempts() : self
    }
}
