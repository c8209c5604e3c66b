/// Which part of a report a page shows, and where the rest of it is.
enum PageLayout: Sendable {
    /// All of it.
    case whole
    /// What there is to say of all pages, and links into them.
    case index(SplitPages)
    /// The pushes of one page, from 0.
    case page(SplitPages, number: Int)

    /// What stands in front of the fragment of a link to a push: the page that has it, if it is another one.
    func link(to position: Int) -> [UInt8] {
        guard case .index(let pages) = self else { return [] }
        return pages.link(to: pages.page(of: position))
    }

    /// Those of some pushes that the page is about.
    func pushes(of pushes: Range<Int>) -> Range<Int> {
        guard case .page(let pages, let number) = self else { return pushes }
        return pushes.clamped(to: pages.pushes(on: number))
    }

    /// True when the page has cards.
    var hasCards: Bool {
        if case .index = self { return false }
        return true
    }

    /// True for a page that is not the first one to be opened.
    var isPage: Bool {
        if case .page = self { return true }
        return false
    }

    /// What stands above the pushes.
    var heading: [UInt8] {
        switch self {
        case .whole: Array("Pushes".utf8)
        case .index: Array("Pages".utf8)
        case .page(let pages, let number):
            Array("Pushes \(pages.pushes(on: number).lowerBound + 1) to \(pages.pushes(on: number).upperBound)".utf8)
        }
    }
}
