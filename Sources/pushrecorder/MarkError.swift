import JSONText

/// Why a recorder did not take a mark.
struct MarkError: Error, CustomStringConvertible {
    /// One lower-case sentence.
    let description: String

    init(_ answer: HTTPClient.Answer) {
        let error = (try? JSONText(parsing: answer.body))?.root.last("error")?.text
        description =
            error.map { "the recorder refused the mark: \($0)" }
            ?? "what answers there is no pushrecorder: it answered with status \(answer.status)"
    }
}
