package import Bytes

extension JSONWriter {
    /// A member that is a push in neutral terms; what the sender left out is left out.
    ///
    /// Shape: `message` in `samples/report.schema.json`, which the report and the read API share but for the payloads.
    ///
    /// - Parameter payload: writes the members of a payload that stand beside its `format`.
    package mutating func member(
        _ key: Text, _ message: Message, payload write: (inout JSONWriter, Payload) -> Void
    ) {
        object(key) { writer in
            writer.member("kind", Text(message.kind.rawValue))
            writer.member("push_type", ifAny: message.pushType)
            writer.member("app", ifAny: message.app)
            writer.member("environment", ifAny: message.environment.map { Text($0.rawValue) })
            writer.object("target") { writer in
                writer.member("kind", Text(message.target.kind.rawValue))
                writer.member("value", message.target.value)
                writer.member("source", ifAny: message.target.source)
            }
            if let alert = message.alert { writer.object("alert") { $0.members(of: alert) } }
            if let data = message.data { writer.member("data", json: data.bytes[...]) }
            writer.object("delivery") { $0.members(of: message.delivery) }
            writer.array("payloads", message.payloads) { writer, payload in
                writer.object { writer in
                    writer.member("format", Text(payload.format.rawValue))
                    write(&writer, payload)
                }
            }
            if let gateway = message.gateway { writer.members(of: gateway) }
        }
    }

    private mutating func members(of gateway: Gateway) {
        object("gateway") { writer in
            writer.member("service", ifAny: gateway.service)
            writer.member("mode", ifAny: gateway.mode)
            writer.member("pool", ifAny: gateway.pool)
        }
        guard let outgoing = gateway.outgoing else { return }
        object("outgoing") { writer in
            writer.member("service", outgoing.service)
            writer.member("authority", outgoing.authority)
            writer.member("path", outgoing.path)
            writer.array("headers", outgoing.headers) { $0.array([$1.name, $1.value]) { $0.value($1) } }
            writer.member("body", json: outgoing.body.bytes[...])
        }
    }

    private mutating func members(of alert: Alert) {
        member("critical", alert.isCritical)
        member("title", ifAny: alert.title)
        member("subtitle", ifAny: alert.subtitle)
        member("body", ifAny: alert.body)
        member("image", ifAny: alert.image)
        member("sound", ifAny: alert.sound)
        member("category", ifAny: alert.category)
        member("interruption_level", ifAny: alert.interruptionLevel)
        member("thread", ifAny: alert.thread)
        member("channel", ifAny: alert.channel)
        if let badge = alert.badge { member("badge", badge) }
        guard let localization = alert.localization, !localization.isEmpty else { return }
        object("localization") { writer in
            writer.members("title_key", "title_args", localization.title)
            writer.members("subtitle_key", "subtitle_args", localization.subtitle)
            writer.members("body_key", "body_args", localization.body)
        }
    }

    private mutating func members(_ key: Text, _ arguments: Text, _ text: LocalizedText?) {
        guard let text else { return }
        member(key, text.key)
        member(arguments, text.arguments)
    }

    private mutating func members(of delivery: Delivery) {
        member("priority", ifAny: delivery.priority.map { Text($0.rawValue) })
        member("priority_raw", ifAny: delivery.priorityRaw)
        if let expiry = delivery.expiry {
            object("expiry") { writer in
                writer.member("raw", expiry.raw)
                switch expiry.meaning {
                case .immediate: writer.member("immediate", true)
                case .at(let moment): writer.member("at", Text(repairing: moment.rfc3339))
                case .after(let seconds): writer.member("ttl_seconds", seconds)
                case .unusable: break
                }
            }
        }
        member("collapse_key", ifAny: delivery.collapseKey)
    }
}
