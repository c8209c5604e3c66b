package import Bytes
import CaptureLog
import HTTPMessage
package import JSONText
package import PushModel

/// The fields of one subject, read without copies; JSON is parsed when first asked for and kept for the next question.
package struct FieldReader: Sendable {
    /// What is read.
    package let subject: FilterSubject
    private var postedBody = LazyJSON()
    private var ownData = LazyJSON()
    private var outgoingBody = LazyJSON()

    /// A reader of one subject.
    package init(_ subject: FilterSubject) {
        self.subject = subject
    }

    /// The values that the field has, each once, in the order read; JSON strings decoded, other JSON as posted.
    package mutating func values(of field: Field) -> [Text] {
        var values: [Text] = []
        _ = hasValue(field) { value in
            let text = unsafe value.withUnsafeBufferPointer { unsafe Text(repairing: $0) }
            if !values.contains(text) { values.append(text) }
            return false
        }
        return values
    }

    /// The value at a place in the posted body; nil when there is none or the body is not JSON.
    package mutating func json(at pointer: JSONPointer) -> JSONValue? {
        postedBody.root(of: subject.exchange.request.body).flatMap(pointer.value)
    }

    /// The value that a field of JSON stands for; nil for every other field.
    package mutating func json(of field: Field) -> JSONValue? {
        switch field {
        case .json(let pointer): return json(at: pointer)
        case .outgoing(.json(let pointer)):
            guard let gateway = message.gateway else { return json(at: pointer) }
            return gateway.outgoing.flatMap { outgoingBody.root(of: $0.body.bytes) }.flatMap(pointer.value)
        default: return nil
        }
    }

    /// True when one of the field's values is what is asked for; no further value is read then.
    mutating func hasValue(_ field: Field, where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        switch field {
        case .anything: CardText(subject).contains(where: isMatch)
        case .kind: isMatch(message.kind.rawValue.utf8Span.span)
        case .displays: isMatch(yesOrNo(message.kind == .notification).utf8Span.span)
        case .shown: isAnyPlatformShown(where: isMatch)
        case .verdict(let platform): isVerdict(on: platform, isMatch)
        case .provider: subject.exchange.provider.matches(isMatch)
        case .status: isMatch(String(subject.exchange.response.status).utf8Span.span)
        case .attempt: isMatch(String(subject.attempt).utf8Span.span)
        case .refused: isMatch(yesOrNo(subject.isRefused).utf8Span.span)
        case .scripted: isMatch(yesOrNo(subject.exchange.annotations.scripted != nil).utf8Span.span)
        case .app: message.app.matches(isMatch)
        case .environment: message.environment.map { isMatch($0.rawValue.utf8Span.span) } ?? false
        case .target: !message.target.value.isEmpty && isMatch(message.target.value.bytes.span)
        case .targetKind: isMatch(message.target.kind.rawValue.utf8Span.span)
        case .source: message.target.source.matches(isMatch)
        case .pushType: message.pushType.matches(isMatch)
        case .priority: message.delivery.hasPriority(where: isMatch)
        case .collapse: message.delivery.collapseKey.matches(isMatch)
        case .title: subject.reading.hasAlert { ($0.title ?? $0.localization?.title?.key).matches(isMatch) }
        case .body: subject.reading.hasAlert { ($0.body ?? $0.localization?.body?.key).matches(isMatch) }
        case .dataKey: message.dataKeys.contains { isMatch($0.bytes.span) }
        case .data(let key): ownData.root(of: message.data?.bytes ?? [])?.last(named: key)?.matches(isMatch) ?? false
        case .finding: hasFinding(where: isMatch)
        case .mark: subject.mark.matches(isMatch)
        case .header(let name): hasHeader(name, where: isMatch)
        case .id: subject.id.bytes.matches(isMatch)
        case .time: subject.time.rfc3339.matches(isMatch)
        case .json, .outgoing(.json): json(of: field)?.matches(isMatch) ?? false
        case .pool: message.gateway?.pool.matches(isMatch) ?? false
        case .service: (message.gateway.map(\.service) ?? subject.exchange.provider).matches(isMatch)
        case .mode: message.gateway?.mode.matches(isMatch) ?? false
        case .outgoing(.path): outgoingPath.matches(isMatch)
        case .outgoing(.header(let name)): hasOutgoingHeader(name, where: isMatch)
        }
    }

    private var outgoingPath: Text? {
        guard let gateway = message.gateway else { return Text(repairing: subject.exchange.request.path) }
        return gateway.outgoing?.path
    }

    private func hasOutgoingHeader(_ name: Text, where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        guard let gateway = message.gateway else { return hasHeader(name, where: isMatch) }
        return gateway.outgoing?.headers.contains { $0.name == name && isMatch($0.value.bytes.span) } ?? false
    }

    private var message: Message { subject.reading.message }

    private func isAnyPlatformShown(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        Platform.allCases.contains { platform in
            subject.reading.verdicts[platform]?.outcome == .shown && isMatch(platform.rawValue.utf8Span.span)
        }
    }

    private func isVerdict(on platform: Platform, _ isMatch: (Span<UInt8>) -> Bool) -> Bool {
        guard let verdict = subject.reading.verdicts[platform] else { return false }
        return isMatch(verdict.outcome.rawValue.utf8Span.span) || isMatch(verdict.reason.bytes.span)
    }

    private func hasFinding(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        subject.reading.findings.contains {
            isMatch($0.code.bytes.span) || isMatch($0.severity.rawValue.utf8Span.span)
        }
    }

    private func hasHeader(_ name: Text, where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        let headers = subject.exchange.request.headers
        return (0..<headers.count).contains { position in
            headers.name(at: position).elementsEqual(name.bytes) { ASCII.lowercased($0) == $1 }
                && isMatch(headers.value(at: position).span)
        }
    }
}

extension Delivery {
    fileprivate func hasPriority(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        if let priority, isMatch(priority.rawValue.utf8Span.span) { return true }
        return priorityRaw.matches(isMatch)
    }
}

extension JSONValue {
    fileprivate func matches(_ isMatch: (Span<UInt8>) -> Bool) -> Bool {
        guard kind == .string else { return isMatch(raw.span) }
        guard !raw.contains(UInt8(ascii: "\\")) else { return text.matches(isMatch) }
        let inner = raw.dropFirst().dropLast()
        return isMatch(inner.span)
    }
}

private func yesOrNo(_ condition: Bool) -> String { condition ? "yes" : "no" }

/// A document that is parsed at most once.
private struct LazyJSON: Sendable {
    private var root: JSONValue??

    mutating func root(of bytes: [UInt8]) -> JSONValue? {
        if let root { return root }
        let parsed = (try? JSONText(parsing: bytes))?.root
        root = .some(parsed)
        return parsed
    }
}
