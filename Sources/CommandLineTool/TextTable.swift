package import Bytes

/// Lays out rows of text in columns, as wide as the widest cell and together no wider than a terminal.
///
/// Rows are measured first and written later, so none of them has to be kept. Cells may hold captured text: each is made
/// harmless as ``TerminalText`` does.
package struct TextTable: Sendable {
    /// What no column is made narrower than.
    package static let minimumWidth = 4
    private static let gap = 2

    /// A column.
    package struct Column: Sendable {
        fileprivate let heading: Text
        fileprivate let mayShrink: Bool

        /// A column; one that may not shrink is never cut.
        package init(_ heading: Text, mayShrink: Bool = true) {
            self.heading = heading
            self.mayShrink = mayShrink
        }
    }

    private let columns: [Column]
    private var widths: [Int]

    /// A table without rows.
    package init(_ columns: [Column]) {
        self.columns = columns
        widths = columns.map { ColumnWidth.of($0.heading) }
    }

    /// Makes the columns wide enough for a row.
    package mutating func measure(_ cells: [Text]) {
        for (column, cell) in cells.enumerated() where column < widths.count {
            widths[column] = max(widths[column], ColumnWidth.of(TerminalText.line(cell)))
        }
    }

    /// Makes the widest columns that may shrink narrower until a line has no more columns than the terminal, or until
    /// they are as narrow as ``minimumWidth``.
    package mutating func shrink(to terminal: Int) {
        let shrinking = columns.indices.filter { columns[$0].mayShrink }
        var surplus = widths.reduce(0, +) + TextTable.gap * (widths.count - 1) - terminal
        while surplus > 0, let widest = shrinking.map({ widths[$0] }).max(), widest > TextTable.minimumWidth {
            let next = max(TextTable.minimumWidth, shrinking.map { widths[$0] }.filter { $0 < widest }.max() ?? 0)
            let giving = shrinking.filter { widths[$0] == widest }
            let step = min(widest - next, (surplus + giving.count - 1) / giving.count)
            for column in giving { widths[column] -= step }
            surplus -= step * giving.count
        }
    }

    /// The line with the headings.
    package var headingLine: [UInt8] { line(columns.map(\.heading)) }

    /// The line of a row, with a line feed.
    package func line(_ cells: [Text]) -> [UInt8] {
        var output: [UInt8] = []
        var missing = 0
        for (cell, width) in zip(cells, widths) {
            let text = ColumnWidth.cut(TerminalText.line(cell), to: width)
            if !text.isEmpty {
                output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: missing))
                output.append(contentsOf: text.bytes)
                missing = 0
            }
            missing += width - ColumnWidth.of(text) + TextTable.gap
        }
        output.append(UInt8(ascii: "\n"))
        return output
    }
}
