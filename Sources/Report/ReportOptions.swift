package import Bytes

/// How a report is made.
package struct ReportOptions: Sendable, Equatable {
    /// Where the style sheet goes.
    package enum CSS: String, Sendable, CaseIterable {
        /// Into the page, allowed by its hash.
        case inline
        /// Into `report.css` beside the page, for hosts that forbid style elements.
        case linked
    }

    /// The heading.
    package var title: Text = "Push report"
    /// The build that was tested: a name, a version, a commit.
    package var build: Text?
    /// What a reviewer says about the run.
    package var notes: Notes?
    /// Where the style sheet goes.
    package var css = CSS.inline
    /// True when the page has its script, where its style sheet is in the page too.
    package var hasScript = true
    /// How many pushes a page has where the report is split into several and an index; nil for one page.
    package var pageLength: Int?
    /// How many pushes get a full card; above it pushes with findings come first and the rest become rows.
    package var maximumCards = 10_000
    /// A folder whose files replace the templates of the same names.
    package var templates: String?
    /// True when the page carries its log.
    package var carriesLog = true
    /// How many bytes the Markdown may have: 1,000,000 for a GitHub job summary, 65,000 for a comment.
    package var markdownBudget = 1_000_000

    /// The defaults.
    package init() {}
}
