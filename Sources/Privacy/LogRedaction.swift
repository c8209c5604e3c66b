package import Bytes
package import CaptureLog
import HTTPMessage
import JSONText

/// Hides parts of captured events: an event in, an event out, with ``Annotations/hidden`` saying what is hidden.
///
/// What is rendered and what is kept in a report come from the same hidden events, so they obey the same rule. Readings
/// stay: outcomes, reasons, kinds and the codes, severities and places of findings are those of the event as it was
/// captured. So names keep the shape of tokens that findings are about (``DeviceTokenIndex/name(of:)``), and payloads keep
/// their length, their structure and the vendors' own vocabulary (``PayloadRule``). Words of findings may quote what is
/// hidden and then quote its mask. Hiding twice is hiding once.
package struct LogRedaction: Sendable {
    private let hidden: Hidden
    private let tokens: DeviceTokenIndex

    /// A redaction.
    ///
    /// - Parameter tokens: the device tokens of all logs; needed to hide targets.
    package init(hiding hidden: Hidden, tokens: DeviceTokenIndex = DeviceTokenIndex()) {
        self.hidden = hidden
        self.tokens = tokens
    }

    /// The event with everything hidden that is to be hidden.
    package func redacted(_ event: Event) -> Event {
        let content: Event.Content
        switch event.content {
        case .push(let exchange): content = .push(redacted(exchange))
        case .request(let exchange): content = .request(redacted(exchange))
        case .mark(let label): content = .mark(label: redacted(label))
        case .run, .reset, .end, .unknown: content = event.content
        }
        return Event(id: event.id, time: event.time, content: content)
    }

    /// A text beside the pushes, such as the label of a mark, with the device tokens in it named.
    package func redacted(_ text: Text) -> Text {
        hidden.contains(.targets) ? tokens.naming(text.bytes).map { Text(repairing: $0) } ?? text : text
    }

    private func redacted(_ exchange: Exchange) -> Exchange {
        let isNew = hidden.subtracting(exchange.annotations.hidden)
        var exchange = exchange
        if isNew.contains(.targets) { hideTargets(in: &exchange) }
        if isNew.contains(.payloads) { hidePayload(in: &exchange) }
        exchange.annotations.hidden.formUnion(hidden)
        return exchange
    }

    // MARK: Targets

    private func hideTargets(in exchange: inout Exchange) {
        var tokens = tokens
        for token in DeviceTokens.all(in: exchange) { tokens.insert(token) }
        func named(_ bytes: [UInt8]) -> [UInt8] { tokens.naming(bytes) ?? bytes }
        exchange.request.target = named(DeviceTokens.namingPath(exchange))
        exchange.request.authority = named(exchange.request.authority)
        exchange.request.headers = naming(exchange.request.headers, tokens)
        exchange.request.body = tokens.namingBody(DeviceTokens.namingBody(exchange))
        exchange.response.headers = naming(exchange.response.headers, tokens)
        exchange.response.body = tokens.namingBody(exchange.response.body)
        exchange.annotations.warning = exchange.annotations.warning.map { Text(repairing: named($0.bytes)) }
        exchange.annotations.others = exchange.annotations.others.map { member in
            Annotations.Member(key: member.key, value: tokens.namingBody(member.value))
        }
    }

    private func naming(_ headers: HeaderList, _ tokens: DeviceTokenIndex) -> HeaderList {
        var list = HeaderList()
        for position in 0..<headers.count {
            let value = Array(headers.value(at: position))
            list.append(headers.name(at: position), (tokens.naming(value) ?? value)[...])
        }
        return list
    }

    // MARK: Payloads

    private func hidePayload(in exchange: inout Exchange) {
        let rule = PayloadRule(of: exchange.provider)
        exchange.request.body = PayloadMask.masked(exchange.request.body, by: rule)
        exchange.request.headers = maskingOwnFields(of: exchange)
        exchange.response.body = PayloadMask.masked(exchange.response.body, by: .answer)
        exchange.annotations.others = exchange.annotations.others.map { member in
            // The gateway's own settings, without which nobody could say what it sent on.
            if member.key == "pool" || member.key == "profile" { return member }
            return Annotations.Member(key: member.key, value: PayloadMask.masked(member.value, by: .hide))
        }
    }

    /// The header fields, those masked in which a sender says what FCM has in the payload, or what no service asks for.
    private func maskingOwnFields(of exchange: Exchange) -> HeaderList {
        let fields = exchange.request.headers
        var list = HeaderList()
        for position in 0..<fields.count {
            let (name, value) = (fields.name(at: position), fields.value(at: position))
            let isOwn =
                ASCII.equalIgnoringCase(name, "apns-collapse-id") || ASCII.equalIgnoringCase(name.prefix(2), "x-")
            let isRemoved = exchange.redactions.contains { $0.place == .header(position: position) }
            list.append(name, isOwn && !isRemoved ? PayloadMask.masked(field: value)[...] : value)
        }
        return list
    }
}
