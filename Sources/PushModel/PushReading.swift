/// What one captured push means: derived when it is read, never stored.
package struct PushReading: Sendable {
    /// The message in neutral terms.
    package var message: Message
    /// One verdict for each platform that the push can reach.
    package var verdicts: Verdicts
    /// What is wrong with it, errors first, else in the order found.
    package var findings: [Finding]

    /// A reading; the message's kind is set from the verdicts and the findings are put in order.
    package init(message: Message, verdicts: Verdicts, findings: [Finding]) {
        self.message = message
        self.message.kind = verdicts.kind
        self.verdicts = verdicts
        self.findings =
            findings.count < 2
            ? findings
            : findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
                + findings.filter { $0.severity == .note }
    }

    /// True when nobody gets the push: the answer was not 2xx, or it was and the service refuses such a push for sure, as
    /// behind a gateway that took it.
    package func isRefused(answered status: Int) -> Bool { !(200..<300).contains(status) || verdicts.isRefused }
}
