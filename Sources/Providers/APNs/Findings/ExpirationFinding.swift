import Bytes
import PushModel

extension APNsDeclaration {
    /// What is odd about the expiration: no moment, not one in seconds, or one that is past.
    func expirationFinding(capturedAt time: Instant) -> Finding? {
        guard let expiration, let seconds = ASCII.integer(expiration.bytes[...]), seconds != 0 else { return nil }
        let place = place(of: "apns-expiration")
        if seconds < 0 {
            return .warning(
                "apns-expiration-negative",
                at: place,
                "apns-expiration is \(seconds), a moment before 1970; the push may be tried once and not stored.",
                help: "Send 0 to try once, or the seconds since 1970 at which the push is worthless."
            )
        }
        if Double(seconds) > EpochSeconds.largestPlausible {
            return .warning(
                "apns-milliseconds",
                at: place,
                "apns-expiration is \(seconds), which looks like milliseconds; it counts seconds since 1970.",
                help: "Divide it by 1000."
            )
        }
        let captured = time.microseconds / 1_000_000
        guard seconds <= captured else { return nil }
        return .warning(
            "apns-expiration-past",
            at: place,
            "apns-expiration is \(seconds), a moment already past, so the push is tried once and not stored.",
            help: seconds < EpochSeconds.longestLifetime
                ? "It is a moment, not a lifetime: send \(captured + seconds) for \(seconds) seconds from now."
                : "Send a moment to come, or 0 to try once."
        )
    }
}
