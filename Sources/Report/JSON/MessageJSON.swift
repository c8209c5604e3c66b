import Bytes
import PushModel

extension [UInt8] {
    /// Appends the neutral model of a push; what the sender left out is left out.
    mutating func append(message: Message) {
        append("{\"kind\":\"")
        append(contentsOf: message.kind.rawValue.utf8)
        append("\"")
        if let type = message.pushType { appendMember("push_type", type) }
        if let app = message.app { appendMember("app", app) }
        append(",\"target\":{\"kind\":\"")
        append(contentsOf: message.target.kind.rawValue.utf8)
        append("\"")
        appendMember("value", message.target.value)
        if let source = message.target.source { appendMember("source", source) }
        append("}")
        if let alert = message.alert {
            append(",\"alert\":")
            append(alert: alert)
        }
        if let data = message.data {
            append(",\"data\":")
            append(contentsOf: data.bytes)
        }
        append(",\"delivery\":")
        append(delivery: message.delivery)
        append(",\"payloads\":")
        appendArray(message.payloads) { output, payload in
            output.append("{\"format\":\"")
            output.append(contentsOf: payload.format.rawValue.utf8)
            output.append("\"")
            output.appendMember("text", payload.data)
            output.append("}")
        }
        append("}")
    }

    private mutating func append(alert: Alert) {
        append("{\"critical\":")
        append(alert.isCritical ? "true" : "false")
        let texts: [(StaticString, Text?)] = [
            ("title", alert.title), ("subtitle", alert.subtitle), ("body", alert.body), ("image", alert.image),
            ("sound", alert.sound), ("category", alert.category), ("interruption_level", alert.interruptionLevel),
            ("thread", alert.thread), ("channel", alert.channel),
        ]
        for (key, text) in texts {
            if let text { appendMember(key, text) }
        }
        if let badge = alert.badge {
            append(",\"badge\":")
            appendDecimal(badge)
        }
        if let localization = alert.localization {
            append(",\"localization\":{")
            let start = count
            append("title", localization.title, start: start)
            append("subtitle", localization.subtitle, start: start)
            append("body", localization.body, start: start)
            append("}")
        }
        append("}")
    }

    private mutating func append(_ part: StaticString, _ text: LocalizedText?, start: Int) {
        guard let text else { return }
        append(count == start ? "\"" : ",\"")
        append(part)
        append("_key\":")
        appendJSONString(text.key.bytes)
        append(",\"")
        append(part)
        append("_args\":")
        appendArray(text.arguments) { $0.appendJSONString($1.bytes) }
    }

    private mutating func append(delivery: Delivery) {
        append("{")
        let start = count
        func separate(_ output: inout [UInt8]) { if output.count > start { output.append(UInt8(ascii: ",")) } }
        if let priority = delivery.priority {
            append("\"priority\":\"")
            append(contentsOf: priority.rawValue.utf8)
            append("\"")
        }
        if let raw = delivery.priorityRaw {
            separate(&self)
            append("\"priority_raw\":")
            appendJSONString(raw.bytes)
        }
        if let expiry = delivery.expiry {
            separate(&self)
            append("\"expiry\":{\"raw\":")
            appendJSONString(expiry.raw.bytes)
            switch expiry.meaning {
            case .immediate: append(",\"immediate\":true")
            case .at(let moment):
                append(",\"at\":\"")
                append(contentsOf: moment.rfc3339)
                append("\"")
            case .after(let seconds):
                append(",\"ttl_seconds\":")
                appendDecimal(seconds)
            case .unusable: break
            }
            append("}")
        }
        if let key = delivery.collapseKey {
            separate(&self)
            append("\"collapse_key\":")
            appendJSONString(key.bytes)
        }
        append("}")
    }
}
