import Bytes

/// A compiled regular expression in Swift's syntax, matched code point by code point.
struct RegularExpression {
    private let regex: Regex<AnyRegexOutput>

    /// Compiles a pattern.
    ///
    /// - Returns: nil when the text is none.
    init?(_ pattern: Text) {
        guard let regex = try? Regex(pattern.description) else { return nil }
        self.regex = regex.matchingSemantics(.unicodeScalar)
    }

    /// True when it matches somewhere in the text.
    func isFound(in text: Text) -> Bool {
        (try? regex.firstMatch(in: text.description)) != nil
    }
}
