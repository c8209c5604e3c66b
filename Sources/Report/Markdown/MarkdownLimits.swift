/// What holds for Markdown of every sort.
package enum MarkdownLimits {
    /// The least budget in bytes: what the last line may take, which says what is left out.
    package static let leastBudget = 200
}
