/// Who says the answer of an exchange that is read.
enum AnswerOrigin {
    /// It was given to the sender, and is in the log.
    case captured
    /// The request is one that a gateway sends on: the answer is what the service would give, by its own rules.
    case foreseen

    /// What the answer does in a sentence about the service.
    var verb: StaticString { self == .captured ? "answered" : "would answer" }
}
