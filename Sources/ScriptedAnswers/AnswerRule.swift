package import Bytes
import CaptureLog
package import Filter
package import Providers
import PushModel

/// One rule of an answer script: which pushes it is for, and what happens to them.
package struct AnswerRule: Sendable {
    /// The provider; nil for any.
    package var provider: Text?
    /// The whole address of the target; nil for any.
    package var target: Text?
    /// The app; nil for any.
    package var app: Text?
    /// What else has to hold.
    package var filter: Filter?
    /// How many pushes it is for; nil for all.
    package var times: Int64?
    /// The refusal to answer with; nil to leave the answer as it is.
    package var failure: ScriptedFailure?
    /// How long the answer is held back.
    package var delay: TimeSpan?
    /// True to break the connection off instead of answering.
    package var isDropped = false
    /// True to end the connection with the answer: GOAWAY in HTTP/2, `Connection: close` in HTTP/1.1.
    package var isLast = false

    /// A rule for every push, that does nothing.
    package init() {}

    /// True when the rule is for the push.
    func matches(_ subject: FilterSubject) -> Bool {
        let message = subject.reading.message
        return (provider == nil || provider == subject.exchange.provider)
            && (target == nil || target == message.target.value) && (app == nil || app == message.app)
            && filter?.matches(subject) ?? true
    }

    /// What happens, in words.
    var words: Text {
        var parts: [String] = []
        if let failure { parts.append(failure.words.description) }
        if isDropped { parts.append("connection dropped") }
        if isLast { parts.append("GOAWAY") }
        if let delay { parts.append("after \(delay.text)") }
        return Text(parts.joined(separator: " "))
    }
}
