import Bytes
import PushModel

extension TemplateValues {
    /// The way from a page to its neighbours and to the index; nothing where there is one page.
    func setNeighbours(_ layout: PageLayout) {
        guard case .page(let pages, let number) = layout else { return }
        section(.neighbours) { values in
            values.set(.indexLink, pages.indexLink)
            values.set(.pageNumber, number + 1)
            values.set(.pageCount, pages.count)
            if number > 0 { values.show(.previous).set(.previousLink, pages.link(to: number - 1)) }
            if number + 1 < pages.count { values.show(.next).set(.nextLink, pages.link(to: number + 1)) }
        }
    }

    /// The list of pages in an index.
    func setPages(_ pages: SplitPages, _ summaries: [RunSummary]) {
        guard !summaries.isEmpty else { return }
        let list = section(.pages)
        for (number, summary) in summaries.enumerated() {
            list.section(.page) { row in
                let pushes = pages.pushes(on: number)
                row.set(.pageLink, pages.link(to: number))
                row.set(.pageNumber, number + 1)
                row.set(.pagePushes, Array("\(pushes.lowerBound + 1) to \(pushes.upperBound)".utf8))
                if let start = summary.span?.lowerBound { row.set(.pageTime, start.reading) }
                let counts = summary.verdicts + [summary.count(Finding.Severity.error)]
                for count in counts { row.section(.pageCell) { $0.set(.pageCellCount, count) } }
            }
        }
    }
}
