package import Bytes
import Filter
import JSONText
package import Providers
import PushModel

/// Reads a file of scripted answers.
///
/// Shape: one JSON object, published as `samples/answers.schema.json`.
///
///     {
///       "answers": [
///         {
///           "provider": "apns",
///           "target": "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
///           "answer": { "reason": "Unregistered", "timestamp": 1795953600000 }
///         },
///         { "filter": "title:\"Order shipped\"", "times": 2, "answer": { "error": "UNAVAILABLE", "retry_after": 30 } },
///         { "provider": "mongoosepush", "app": "com.example.MyApp", "answer": { "result": ["generic", "connection_lost"] } },
///         { "times": 1, "answer": { "goaway": true } },
///         { "answer": { "delay": "200ms" } }
///       ]
///     }
///
/// * The first rule that is for a push and not used up decides. A rule is for the pushes that its provider would accept
///   and that have the `target`, the `app` and what the `filter` asks for; what is left out asks for nothing.
/// * After `times` pushes a rule is used up; left out, it never is.
/// * `answer` has one of `reason` (of APNs), `error` (of FCM), `result` (a category and a reason, of MongoosePush) and
///   `drop`, or none, and may have `delay`, and without `drop` also `goaway`: the connection then ends with the answer. A
///   gateway takes the words of the service that it would have sent to. A rule
///   whose words its provider does not have is for none of its pushes.
package enum AnswerFile {
    /// The rules of a file.
    ///
    /// - Throws: ``SettingsFault`` with the place of the first thing that is wrong.
    package static func read(_ bytes: [UInt8]) throws(SettingsFault) -> [AnswerRule] {
        let file = try SettingsObject(parsing: bytes, known: ["answers"])
        guard let elements = try file.elements("answers") else { throw file.fault("answers is missing") }
        var rules: [AnswerRule] = []
        for (value, place) in elements { rules.append(try rule(value, at: place)) }
        return rules
    }

    private static func rule(_ value: JSONValue, at place: JSONPointer) throws(SettingsFault) -> AnswerRule {
        let object = try SettingsObject(
            value, at: place, known: ["provider", "target", "app", "filter", "times", "answer"]
        )
        var rule = AnswerRule()
        rule.provider = try object.text("provider")
        if let name = rule.provider, Providers.named(name) == nil {
            let names = Providers.all.map(\.name.description).joined(separator: ", ")
            throw object.fault("this has to be one of \(names)", in: "provider")
        }
        rule.target = try object.text("target")
        rule.app = try object.text("app")
        if let text = try object.text("filter") {
            do throws(FilterError) {
                rule.filter = try Filter(parsing: text.bytes)
            } catch {
                throw object.fault(error.description, in: "filter")
            }
            if rule.filter?.asks(about: .attempt) == true {
                throw object.fault("attempt is known in whole logs alone; use times", in: "filter")
            }
        }
        rule.times = try object.integer("times", in: 1...Int64.max)
        let known: [StaticString] = [
            "reason", "timestamp", "error", "retry_after", "result", "drop", "goaway", "delay",
        ]
        guard let answer = try object.object("answer", known: known) else { throw object.fault("answer is missing") }
        rule.failure = try ScriptedFailure(answer)
        // The gateway takes the words of the services behind it as well as its own.
        if let failure = rule.failure, let name = rule.provider, name != "mongoosepush", failure.provider != name {
            throw object.fault("\(name) gives no answer with \(failure.member)", in: "answer")
        }
        rule.isDropped = try answer.flag("drop")
        rule.isLast = try answer.flag("goaway")
        if let text = try answer.text("delay") {
            guard let delay = TimeSpan(parsing: text.bytes[...]), delay <= longestDelay else {
                throw answer.fault("this has to be a length of time up to 1h, such as 500ms or 5s", in: "delay")
            }
            rule.delay = delay
        }
        if rule.isDropped, rule.failure != nil { throw answer.fault("a dropped connection has no answer", in: "drop") }
        if rule.isDropped, rule.isLast { throw answer.fault("a dropped connection gets no GOAWAY", in: "goaway") }
        guard rule.failure != nil || rule.isDropped || rule.isLast || rule.delay != nil else {
            throw answer.fault("there is neither reason, error, result, drop, goaway nor delay")
        }
        return rule
    }

    /// The longest `delay`.
    package static let longestDelay = TimeSpan(microseconds: 3_600_000_000)
}
