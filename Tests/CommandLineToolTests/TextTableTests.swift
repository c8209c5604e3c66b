import Bytes
import CommandLineTool
import Testing

@Suite struct ColumnWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("Größe", 5), ("e\u{301}", 1), ("日本", 4), ("한", 2), ("🎉", 2), ("ｆｕｌｌ", 8), ("🇩🇪", 2),
        ("a\u{200B}b", 2), ("\u{FE0F}", 0), ("…", 1), ("\u{4E00}\u{3000}", 4),
    ])
    func `text takes the columns that a terminal gives it`(text: String, columns: Int) {
        #expect(ColumnWidth.of(Text(text)) == columns)
    }

    @Test(arguments: [
        ("Storm warning", 13, "Storm warning"), ("Storm warning", 12, "Storm warni…"), ("abc", 1, "…"), ("abc", 0, ""),
        ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 6, "日本語"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ])
    func `text is cut between code points`(text: String, limit: Int, expected: String) {
        let cut = ColumnWidth.cut(Text(text), to: limit)
        #expect(cut == Text(expected))
        #expect(ColumnWidth.of(cut) <= limit)
    }
}

@Suite struct TextTableTests {
    private func table(
        _ headings: [Text], _ rows: [[Text]], columns: Int? = nil, fixed: Text? = nil
    ) -> [String] {
        var table = TextTable(headings.map { TextTable.Column($0, mayShrink: $0 != fixed) })
        for row in rows { table.measure(row) }
        if let columns { table.shrink(to: columns) }
        return ([table.headingLine] + rows.map(table.line)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `columns are as wide as the widest cell and nothing follows the last one`() {
        #expect(
            table(["kind", "title"], [["silent", "a"], ["notification", "Order shipped"], ["empty", ""]]) == [
                "kind          title\n", "silent        a\n", "notification  Order shipped\n", "empty\n",
            ])
    }

    @Test func `an empty cell in the middle keeps its place`() {
        #expect(table(["a", "b", "c"], [["1", "", "3"]]) == ["a  b  c\n", "1     3\n"])
    }

    @Test func `wide letters count twice`() {
        #expect(
            table(["a", "b"], [["日本", "x"], ["e\u{301}", "y"]]) == ["a     b\n", "日本  x\n", "e\u{301}     y\n"])
    }

    @Test(arguments: [(30, 30), (20, 20), (12, 12), (10, 10), (9, 10), (1, 10)])
    func `the widest columns give way until the line fits`(columns: Int, expected: Int) {
        let row: [Text] = ["a234567890123456789", "b234567890"]
        let lines = table(["left", "right"], [row], columns: columns)
        for line in lines { #expect(ColumnWidth.of(Text(String(line.dropLast()))) <= expected) }
        #expect(ColumnWidth.of(Text(String(lines[1].dropLast()))) == expected)
    }

    @Test func `a short column keeps its width while a long one gives way`() {
        let lines = table(["kind", "title"], [["silent", Text(String(repeating: "x", count: 100))]], columns: 20)
        #expect(lines == ["kind    title\n", "silent  \(String(repeating: "x", count: 11))…\n"])
    }

    @Test(arguments: [(16, "11:22:33  abcde…\n"), (1, "11:22:33  abc…\n")])
    func `a column that may not shrink is never cut`(columns: Int, line: String) {
        #expect(table(["at", "b"], [["11:22:33", "abcdefghijkl"]], columns: columns, fixed: "at").last == line)
    }

    @Test func `captured text stays in its cell`() {
        let lines = table(["a"], [["x\u{1B}[2J\r\ny"], ["::error::z"]])
        #expect(lines == ["a\n", "x\\u{1B}[2J\\u{D}\\u{A}y\n", "\\u{3A}:error::z\n"])
    }
}
