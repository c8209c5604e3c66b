package import Bytes
package import CaptureLog
import Providers
package import PushModel

/// Reads the pushes of a source and says what they mean, on as many threads as there are processors.
package struct PushReader: Sendable {
    /// Where the pushes are.
    package let source: ReportSource
    private let meaning: @Sendable (Exchange, Instant) -> PushReading

    /// A reader of a source.
    ///
    /// - Parameter meaning: what a captured exchange means; by default its provider says so.
    package init(
        _ source: ReportSource,
        meaning: @escaping @Sendable (Exchange, Instant) -> PushReading = PushReading.init(of:at:)
    ) {
        self.source = source
        self.meaning = meaning
    }

    /// Does work on every push and consumes the results in the order of the source; memory does not grow with the
    /// pushes.
    package func forEach<Result: Sendable>(
        _ work: @escaping @Sendable (CapturedPush) throws -> Result, consume: (Result) throws -> Void
    ) async throws {
        try await inOrder(Slice.all(of: Batch.all(of: source.groups))) { slice in
            let mark = source.groups[slice.batch.group].label
            return try slice.pushes.map { try work(push(at: $0, under: mark)) }
        } consume: { results in
            for result in results { try consume(result) }
        }
    }

    /// Does work on every exchange without asking what it means, and consumes the results in the order of the source.
    func forEachEvent<Result: Sendable>(
        _ work: @escaping @Sendable (Exchange) -> Result, consume: (Result) throws -> Void
    ) async throws {
        let event = source.event
        try await inOrder(Slice.all(of: Batch.all(of: source.groups))) { slice in
            try slice.pushes.compactMap { position -> Result? in
                guard case .push(let exchange) = try event(position).content else { return nil }
                return work(exchange)
            }
        } consume: { (results: [Result]) in
            for result in results { try consume(result) }
        }
    }

    /// The push at a position.
    func push(at position: Int, under mark: Text?) throws(ReportError) -> CapturedPush {
        do {
            let event = try source.event(position)
            guard case .push(let exchange) = event.content else {
                throw ReportError.unreadable(position: position, reason: "it is no push")
            }
            return CapturedPush(
                position: position,
                id: event.id,
                time: event.time,
                mark: mark,
                exchange: exchange,
                reading: meaning(exchange, event.time),
                attempt: source.attempt(position)
            )
        } catch let error as ReportError {
            throw error
        } catch {
            throw .unreadable(position: position, reason: "\(error)")
        }
    }
}

extension PushReading {
    /// What an exchange means according to its provider.
    package init(of exchange: Exchange, at time: Instant) {
        self = exchange.reading(at: time) ?? .unknownProvider
    }
}
