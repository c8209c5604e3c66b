import Bytes
import JSONText
import PushModel

extension APNsPayload {
    /// What a locked iPhone does with the payload when the user has allowed notifications.
    ///
    /// The rows P1 to P20 of the project's display rules, in the order in which the system decides: who gets the push
    /// (an app's widget, a part of the system, the app alone), then what the user notices.
    func verdict(for declaration: APNsDeclaration) -> Verdict {
        let type = declaration.knownPushType
        if let type, type.isSystemChannel { return systemChannelVerdict(type) }
        switch presence {
        case .missing:
            return .notShown("no_aps", "There is no aps dictionary, so iOS shows nothing.")
        case .wrongType(let kind):
            return .notShown("no_aps", "aps is \(kind.described) instead of an object, so iOS shows nothing.")
        case .dictionary: break
        }
        switch type {
        case .liveactivity: return liveActivityVerdict(isBroadcast: declaration.isBroadcast)
        case .background: return backgroundVerdict(declaration)
        default: break
        }
        if alert.hasText { return cardVerdict() }
        if alert.badge != nil || alert.sound != nil { return badgeOrSoundVerdict() }
        return nothingVerdict()
    }

    private func systemChannelVerdict(_ type: APNsPushType) -> Verdict {
        let receiver =
            switch type {
            case .voip: "the app, which must report a call to the system"
            case .pushtotalk: "the app's Push to Talk session"
            case .complication: "the app, to refresh its complication"
            case .fileprovider: "the app's File Provider extension"
            case .location: "the app's location push extension"
            case .mdm: "the device management client"
            case .widgets: "the app's widgets, to reload them"
            case .controls: "the app's controls, to reload them"
            case .alert, .background, .liveactivity: "the app"
            }
        return .notShown(
            Text("system_channel_\(type.rawValue)"),
            "A \(type.rawValue) push goes to \(receiver); the system shows no card for it.",
            wakesApp: true
        )
    }

    private func liveActivityVerdict(isBroadcast: Bool) -> Verdict {
        let noticed = alert.isEmpty ? nil : alert
        let light = alert.hasText ? "; its alert lights the screen" : ""
        switch aps[.event]?.text {
        case "start"? where !isBroadcast:
            return Verdict(
                outcome: .liveActivity,
                reason: "live_activity_start",
                explain: Text("A Live Activity appears, drawn by the app's widget\(light)."),
                alert: noticed
            )
        case "update"?:
            return Verdict(
                outcome: .liveActivity,
                reason: "live_activity_update",
                explain: Text("A running Live Activity changes, drawn by the app's widget\(light)."),
                alert: noticed
            )
        case "end"?:
            return Verdict(
                outcome: .liveActivity,
                reason: "live_activity_end",
                explain: Text("A running Live Activity ends and leaves the screen later\(light)."),
                alert: noticed
            )
        case "start"?:
            return .notShown(
                "live_activity_broadcast_start",
                "A broadcast cannot start a Live Activity, so nothing may appear."
            )
        default:
            return .notShown(
                "live_activity_no_event",
                "aps.event is neither start nor update nor end, so the Live Activity may not change."
            )
        }
    }

    private func backgroundVerdict(_ declaration: APNsDeclaration) -> Verdict {
        if !alert.isEmpty {
            return .notShown(
                "background_with_alert",
                "A background push must not ask for alert, badge or sound; APNs may refuse, delay or drop it.",
                wakesApp: isContentAvailable
            )
        }
        guard isContentAvailable else {
            return .notShown(
                "background_without_content_available",
                "A background push without content-available neither shows anything nor wakes the app."
            )
        }
        if declaration.priorityInEffect != "5" {
            return .notShown(
                "background_priority",
                "Nothing is shown; the app may not be woken, since a background push must have priority 5.",
                wakesApp: true
            )
        }
        return .notShown(
            "background",
            "Nothing is shown; the system wakes the app in the background when it sees fit.",
            wakesApp: true
        )
    }

