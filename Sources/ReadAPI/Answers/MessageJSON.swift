import Bytes
import JSONText
import PushModel

extension JSONWriter {
    /// A push in neutral terms; what the sender left out is left out.
    mutating func member(_ key: Text, _ message: Message) {
        object(key) { writer in
            writer.member("kind", Text(message.kind.rawValue))
            writer.optional("push_type", message.pushType)
            writer.optional("app", message.app)
            writer.object("target") { writer in
                writer.member("kind", Text(message.target.kind.rawValue))
                writer.member("value", message.target.value)
                writer.optional("source", message.target.source)
            }
            if let alert = message.alert { writer.object("alert") { $0.members(of: alert) } }
            if let data = message.data { writer.member("data", json: data.bytes[...]) }
            writer.object("delivery") { $0.members(of: message.delivery) }
            writer.array("payloads", message.payloads) { writer, payload in
                writer.object { writer in
                    writer.member("format", Text(payload.format.rawValue))
                    if (try? JSONText(parsing: payload.data.bytes)) != nil {
                        writer.member("data", json: payload.data.bytes[...])
                    } else {
                        writer.member("text", payload.data)
                    }
                }
            }
        }
    }

    /// A member that is a string, or no member.
    mutating func optional(_ key: Text, _ value: Text?) {
        if let value { member(key, value) }
    }

    private mutating func members(of alert: Alert) {
        optional("title", alert.title)
        optional("subtitle", alert.subtitle)
        optional("body", alert.body)
        optional("image", alert.image)
        if let badge = alert.badge { member("badge", badge) }
        optional("sound", alert.sound)
        optional("category", alert.category)
        optional("interruption_level", alert.interruptionLevel)
        if alert.isCritical { member("critical", true) }
        optional("thread", alert.thread)
        optional("channel", alert.channel)
        guard let localization = alert.localization, !localization.isEmpty else { return }
        object("localization") { writer in
            writer.localized("title_key", "title_args", localization.title)
            writer.localized("subtitle_key", "subtitle_args", localization.subtitle)
            writer.localized("body_key", "body_args", localization.body)
        }
    }

    private mutating func localized(_ key: Text, _ arguments: Text, _ text: LocalizedText?) {
        guard let text else { return }
        member(key, text.key)
        member(arguments, text.arguments)
    }

    private mutating func members(of delivery: Delivery) {
        optional("priority", delivery.priority.map { Text($0.rawValue) })
        optional("priority_raw", delivery.priorityRaw)
        if let expiry = delivery.expiry {
            object("expiry") { writer in
                switch expiry.meaning {
                case .immediate: writer.member("immediate", true)
                case .at(let moment): writer.member("at", Text(repairing: moment.rfc3339))
                case .after(let seconds): writer.member("ttl_seconds", seconds)
                case .unusable: break
                }
                writer.member("raw", expiry.raw)
            }
        }
        optional("collapse_key", delivery.collapseKey)
    }
}
