import Filter
import Report

extension FilterSubject {
    /// A captured push as filters ask about it.
    convenience init(_ push: CapturedPush) {
        self.init(id: push.id, time: push.time, exchange: push.exchange, reading: push.reading, mark: push.mark)
    }
}
