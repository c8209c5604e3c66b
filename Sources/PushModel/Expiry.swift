package import Bytes

/// When a push stops being worth delivering. APNs says it as a moment, FCM as a duration; neither is converted into the
/// other, since a catcher does not know when the vendor starts counting.
package struct Expiry: Sendable, Equatable {
    /// What the raw value means.
    package enum Meaning: Sendable, Equatable {
        /// Try once and do not store: APNs 0, FCM `0s`.
        case immediate
        /// A moment: `apns-expiration` above 0, up to the end of the year 9999.
        case at(Instant)
        /// Seconds from sending: `android.ttl` above 0, rounded down as FCM does.
        case after(seconds: Int64)
        /// Nothing that can be used, a negative value included; ``Expiry/raw`` has it.
        case unusable
    }

    /// What the raw value means.
    package let meaning: Meaning
    /// The value as sent.
    package let raw: Text

    /// An expiry.
    package init(meaning: Meaning, raw: Text) {
        self.meaning = meaning
        self.raw = raw
    }

    /// The moment after which the push is worthless, for a push captured at the given time; nil when there is none.
    package func deadline(capturedAt: Instant) -> Instant? {
        switch meaning {
        case .at(let moment): return moment
        case .after(let seconds):
            let (microseconds, overflowed) = seconds.multipliedReportingOverflow(by: 1_000_000)
            let (sum, carried) = capturedAt.microseconds.addingReportingOverflow(microseconds)
            return overflowed || carried ? nil : Instant(microseconds: sum)
        case .immediate, .unusable: return nil
        }
    }
}

extension Expiry {
    /// Takes a moment as `apns-expiration` has it: whole seconds since 1970.
    package init(epochSeconds raw: Text) {
        let seconds = ASCII.integer(ASCII.trimmed(raw.bytes[...]))
        let meaning: Meaning =
            switch seconds {
            case 0?: .immediate
            case let seconds? where seconds > 0 && seconds <= lastSecondOfYear9999:
                .at(Instant(microseconds: seconds * 1_000_000))
            default: .unusable
            }
        self.init(meaning: meaning, raw: raw)
    }

    /// Takes a duration as `android.ttl` has it: decimal seconds with up to nine decimals, then `s`.
    ///
    /// Source: https://protobuf.dev/reference/protobuf/google.protobuf/#duration
    package init(duration raw: Text) {
        self.init(meaning: Self.meaning(ofDuration: raw.bytes[...]), raw: raw)
    }

    private static func meaning(ofDuration text: ArraySlice<UInt8>) -> Meaning {
        guard text.last == UInt8(ascii: "s") else { return .unusable }
        let parts = text.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first, let seconds = ASCII.integer(whole),
            whole.first != UInt8(ascii: "-"), seconds <= longestDuration
        else { return .unusable }
        if parts.count == 2 {
            let decimals = parts[1]
            guard (1...9).contains(decimals.count), decimals.allSatisfy({ $0 &- 0x30 < 10 }) else { return .unusable }
        }
        return seconds == 0 ? .immediate : .after(seconds: seconds)
    }

    /// The expiry for a line: one of "deliver now or drop", a moment, a duration, or the raw value that means nothing.
    package var described: Text {
        switch meaning {
        case .immediate:
            return "deliver now or drop"
        case .at(let moment):
            let toTheSecond = moment.rfc3339.prefix(19)
            return Text("until \(Text(repairing: toTheSecond))Z")
        case .after(let seconds):
            return Text("within \(duration(seconds)) of sending")
        case .unusable:
            return Text("not usable: \(raw)")
        }
    }
}

extension Delivery {
    /// The expiry for a line; empty when the sender said nothing.
    package var describedExpiry: Text { expiry?.described ?? "" }
}

private let lastSecondOfYear9999: Int64 = 253_402_300_799
/// The longest duration that the protocol buffer type holds, in seconds: 10,000 years.
private let longestDuration: Int64 = 315_576_000_000

/// `3661` is `1 h 1 min 1 s`; units that are zero are left out.
private func duration(_ seconds: Int64) -> String {
    let units = [(seconds / 86_400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
    return units.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " ")
}
