import Bytes
import CaptureLog
import HTTPMessage
import PushModel

/// Everything that a card shows of a push, piece by piece: what words without a field are looked for in.
struct CardText {
    private let subject: FilterSubject

    init(_ subject: FilterSubject) {
        self.subject = subject
    }

    /// True when one piece is what is asked for; the payload as posted comes last, since it is the longest.
    func contains(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        subject.reading.hasAlert { $0.hasText(where: isMatch) }
            || hasMessageText(where: isMatch)
            || hasVerdictText(where: isMatch)
            || hasFindingText(where: isMatch)
            || subject.mark.matches(isMatch)
            || subject.id.bytes.matches(isMatch)
            || subject.exchange.provider.matches(isMatch)
            || isMatch(String(subject.exchange.response.status).utf8Span.span)
            || subject.exchange.request.target.matches(isMatch)
            || subject.exchange.request.body.matches(isMatch)
    }

    private func hasMessageText(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        let message = subject.reading.message
        return isMatch(message.kind.rawValue.utf8Span.span)
            || isMatch(message.target.value.bytes.span)
            || message.app.matches(isMatch)
            || message.pushType.matches(isMatch)
            || message.delivery.collapseKey.matches(isMatch)
            || message.dataKeys.contains { isMatch($0.bytes.span) }
            || message.gateway?.pool.matches(isMatch) ?? false
            || message.gateway?.outgoing.map { isMatch($0.path.bytes.span) || isMatch($0.body.bytes.span) } ?? false
    }

    private func hasVerdictText(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        Platform.allCases.contains { platform in
            guard let verdict = subject.reading.verdicts[platform] else { return false }
            return isMatch(verdict.outcome.rawValue.utf8Span.span) || isMatch(verdict.reason.bytes.span)
                || isMatch(verdict.explain.bytes.span)
        }
    }

    private func hasFindingText(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        subject.reading.findings.contains { finding in
            isMatch(finding.code.bytes.span) || isMatch(finding.message.bytes.span) || isMatch(finding.help.bytes.span)
        }
    }
}

extension Alert {
    fileprivate func hasText(where isMatch: (Span<UInt8>) -> Bool) -> Bool {
        title.matches(isMatch) || subtitle.matches(isMatch) || body.matches(isMatch) || image.matches(isMatch)
            || sound.matches(isMatch) || category.matches(isMatch) || thread.matches(isMatch)
            || channel.matches(isMatch)
            || [localization?.title, localization?.subtitle, localization?.body].contains { localized in
                guard let localized else { return false }
                return isMatch(localized.key.bytes.span) || localized.arguments.contains { isMatch($0.bytes.span) }
            }
    }
}

extension PushReading {
    /// True when a card of the push is what is asked for: the one that stands for the whole push, then each platform's.
    func hasAlert(where isMatch: (Alert) -> Bool) -> Bool {
        if let alert = message.alert, isMatch(alert) { return true }
        return Platform.allCases.contains { platform in
            guard let alert = verdicts[platform]?.alert else { return false }
            return isMatch(alert)
        }
    }
}

extension Text? {
    /// True when there is a text and it is what is asked for.
    func matches(_ isMatch: (Span<UInt8>) -> Bool) -> Bool {
        guard let self else { return false }
        return isMatch(self.bytes.span)
    }
}

extension [UInt8] {
    /// True when the bytes are what is asked for.
    func matches(_ isMatch: (Span<UInt8>) -> Bool) -> Bool { isMatch(span) }
}
