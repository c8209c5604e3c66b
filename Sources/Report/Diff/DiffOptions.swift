package import Bytes
package import Comparison

/// How a diff is written.
package struct DiffOptions: Sendable {
    /// The heading.
    package var title: Text = "Push diff"
    /// Where the style sheet goes.
    package var css = ReportOptions.CSS.inline
    /// How many entries are drawn as cards; the others are tables of what is different.
    package var maximumCards = 500
    /// A folder whose files replace the templates of the same names.
    package var templates: String?
    /// How many bytes the Markdown may have: 1,000,000 for a GitHub job summary, 65,000 for a comment.
    package var markdownBudget = 1_000_000
    /// Which entries are failures in JUnit XML.
    package var failOn = FailOn.change

    /// The defaults.
    package init() {}
}
