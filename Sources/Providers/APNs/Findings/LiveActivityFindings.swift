import Bytes
import JSONText
import PushModel

extension APNsPayload {
    /// What ActivityKit asks of a Live Activity push, and Live Activity keys where they mean nothing.
    ///
    /// Source: https://developer.apple.com/documentation/activitykit/starting-and-updating-live-activities-with-activitykit-push-notifications
    func liveActivityFindings(_ declaration: APNsDeclaration) -> [Finding] {
        guard declaration.knownPushType == .liveactivity else { return strayLiveActivityKeys(declaration) }
        guard presence == .dictionary else { return [] }
        var findings = eventFindings(declaration) + timeFindings
        switch declaration.priority {
        case nil:
            if case .apns = declaration.carrier {
                findings.append(
                    .note(
                        "apns-live-activity-priority",
                        at: declaration.place(of: "apns-priority"),
                        "Without apns-priority a Live Activity push has 10, which counts against the app's budget.",
                        help: "Send apns-priority: 5 for updates that need not be seen at once."
                    )
                )
            }
        case let priority? where priority != "5" && priority != "10":
            findings.append(
                .warning(
                    "apns-live-activity-priority",
                    at: declaration.place(of: "apns-priority"),
                    "A Live Activity push has priority 5 or 10, and apns-priority is \(priority).",
                    help: "Send apns-priority: 5 or 10."
                )
            )
        default: break
        }
        return findings
    }

    private func strayLiveActivityKeys(_ declaration: APNsDeclaration) -> [Finding] {
        guard aps[.event] != nil || aps[.contentState] != nil,
            let key = aps.keys.first(where: \.belongsToLiveActivity)
        else { return [] }
        let type = declaration.pushType.map { "is \($0)" } ?? "is absent"
        return [
            .warning(
                "apns-live-activity-push-type",
                at: aps.place(of: key),
                "\(aps.name(of: key)) belongs to a Live Activity, and apns-push-type \(type).",
                help: "Send apns-push-type: liveactivity and a topic that ends in .push-type.liveactivity."
            )
        ]
    }

    private func eventFindings(_ declaration: APNsDeclaration) -> [Finding] {
        switch aps[.event]?.text {
        case "start"?:
            if declaration.isBroadcast { return [broadcastStart] }
            let keys: [APSKey] = [.attributesType, .attributes, .contentState]
            return keys.compactMap { missing($0, in: "start") } + (alert.hasText ? [] : [startWithoutAlert])
        case "update"?:
            let keys: [APSKey] = [.timestamp, .contentState]
            return keys.compactMap { missing($0, in: "update") }
        case "end"?:
            let keys: [APSKey] = [.timestamp, .contentState]
            return keys.compactMap { missing($0, in: "end") }
        default:
            return [
                .warning(
                    "apns-live-activity-event",
                    at: aps.place(of: .event),
                    "A Live Activity push needs aps.event to be start, update or end.",
                    help: "Say which of them it is."
                )
            ]
        }
    }

    private var broadcastStart: Finding {
        .error(
            "apns-broadcast-start",
            at: aps.place(of: .event),
            "A broadcast can update and end Live Activities, and cannot start one.",
            help: "Start it with a push to each device, and give aps.input-push-channel the channel."
        )
    }

    private var startWithoutAlert: Finding {
        .warning(
            "apns-live-activity-start-without-alert",
            at: aps.place(of: .alert),
            "A push that starts a Live Activity needs an alert with text; without it nothing may start.",
            help: "Add an alert with title and body."
        )
    }

    /// A finding when a key that an event needs is absent. A final state is often left out, so `end` is judged milder.
    private func missing(_ key: APSKey, in event: String) -> Finding? {
        guard aps[key] == nil else { return nil }
        let message = "A Live Activity push with event \(event) needs \(aps.name(of: key))."
        let help = "Add \(key.rawValue) to aps."
        return event == "end"
            ? .warning("apns-live-activity-incomplete", at: aps.place(of: key), message, help: help)
            : .error("apns-live-activity-incomplete", at: aps.place(of: key), message, help: help)
    }

    private var timeFindings: [Finding] {
        let keys: [APSKey] = [.timestamp, .staleDate, .dismissalDate]
        return keys.compactMap { key in
            guard let value = aps[key] else { return nil }
            guard let seconds = value.double else {
                return .warning(
                    "apns-wrong-type",
                    at: aps.place(of: key),
                    "\(aps.name(of: key)) is \(value.kind.described), and Apple defines a number of seconds.",
                    help: "Send the seconds since 1970 as a number."
                )
            }
            guard seconds > EpochSeconds.largestPlausible else { return nil }
            return .warning(
                "apns-milliseconds",
                at: aps.place(of: key),
                "\(aps.name(of: key)) looks like milliseconds; it counts seconds, and lies thousands of years ahead.",
                help: "Divide it by 1000."
            )
        }
    }
}

/// Seconds since 1970 as senders write them.
enum EpochSeconds {
    /// Above this a number is taken for milliseconds: as seconds it is in the year 5138, as milliseconds in 1973.
    static let largestPlausible = 1e11
    /// Below this a moment is taken for a lifetime: as a moment it is in the year 1980, as a lifetime ten years.
    static let longestLifetime: Int64 = 315_360_000
}
