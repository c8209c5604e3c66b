import Bytes
import CaptureLog
package import Filter
import HTTPMessage
import JSONText
import PushModel

/// Which of the two runs.
package enum Side: String, Sendable, CaseIterable {
    /// The one that counts as known.
    case base
    /// The one that is compared with it.
    case head
}

/// Makes the digests of a run's pushes.
package struct PushDigester: Sendable {
    private let rules: ComparisonRules
    private let side: Side
    private let namesTarget: Bool
    private let otherFields: [Field]

    /// A digester for one side.
    package init(_ rules: ComparisonRules, side: Side) {
        self.rules = rules
        self.side = side
        namesTarget = rules.key.contains(.target) || rules.key.contains(.targetKind)
        let own: [Field] = [.mark, .provider, .app, .target, .targetKind, .collapse, .pushType]
        otherFields = rules.key.filter { !own.contains($0) }
    }

    /// The digest of a push.
    package func digest(_ push: FilterSubject, position: Int) -> DigestedPush {
        digest(push, by: ComparedRequest(postedFor: push), position)
    }

    /// The digest of a push by the request that its service gets; nil when a gateway sent nothing on.
    func serviceDigest(_ push: FilterSubject, position: Int) -> PushDigest? {
        ComparedRequest(toServiceOf: push).map { digest(push, by: $0, position).digest }
    }

    private func digest(_ push: FilterSubject, by request: ComparedRequest, _ position: Int) -> DigestedPush {
        let message = push.reading.message
        let body = bodyDigest(of: request, to: message.target)
        var ignored = body.ignored
        let content = content(of: push, by: request, body: body.content, &ignored)
        var traits: PushDigest.Traits = []
        if message.target.kind == .device { traits.insert(.device) }
        if message.kind == .notification { traits.insert(.displays) }
        if push.mark != nil, rules.key.contains(.mark) { traits.insert(.marked) }
        if push.isSentOn { traits.insert(.sentOn) }
        if push.isRefused || push.reading.findings.first?.severity == .error { traits.insert(.error) }
        return DigestedPush(
            digest: PushDigest(
                mark: rules.key.contains(.mark) ? keyedHash { $0.combine(normalised(push.mark)) } : 0,
                place: place(of: push, by: request),
                target: namesTarget ? target(of: message) : 0,
                delivery: delivery(of: message),
                text: text(of: message, by: request),
                content: content,
                keyOrder: body.order,
                time: push.time.microseconds,
                position: UInt32(truncatingIfNeeded: position),
                traits: traits
            ),
            ignored: ignored, hidden: hidden(in: push)
        )
    }

    /// The parts that are hidden and that the push has.
    private func hidden(in push: FilterSubject) -> Hidden {
        var hidden = push.exchange.annotations.hidden
        if push.exchange.request.body.isEmpty { hidden.remove(.payloads) }
        if push.reading.message.target.kind != .device { hidden.remove(.targets) }
        return hidden
    }

    private func place(of push: FilterSubject, by request: ComparedRequest) -> UInt64 {
        keyedHash { hasher in
            if rules.key.contains(.provider) { hasher.combine(request.provider) }
            if rules.key.contains(.app) { hasher.combine(request.app) }
            guard !otherFields.isEmpty else { return }
            var reader = FieldReader(push)
            for field in otherFields {
                for value in reader.values(of: field) { hasher.combine(normalised(value)) }
                hasher.combine(0)
            }
        }
    }

    private func target(of message: Message) -> UInt64 {
        let value = side == .base ? rules.mapped(message.target.value) : message.target.value
        return keyedHash { hasher in
            if rules.key.contains(.targetKind) { hasher.combine(message.target.kind) }
            guard rules.key.contains(.target) else { return }
            // Of a device the address is all there is; a topic may have a user's identifier in it.
            if message.target.kind == .device { hasher.combine(value) } else { hasher.combine(normalised(value)) }
        }
    }

    private func delivery(of message: Message) -> UInt64 {
        keyedHash { hasher in
            if rules.key.contains(.collapse) { hasher.combine(normalised(message.delivery.collapseKey)) }
            if rules.key.contains(.pushType) { hasher.combine(message.pushType) }
        }
    }

    private func normalised(_ text: Text?) -> ArraySlice<UInt8> {
        guard let text else { return [] }
        return rules.placeholders.comparable(text.bytes[...])[...]
    }

    /// The text that people read, in the words of the platform that stands for the whole push; of a push without text
    /// what its body says, wherever it goes.
    private func text(of message: Message, by request: ComparedRequest) -> UInt64 {
        guard let alert = message.alert, alert.hasText else {
            return bodyDigest(of: request, to: message.target, hasTarget: false).content
        }
        return keyedHash { hasher in
            hasher.combine(normalised(alert.title ?? alert.localization?.title?.key))
            hasher.combine(normalised(alert.subtitle ?? alert.localization?.subtitle?.key))
            hasher.combine(normalised(alert.body ?? alert.localization?.body?.key))
        }
    }

    /// - Parameter hasTarget: false to pass over the member that holds the target.
    private func bodyDigest(
        of request: ComparedRequest, to target: Target, hasTarget: Bool = true
    ) -> (content: UInt64, order: UInt64, ignored: IgnoredTally) {
        bodyDigest(of: request.body, to: target, hasTarget: hasTarget, hasOptionalObjects: request.hasOptionalObjects)
    }

    private func bodyDigest(
        of body: [UInt8], to target: Target, hasTarget: Bool, hasOptionalObjects: Bool
    ) -> (content: UInt64, order: UInt64, ignored: IgnoredTally) {
        guard let document = try? JSONText(parsing: body) else {
            var ignored = IgnoredTally()
            let text = rules.placeholders.normalised(body[...]) { ignored.count(.placeholder($0)) }
            return (keyedHash { $0.combine(text.map { $0[...] } ?? body[...]) }, 0, ignored)
        }
        var digest = BodyDigest(
            rules: rules, target: target.value.bytes[...], hasTarget: hasTarget,
            hasOptionalObjects: hasOptionalObjects)
        let content = digest.content(of: document.root)
        return (content, digest.order, digest.ignored)
    }

    private func content(
        of push: FilterSubject, by request: ComparedRequest, body: UInt64, _ ignored: inout IgnoredTally
    ) -> UInt64 {
        let headers = headerDigest(of: request.headers, to: push.reading.message.target, &ignored)
        return keyedHash { hasher in
            hasher.combine(body)
            hasher.combine(headers)
            hasher.combine(request.status)
            if let outgoing = request.outgoing {
                let target = push.reading.message.target
                hasher.combine(
                    bodyDigest(of: outgoing, to: target, hasTarget: true, hasOptionalObjects: true).content)
            }
            for (platform, verdict) in push.reading.verdicts.all {
                hasher.combine(platform)
                hasher.combine(verdict.outcome)
                hasher.combine(verdict.reason)
            }
            // The order in which findings are made follows that of the keys.
            hasher.combine(
                request.findings.reduce(0) { sum, finding in
                    sum
                        &+ keyedHash {
                            $0.combine(finding.code)
                            $0.combine(finding.severity)
                        }
                }
            )
        }
    }

    private func headerDigest(of headers: HeaderList, to target: Target, _ ignored: inout IgnoredTally) -> UInt64 {
        let target = target.value.bytes[...]
        var sum: UInt64 = 0
        for position in 0..<headers.count {
            let (name, value) = (headers.name(at: position), headers.value(at: position))
            if rules.ignores(header: name) {
                ignored.count(.header)
                continue
            }
            let normalised = rules.placeholders.normalised(value) { ignored.count(.placeholder($0)) }
            sum &+= keyedHash { hasher in
                for byte in name { hasher.combine(ASCII.lowercased(byte)) }
                // A broadcast channel is named by a header field, and compared as the target.
                let isTarget = !target.isEmpty && value.hasSameBytes(as: target)
                hasher.combine(isTarget ? [] : normalised.map { $0[...] } ?? value)
            }
        }
        return sum
    }
}
