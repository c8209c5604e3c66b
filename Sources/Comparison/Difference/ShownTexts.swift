import Bytes
import PushModel

/// What a push shows or plays on each platform, by name.
struct ShownTexts {
    /// The names, in the order in which a reader asks.
    static let names: [Text] = [
        "title", "subtitle", "body", "title key", "subtitle key", "body key", "badge", "sound", "critical", "level",
        "image", "category", "thread", "channel",
    ]

    private let alerts: [(platform: Platform, alert: Alert?)]

    /// The texts of the platforms that are reached; of a push that shows nothing those that it asked to show.
    init(_ reading: PushReading) {
        let asked = reading.message.alert
        alerts = reading.verdicts.all.map { ($0.platform, $0.verdict.alert ?? asked) }
    }

    func has(_ platform: Platform) -> Bool { alerts.contains { $0.platform == platform } }

    subscript(platform: Platform, name: Text) -> Text? {
        guard let alert = alerts.first(where: { $0.platform == platform })?.alert else { return nil }
        return switch name.description {
        case "title": alert.title
        case "subtitle": alert.subtitle
        case "body": alert.body
        case "title key": alert.localization?.title?.told
        case "subtitle key": alert.localization?.subtitle?.told
        case "body key": alert.localization?.body?.told
        case "badge": alert.badge.map { Text(String($0)) }
        case "sound": alert.sound
        case "critical": alert.isCritical ? "yes" : nil
        case "level": alert.interruptionLevel
        case "image": alert.image
        case "category": alert.category
        case "thread": alert.thread
        case "channel": alert.channel
        default: nil
        }
    }
}

extension LocalizedText {
    /// The key and what fills it.
    fileprivate var told: Text {
        arguments.isEmpty ? key : Text("\(key) (\(arguments.map(\.description).joined(separator: ", ")))")
    }
}
