package import Bytes
package import CaptureLog
import HTTPMessage
package import PushModel

extension Exchange {
    /// The status that stands in the log for a connection that was broken off, as web servers log it.
    package static let droppedStatus = 444

    /// What it means according to its provider, whether its host takes such pushes, and that its answer was scripted if it
    /// was.
    ///
    /// - Returns: nil for a provider that this version does not know.
    package func reading(at time: Instant) -> PushReading? {
        guard let provider = provider.flatMap(Providers.named) else { return nil }
        let reading = isDropped ? provider.droppedReading(of: self, at: time) : provider.reading(of: self, at: time)
        let findings = [hostFinding(of: provider), scriptFinding].compactMap { $0 }
        guard !findings.isEmpty else { return reading }
        return PushReading(
            message: reading.message, verdicts: reading.verdicts, findings: findings + reading.findings)
    }

    private var isDropped: Bool { response.status == Exchange.droppedStatus && annotations.scripted != nil }

    private var scriptFinding: Finding? {
        annotations.scripted.map { scripted in
            .note(
                "scripted-answer", at: .request,
                "The answer was scripted (\(scripted.onOneLine(upTo: 200))); no vendor gave it.",
                help: "Nothing to mend; --answers of the recorder asked for it."
            )
        }
    }

    /// A push to one vendor at the address of another, which would never have got it. The recorder decides by the path
    /// alone, so that it takes pushes under any name.
    private func hostFinding(of provider: any Provider) -> Finding? {
        let authority = annotations.tunnel.map { $0.bytes[...] } ?? request.authority[...]
        guard let host = VendorHost.named(authority.prefix { $0 != UInt8(ascii: ":") }),
            host.provider != provider.name
        else { return nil }
        return .error(
            "other-host", at: .request, "The push was sent to \(host.name), which takes none of this kind.",
            help: "Send it to the host that \(provider.name) has for pushes."
        )
    }
}

extension Provider {
    /// What a push means that was not answered: what it would have meant, and that it reaches nobody.
    fileprivate func droppedReading(of exchange: Exchange, at time: Instant) -> PushReading {
        var answered = exchange
        answered.response = HTTPResponse(status: 200)
        let reading = reading(of: answered, at: time)
        var verdicts = Verdicts()
        for (platform, _) in reading.verdicts.all {
            verdicts[platform] = Verdict(
                outcome: .refused, reason: "connection_dropped",
                explain: "The connection was broken off without an answer, so nothing reaches a device."
            )
        }
        return PushReading(message: reading.message, verdicts: verdicts, findings: reading.findings)
    }
}
