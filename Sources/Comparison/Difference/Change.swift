package import Bytes

/// One thing about a push that is not what it was.
package struct Change: Sendable, Hashable {
    /// What sort of thing it is, the most important first.
    package enum Aspect: String, Sendable, CaseIterable, Comparable {
        /// What a platform does with the push.
        case verdict
        /// What is wrong with it.
        case finding
        /// Where it goes: target, app, provider, push type, test step.
        case target
        /// What is shown or played.
        case text
        /// How it is delivered.
        case delivery
        /// The body.
        case payload
        /// The header fields, and the status of the answer.
        case header
        /// The order of the keys in the body, which no receiver minds.
        case order
        /// When it came.
        case timing

        /// The aspect as a reader sees it.
        package var word: StaticString {
            switch self {
            case .verdict: "verdict"
            case .finding: "finding"
            case .target: "target"
            case .text: "text"
            case .delivery: "delivery"
            case .payload: "payload"
            case .header: "header"
            case .order: "key order"
            case .timing: "timing"
            }
        }

        package static func < (left: Aspect, right: Aspect) -> Bool { left.rank < right.rank }

        private var rank: Int { Aspect.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What sort of thing it is.
    package let aspect: Aspect
    /// Which: the platform, the code of the finding, the name of the field, the JSON pointer, the header field.
    package let name: Text
    /// What it was; nil when there was none.
    package let old: Text?
    /// What it is; nil when there is none any more.
    package let new: Text?
    /// True when a user or an app loses something by it, or a mistake came in.
    package let isRegression: Bool

    /// A change.
    package init(_ aspect: Aspect, _ name: Text, old: Text?, new: Text?, isRegression: Bool = false) {
        self.aspect = aspect
        self.name = name
        self.old = old
        self.new = new
        self.isRegression = isRegression
    }

    /// The words of both texts; nil where one of them is missing or where it is no text.
    package var marks: WordMarks? {
        guard aspect != .verdict, aspect != .finding, let old, let new else { return nil }
        return WordMarks(old: old, new: new)
    }
}