    private func cardVerdict() -> Verdict {
        var clauses = ["A card is shown"]
        // The first that applies names the verdict; every one that applies is told.
        var reason: Text?
        func tell(_ code: Text, _ clause: String, when applies: Bool) {
            guard applies else { return }
            reason = reason ?? code
            clauses.append(clause)
        }
        let isLocalized = alert.localization.map { !$0.isEmpty } ?? false
        let isCritical = alert.isCritical || alert.interruptionLevel.map { $0 == "critical" } ?? false
        let isTimeSensitive = alert.interruptionLevel.map { $0 == "time-sensitive" } ?? false
        let isPassive = alert.interruptionLevel.map { $0 == "passive" } ?? false
        tell(
            "critical",
            "it sounds through mute and Focus if Apple granted the app critical alerts",
            when: isCritical
        )
        tell(
            "time_sensitive",
            "it breaks through Focus if the app has the capability and the user allows it",
            when: isTimeSensitive
        )
        tell("passive", "it joins the list without lighting the screen", when: isPassive)
        tell("may_be_modified", "the app's service extension may change it first", when: hasMutableContent)
        tell("alert_with_background_wake", "the app is woken in the background too", when: isContentAvailable)
        tell("alert_localized", "the app looks its text up by key, so the final text is not known", when: isLocalized)
        let explain = clauses.joined(separator: "; ") + "."
        return Verdict(
            outcome: .shown,
            reason: reason ?? "alert_text",
            explain: Text(explain),
            wakesApp: isContentAvailable,
            alert: alert
        )
    }

    private func badgeOrSoundVerdict() -> Verdict {
        let (reason, effect): (Text, String) =
            switch (alert.sound != nil, alert.badge) {
            case (true, nil): ("sound_only", "A sound is played")
            case (true, 0?): ("badge_and_sound", "A sound is played and the badge is cleared")
            case (true, let badge?): ("badge_and_sound", "A sound is played and the badge becomes \(badge)")
            case (false, 0?): ("badge_only", "The badge is cleared")
            case (false, let badge): ("badge_only", "The badge becomes \(badge ?? 0)")
            }
        let wake = isContentAvailable ? "; the app is woken in the background too" : ""
        return Verdict(
            outcome: .badgeOrSound,
            reason: reason,
            explain: Text("\(effect); there is no text, so there is no card\(wake)."),
            wakesApp: isContentAvailable,
            alert: alert
        )
    }

    private func nothingVerdict() -> Verdict {
        if isContentAvailable {
            return .notShown(
                "content_available_without_background_type",
                "Nothing is shown; the app may not be woken, since apns-push-type is not background.",
                wakesApp: true
            )
        }
        if isAlertEmpty {
            return .notShown("empty_alert", "The alert has no text, so there is no card.", wakesApp: hasCustomData)
        }
        if hasMutableContent {
            return .notShown(
                "mutable_content_without_alert",
                "There is no alert to change, so the service extension does not run and nothing is shown.",
                wakesApp: hasCustomData
            )
        }
        if hasCustomData {
            return .notShown(
                "data_only",
                "Nothing is shown and nothing wakes the app; it is handed the data only while it is open.",
                wakesApp: true
            )
        }
        return .notShown("no_content", "aps asks for nothing, so nothing is shown.")
    }
}

extension Verdict {
    /// A verdict without anything to notice.
    static func notShown(_ reason: Text, _ explain: String, wakesApp: Bool = false) -> Verdict {
        Verdict(outcome: .notShown, reason: reason, explain: Text(explain), wakesApp: wakesApp)
    }
}

extension APNsDeclaration {
    /// The priority that counts: what was sent, or what stands for nothing sent. FCM chooses its own, which is not known.
    var priorityInEffect: Text {
        if let priority { return priority }
        return switch carrier {
        case .apns: "10"
        case .fcm: "5"
        }
    }
}
