import Bytes
import CaptureLog
import HTTPMessage
import JSONText
import PushModel

/// An answer of 400 and above, as the log has it: Google's error, or whatever else was sent.
struct Refusal: Sendable {
    /// How many code points of the answer's sentence the finding repeats.
    static let maximumMessageLength = 400
    /// How many fields the finding names.
    static let maximumFields = 10

    /// Who says so.
    let origin: AnswerOrigin
    /// The HTTP status.
    let status: Int
    /// FCM's own code, else the canonical name of the status; nil when the body has neither.
    let name: Text?
    /// The sentence of the error.
    let message: Text?
    /// The paths of the fields that the error names.
    let fields: [Text]

    /// Reads an answer.
    ///
    /// - Returns: nil when it is no refusal.
    init?(_ response: HTTPResponse, _ origin: AnswerOrigin) {
        guard response.status >= 400 else { return nil }
        self.origin = origin
        status = response.status
        let error = (try? JSONText(parsing: response.body))?.root.last("error")
        let details = error?.last("details").map { Array($0.elements) } ?? []
        let codes = details.compactMap { $0.last("errorCode")?.text } + [error?.last("status")?.text].compactMap { $0 }
        name = codes.first(where: Refusal.isName)
        message = error?.last("message")?.text
        fields = details.flatMap { detail in
            detail.last("fieldViolations").map { Array($0.elements) } ?? []
        }.compactMap { $0.last("field")?.text }.prefix(Refusal.maximumFields).map {
            $0.onOneLine(upTo: Refusal.maximumMessageLength)
        }
    }

    /// True for capitals, digits and underscores, as every code has them.
    private static func isName(_ text: Text) -> Bool {
        (1...64).contains(text.bytes.count)
            && text.bytes.allSatisfy { $0 &- 0x41 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") }
    }

    /// The verdict on every platform.
    var verdict: Verdict {
        let reason = name.map { Text(repairing: $0.bytes.map(ASCII.lowercased)) } ?? "refused"
        return Verdict(
            outcome: .refused,
            reason: reason,
            explain: Text("FCM \(refused) the request with \(answer), so nothing reaches a device.")
        )
    }

    /// The finding that repeats what the answer says.
    var finding: Finding {
        let sentence = message.map { ": \($0.onOneLine(upTo: Refusal.maximumMessageLength))" } ?? "."
        return .error("fcm-refused", at: .request, "FCM \(origin.verb) \(answer)\(sentence)", help: help)
    }

    private var refused: StaticString { origin == .captured ? "refused" : "would refuse" }

    private var answer: String {
        guard let name else { return String(status) }
        return "\(status) \(name)"
    }

    private var help: String {
        if !fields.isEmpty {
            let names = fields.map(\.description).joined(separator: ", ")
            return "Correct the \(fields.count == 1 ? "field" : "fields") \(names)."
        }
        if name == "UNREGISTERED" { return "The app is gone from that device: delete the token where it is kept." }
        switch status {
        case 401: return "Send Authorization: Bearer with a token that the recorder was told to accept."
        case 404: return "Compare the path, the method and the project with Google's documentation."
        case 429, 500...: return "Send it again later, with growing pauses."
        default: return "Compare the request with the definition of the send method."
        }
    }
}
