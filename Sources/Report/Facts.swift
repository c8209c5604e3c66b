import Bytes
import CaptureLog
import PushModel

/// One line about where a push went or how it is delivered: a name, a value as sent, and what is to be said of it.
struct Fact {
    let name: StaticString
    let value: Text?
    let note: Text?
}

extension CapturedPush {
    /// Where the push went and how it is to be delivered, in the order in which a reader asks.
    var facts: [Fact] {
        let message = reading.message
        var facts = [targetFact]
        if let attempt { facts.append(attemptFact(attempt)) }
        if let app = message.app { facts.append(Fact(name: "App", value: app, note: nil)) }
        if let type = message.pushType { facts.append(Fact(name: "Push type", value: type, note: nil)) }
        if let environment = message.environment {
            facts.append(Fact(name: "Environment", value: Text(environment.rawValue), note: nil))
        }
        if let tunnel = exchange.annotations.tunnel {
            facts.append(Fact(name: "Sent to", value: tunnel, note: "through the recorder as a proxy"))
        }
        if let gateway = message.gateway { facts.append(poolFact(gateway)) }
        let delivery = message.delivery
        if let raw = delivery.priorityRaw {
            var note: [UInt8] = []
            if let level = delivery.priority?.rawValue {
                note.append(contentsOf: level.utf8)
            } else {
                note.append("not a priority that is known")
            }
            facts.append(Fact(name: "Priority", value: raw, note: Text(repairing: note)))
        }
        if let expiry = delivery.expiry {
            facts.append(Fact(name: "Expiry", value: expiry.raw, note: expiryNote(expiry)))
        }
        if let key = delivery.collapseKey { facts.append(Fact(name: "Collapse key", value: key, note: nil)) }
        if delivery.priorityRaw == nil, delivery.expiry == nil, delivery.collapseKey == nil {
            facts.append(Fact(name: "Delivery", value: nil, note: "nothing said, so the vendor's defaults hold"))
        }
        if !message.dataKeys.isEmpty {
            var keys: [UInt8] = []
            for (index, key) in message.dataKeys.enumerated() {
                if index > 0 { keys.append(", ") }
                keys.append(contentsOf: key.bytes)
            }
            facts.append(Fact(name: "Data keys", value: Text(repairing: keys), note: nil))
        }
        return facts
    }

    private var targetFact: Fact {
        let target = reading.message.target
        var note: [UInt8] = []
        if let source = target.source {
            note.append("read from ")
            note.append(contentsOf: source.bytes)
        }
        if target.isFanOut {
            if !note.isEmpty { note.append("; ") }
            note.append("may reach many devices")
        }
        let value = target.value.isEmpty ? nil : target.value
        if value == nil { note = Array("no target".utf8) }
        return Fact(name: target.kind.word, value: value, note: note.isEmpty ? nil : Text(repairing: note))
    }

    private func attemptFact(_ attempt: Attempts.Attempt) -> Fact {
        var value: [UInt8] = []
        value.appendDecimal(attempt.number)
        value.append(" of ")
        value.appendDecimal(attempt.count)
        var note: [UInt8] = []
        if attempt.number == 1 {
            note.append("the same push was sent again later")
        } else {
            note.append("the same push as #")
            note.appendDecimal(attempt.first + 1)
        }
        return Fact(name: "Attempt", value: Text(repairing: value), note: Text(repairing: note))
    }

    private func poolFact(_ gateway: Gateway) -> Fact {
        guard let pool = gateway.pool else { return Fact(name: "Pool", value: nil, note: "none was chosen") }
        let words = [gateway.service, gateway.mode].compactMap { $0?.description }
        return Fact(name: "Pool", value: pool, note: Text(words.joined(separator: ", ")))
    }

    private func expiryNote(_ expiry: Expiry) -> Text {
        var note: [UInt8] = []
        switch expiry.meaning {
        case .immediate: note.append("delivered at once or dropped")
        case .unusable: note.append("cannot be used")
        case .at: note.append("until ")
        case .after(let seconds):
            note.append(duration: seconds)
            note.append(" after sending; computed from the capture: until ")
        }
        if let deadline = expiry.deadline(capturedAt: time) {
            note.append(contentsOf: deadline.reading)
            if deadline < time { note.append(", already past when captured") }
        }
        return Text(repairing: note)
    }
}

extension Finding.Place {
    /// The place in words, and the part of it that was captured.
    var described: (words: StaticString, captured: Text?) {
        switch self {
        case .body(let pointer): pointer.isEmpty ? ("in the body", nil) : ("in the body at", pointer)
        case .header(let name): ("in the header", name)
        case .target: ("in the request target", nil)
        case .request: ("in the request as a whole", nil)
        case .outgoing(.body(let pointer)):
            pointer.isEmpty ? ("in the outgoing body", nil) : ("in the outgoing body at", pointer)
        case .outgoing(.header(let name)): ("in the outgoing header", name)
        case .outgoing(.target): ("in the outgoing request target", nil)
        case .outgoing: ("in the outgoing request as a whole", nil)
        }
    }
}
