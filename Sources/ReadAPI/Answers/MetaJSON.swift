import Bytes
import CaptureLog
import Filter
import HTTPMessage
import PushModel

extension JSONWriter {
    /// What is known of a push beside its message, flat, so that a test can ask for one thing without walking the model.
    mutating func meta(of subject: FilterSubject) {
        let message = subject.reading.message
        object("meta") { writer in
            writer.member("kind", Text(message.kind.rawValue))
            writer.member("displays", message.kind == .notification)
            writer.member("push_type", ifAny: message.pushType)
            writer.member("app", ifAny: message.app)
            if !message.target.value.isEmpty {
                writer.member("target_kind", Text(message.target.kind.rawValue))
                writer.member("target", message.target.value)
                writer.member("target_source", ifAny: message.target.source)
                if message.target.isFanOut { writer.member("fanout", true) }
            }
            writer.member("priority", ifAny: message.delivery.priority.map { Text($0.rawValue) })
            writer.member("priority_raw", ifAny: message.delivery.priorityRaw)
            writer.member("collapse_key", ifAny: message.delivery.collapseKey)
            writer.member("expiry", ifAny: message.delivery.expiry?.described)
            if let alert = message.alert { writer.meta(of: alert) }
            if !message.dataKeys.isEmpty { writer.member("data_keys", message.dataKeys) }
            if !message.payloads.isEmpty {
                writer.member("payload_formats", message.payloads.map { Text($0.format.rawValue) })
            }
            writer.meta(of: subject.exchange)
        }
    }

    private mutating func meta(of alert: Alert) {
        member("title", ifAny: alert.title)
        member("subtitle", ifAny: alert.subtitle)
        member("category", ifAny: alert.category)
        member("sound", ifAny: alert.sound)
        member("image", ifAny: alert.image)
        if let badge = alert.badge { member("badge", badge) }
        if alert.localization?.isEmpty == false { member("localized", true) }
    }

    private mutating func meta(of exchange: Exchange) {
        let request = exchange.request
        switch request.version {
        case .http10: member("http_version", "HTTP/1.0")
        case .http11: member("http_version", "HTTP/1.1")
        case .http2: member("http_version", "HTTP/2.0")
        }
        member("warning", ifAny: exchange.annotations.warning)
        member("scripted", ifAny: exchange.annotations.scripted)
        let names = (0..<request.headers.count).filter { position in
            ASCII.hasPrefix(request.headers.name(at: position).map(ASCII.lowercased)[...], "apns-")
        }
        guard !names.isEmpty else { return }
        var seen: Set<Text> = []
        object("apns_headers") { writer in
            for position in names {
                let name = Text(repairing: request.headers.name(at: position).map(ASCII.lowercased))
                guard seen.insert(name).inserted else { continue }
                writer.member(name, Text(repairing: request.headers.value(at: position)))
            }
        }
    }
}
