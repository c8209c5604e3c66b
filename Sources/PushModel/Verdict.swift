package import Bytes

/// Where a push may be seen.
package enum Platform: String, Sendable, CaseIterable {
    case ios
    case android
    case web

    /// The name a reader knows.
    package var label: StaticString {
        switch self {
        case .ios: "iOS"
        case .android: "Android"
        case .web: "Web"
        }
    }
}

/// What one platform does with a push, on a locked screen, when the user has allowed notifications.
package enum Outcome: String, Sendable, CaseIterable {
    /// A card on the locked screen.
    case shown
    /// Noticed without a card: a sound or a badge.
    case badgeOrSound = "badge_or_sound"
    /// A Live Activity, drawn by the app's widget.
    case liveActivity = "live_activity"
    /// The app's own code receives it and may or may not show something.
    case appDecides = "app_decides"
    /// Nothing is shown.
    case notShown = "not_shown"
    /// The provider refused the request, so nothing reaches a device.
    case refused

    /// True when the user notices it.
    package var isNoticed: Bool { self == .shown || self == .badgeOrSound || self == .liveActivity }
}

/// The verdict on one platform: what happens, why in a stable code, and why in a sentence.
package struct Verdict: Sendable, Equatable {
    /// What the platform does.
    package let outcome: Outcome
    /// A stable code, lower-case words joined by `_`; what tests and filters rely on.
    package let reason: Text
    /// One plain sentence.
    package let explain: Text
    /// True when the app on this platform is woken or handed data even if nothing is shown.
    package let wakesApp: Bool
    /// What the card says on this platform; nil when there is no card, badge or sound.
    package var alert: Alert? { card?.alert }

    private let card: Card?

    // A verdict is copied wherever platforms are walked, and an alert has a dozen texts whose owners would be counted.
    private final class Card: Sendable, Equatable {
        let alert: Alert

        init(_ alert: Alert) { self.alert = alert }

        static func == (left: Card, right: Card) -> Bool { left === right || left.alert == right.alert }
    }

    /// A verdict.
    package init(outcome: Outcome, reason: Text, explain: Text, wakesApp: Bool = false, alert: Alert? = nil) {
        self.outcome = outcome
        self.reason = reason
        self.explain = explain
        self.wakesApp = wakesApp
        card = alert.map(Card.init)
    }
}

/// The verdicts of one push, one for each platform that it can reach.
package struct Verdicts: Sendable, Equatable {
    /// iOS, iPadOS and the other systems behind APNs.
    package var ios: Verdict?
    /// Android, through FCM.
    package var android: Verdict?
    /// Browsers, through FCM.
    package var web: Verdict?

    /// No platform reached.
    package init() {}

    /// The verdict for a platform; nil when the push cannot reach it.
    package subscript(platform: Platform) -> Verdict? {
        get {
            switch platform {
            case .ios: ios
            case .android: android
            case .web: web
            }
        }
        set {
            switch platform {
            case .ios: ios = newValue
            case .android: android = newValue
            case .web: web = newValue
            }
        }
    }

    /// The platforms reached, in the order iOS, Android, web, with their verdicts.
    package var all: [(platform: Platform, verdict: Verdict)] {
        var all: [(platform: Platform, verdict: Verdict)] = []
        all.reserveCapacity(3)
        if let ios { all.append((.ios, ios)) }
        if let android { all.append((.android, android)) }
        if let web { all.append((.web, web)) }
        return all
    }

    /// What the push does as a whole: a notification if the user notices anything anywhere, else silent if an app is
    /// woken or given data anywhere, else empty.
    package var kind: Kind {
        if ios?.outcome.isNoticed == true || android?.outcome.isNoticed == true || web?.outcome.isNoticed == true {
            return .notification
        }
        return ios?.deliversToApp == true || android?.deliversToApp == true || web?.deliversToApp == true
            ? .silent : .empty
    }
}

extension Verdict {
    /// True when the app gets something; a refused push gives it nothing.
    fileprivate var deliversToApp: Bool { wakesApp && outcome != .refused }
}
