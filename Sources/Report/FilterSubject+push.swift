package import Filter

extension FilterSubject {
    /// A captured push as filters ask about it.
    package convenience init(_ push: CapturedPush) {
        self.init(id: push.id, time: push.time, exchange: push.exchange, reading: push.reading, mark: push.mark)
    }
}
