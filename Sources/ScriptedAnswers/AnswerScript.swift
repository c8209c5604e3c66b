package import Bytes
package import CaptureLog
import Filter
package import HTTPMessage
package import Providers

/// A script on its way: which rules are used up.
package struct AnswerScript: Sendable {
    private var rules: [(rule: AnswerRule, rest: Int64?)]

    /// A script of which nothing has happened yet.
    package init(_ rules: [AnswerRule]) {
        self.rules = rules.map { ($0, $0.times) }
    }

    /// What the script makes of an answer.
    package struct Scene: Sendable {
        /// The answer to give and record.
        package let answer: Answer
        /// The rule and what it does, for the log: `rule 2: Unregistered`.
        package let note: Text
        /// How long the answer is held back.
        package let delay: TimeSpan?
        /// True to break the connection off instead of answering.
        package let isDropped: Bool
        /// True to end the connection with the answer, as a server does that is taken out of service.
        package let isLast: Bool
    }

    /// Applies the first rule that is for the push; nil when there is none, or the push is refused anyway.
    ///
    /// - Parameters:
    ///   - answer: what the provider answers by itself.
    ///   - annotations: what is noted of the exchange.
    package mutating func play(
        _ request: HTTPRequest, answered answer: Answer, by provider: any Provider, in context: AnswerContext,
        noting annotations: Annotations
    ) -> Scene? {
        guard answer.isPush, (200..<300).contains(answer.response.status), !rules.isEmpty else { return nil }
        let exchange = Exchange(
            provider: provider.name, request: request, response: answer.response, annotations: annotations
        )
        let subject = FilterSubject(
            id: context.eventID, time: context.time, exchange: exchange,
            reading: provider.reading(of: exchange, at: context.time)
        )
        for position in rules.indices where rules[position].rest != 0 {
            let rule = rules[position].rule
            guard rule.matches(subject), let scripted = rule.answer(request, answer, provider, context) else {
                continue
            }
            rules[position].rest = rules[position].rest.map { $0 - 1 }
            return Scene(
                answer: scripted, note: Text("rule \(position + 1): \(rule.words)"), delay: rule.delay,
                isDropped: rule.isDropped, isLast: rule.isLast
            )
        }
        return nil
    }
}

extension AnswerRule {
    /// The answer as the rule has it; nil when its words are not the provider's.
    fileprivate func answer(
        _ request: HTTPRequest, _ answer: Answer, _ provider: any Provider, _ context: AnswerContext
    ) -> Answer? {
        if isDropped {
            var dropped = answer
            dropped.response = HTTPResponse(status: Exchange.droppedStatus)
            return dropped
        }
        guard let failure else { return answer }
        return provider.answer(failure, to: request, in: context)
    }
}
