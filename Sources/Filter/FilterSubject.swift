package import Bytes
package import CaptureLog
import HTTPMessage
package import PushModel

/// What a filter is asked about: one captured push with what it means. A class, since a value of this size is dear to
/// copy and each question would copy it.
package final class FilterSubject: Sendable {
    /// The identifier of the event.
    package let id: Text
    /// When it was captured.
    package let time: Instant
    /// The request and its answer.
    package let exchange: Exchange
    /// What it means.
    package let reading: PushReading
    /// The label of the last mark before it; nil when there was none.
    package let mark: Text?
    /// Which attempt of its send it is, from 1.
    package let attempt: Int

    /// A subject.
    package init(
        id: Text, time: Instant, exchange: Exchange, reading: PushReading, mark: Text? = nil, attempt: Int = 1
    ) {
        self.id = id
        self.time = time
        self.exchange = exchange
        self.reading = reading
        self.mark = mark
        self.attempt = attempt
    }

    /// True when nobody gets the push; see ``PushReading/isRefused(answered:)``.
    package var isRefused: Bool { reading.isRefused(answered: exchange.response.status) }
}
