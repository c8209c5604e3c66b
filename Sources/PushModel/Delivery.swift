package import Bytes

/// How a push is to be delivered. Nothing here is inferred: what the sender left out stays out.
package struct Delivery: Sendable, Equatable {
    /// `apns-priority` or `android.priority` on a scale that both share; nil when absent or not recognised.
    package var priority: Priority?
    /// The priority as the sender wrote it.
    package var priorityRaw: Text?
    /// `apns-expiration` or `android.ttl`; nil when the sender said nothing.
    package var expiry: Expiry?
    /// `apns-collapse-id` or `android.collapse_key`.
    package var collapseKey: Text?

    /// Nothing said.
    package init() {}

    /// Takes a priority as sent; blank text is as if it had not been sent.
    package mutating func setPriority(_ raw: Text) {
        let trimmed = ASCII.trimmed(raw.bytes[...])
        guard !trimmed.isEmpty else { return }
        priorityRaw = Text(repairing: trimmed)
        priority = Priority(raw: trimmed)
    }
}

/// Delivery urgency on one scale.
package enum Priority: String, Sendable, CaseIterable {
    case high
    case normal
    case low

    /// The level that a vendor's spelling means: `10`, `high`; `5`, `normal`; `1`, `low`, `very-low`, in any case.
    ///
    /// - Returns: nil for every other spelling.
    package init?(raw: ArraySlice<UInt8>) {
        let spellings: [(StaticString, Priority)] = [
            ("10", .high), ("high", .high), ("5", .normal), ("normal", .normal), ("1", .low), ("low", .low),
            ("very-low", .low),
        ]
        let trimmed = ASCII.trimmed(raw)
        guard let match = spellings.first(where: { ASCII.equalIgnoringCase(trimmed, $0.0) }) else { return nil }
        self = match.1
    }
}
