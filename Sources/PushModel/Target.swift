package import Bytes

/// Where a push goes, and which place in the request said so.
package struct Target: Sendable, Equatable {
    /// What sort of address it is.
    package enum Kind: String, Sendable, CaseIterable {
        /// One app on one device: an APNs device token, an FCM registration token or installation identifier.
        case device
        /// An FCM topic: everybody who subscribed.
        case topic
        /// An FCM condition over topics.
        case condition
        /// An APNs broadcast channel.
        case channel
    }

    /// What sort of address it is.
    package var kind: Kind = .device
    /// The address, trimmed of white space at its ends; empty when there is none.
    package var value: Text = ""
    /// The place in the request: `path`, `apns-channel-id`, or the FCM field `token`, `fid`, `topic`, `condition`.
    package var source: Text?

    /// A target without an address.
    package init() {}

    /// A target.
    package init(kind: Kind, value: Text, source: Text) {
        self.kind = kind
        self.value = value
        self.source = source
    }

    /// True when one push may reach many devices.
    package var isFanOut: Bool { kind != .device }

    /// The longest device address that is shown whole, in code points; a longer one keeps this many at its ends.
    package static let shownWhole = 24

    /// The address for a line: device addresses above ``shownWhole`` code points become 12 head, an ellipsis, 12 tail;
    /// every other kind stands whole; a blank one reads `(no target)`.
    package var shortened: Text {
        if value.isEmpty { return "(no target)" }
        guard kind == .device else { return value }
        let scalars = Array(value.description.unicodeScalars)
        guard scalars.count > Target.shownWhole else { return value }
        var short = String.UnicodeScalarView()
        short.append(contentsOf: scalars.prefix(Target.shownWhole / 2))
        short.append("…")
        short.append(contentsOf: scalars.suffix(Target.shownWhole / 2))
        return Text(String(short))
    }
}
