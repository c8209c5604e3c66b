import Bytes
import CCMarkGFM
import Glibc

/// A piece of Markdown, built as a tree of cmark-gfm nodes and written by it, which knows what to escape where.
@safe struct MarkdownBlock {
    private let node: OpaquePointer

    /// The Markdown of what `fill` puts into an empty document, without line feeds at its end.
    static func rendered(_ fill: (MarkdownBlock) -> Void) -> [UInt8] {
        guard let root = unsafe cmark_node_new(CMARK_NODE_DOCUMENT) else { return [] }
        defer { unsafe cmark_node_free(root) }
        unsafe fill(MarkdownBlock(node: root))
        guard let text = unsafe cmark_render_commonmark(root, CMARK_OPT_DEFAULT, 0) else { return [] }
        defer { unsafe free(text) }
        var bytes = unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
        while bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        return bytes
    }

    private func child(_ type: cmark_node_type, _ fill: (MarkdownBlock) -> Void) {
        guard let child = unsafe cmark_node_new(type) else { return }
        unsafe cmark_node_append_child(node, child)
        unsafe fill(MarkdownBlock(node: child))
    }

    private func literal(_ type: cmark_node_type, _ bytes: [UInt8]) {
        child(type) { child in
            let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
            unsafe terminated.withUnsafeBufferPointer { unsafe _ = cmark_node_set_literal(child.node, $0.baseAddress) }
        }
    }

    /// Adds a heading.
    func heading(_ level: Int32, _ fill: (MarkdownBlock) -> Void) {
        child(CMARK_NODE_HEADING) { heading in
            unsafe cmark_node_set_heading_level(heading.node, level)
            fill(heading)
        }
    }

    /// Adds a paragraph.
    func paragraph(_ fill: (MarkdownBlock) -> Void) {
        child(CMARK_NODE_PARAGRAPH, fill)
    }

    /// Adds a list with a bullet for each item.
    func list(_ fill: (MarkdownBlock) -> Void) {
        child(CMARK_NODE_LIST) { list in
            unsafe cmark_node_set_list_type(list.node, CMARK_BULLET_LIST)
            unsafe cmark_node_set_list_tight(list.node, 1)
            fill(list)
        }
    }

    /// Adds an item of one paragraph to a list.
    func item(_ fill: (MarkdownBlock) -> Void) {
        child(CMARK_NODE_ITEM) { $0.paragraph(fill) }
    }

    /// Adds words that were written here.
    func text(_ words: StaticString) {
        literal(CMARK_NODE_TEXT, words.withUTF8Buffer { unsafe Array($0) })
    }

    /// Adds words and numbers that were made here and hold nothing captured.
    func text(made words: [UInt8]) {
        literal(CMARK_NODE_TEXT, words)
    }

    /// Adds a word or two that stand out.
    func strong(_ words: StaticString) {
        child(CMARK_NODE_STRONG) { $0.text(words) }
    }

    /// Adds captured text on one line, as code: no link, mention, image or markup comes of it.
    func code(_ captured: Text) {
        let shown = VisibleText.visible(captured, in: .line)
        if shown.allSatisfy({ $0 == 0x20 }) {
            text(captured.isEmpty ? "(empty)" : "(blank)")
        } else {
            literal(CMARK_NODE_CODE, shown)
        }
    }

    /// Adds a sentence that may quote captured words: plain words and the marks around words as text, all others as code.
    func sentence(_ sentence: Text) {
        var plain: [UInt8] = []
        func flush() {
            if !plain.isEmpty { text(made: plain) }
            plain = []
        }
        for (index, word) in sentence.bytes.split(separator: 0x20, omittingEmptySubsequences: false).enumerated() {
            if index > 0 { plain.append(0x20) }
            let start = word.prefix { $0 == UInt8(ascii: "(") }.endIndex
            let end = word[start...].lastIndex { !isMark($0) }.map { $0 + 1 } ?? start
            let core = word[start..<end]
            plain.append(contentsOf: word[..<core.startIndex])
            if isPlain(core) {
                plain.append(contentsOf: core)
            } else {
                flush()
                code(Text(repairing: core))
            }
            plain.append(contentsOf: word[core.endIndex...])
        }
        flush()
    }

    /// Adds captured text as a block of code.
    func fence(_ captured: ArraySlice<UInt8>, language: StaticString) {
        fence(captured.split(separator: 0x0A, omittingEmptySubsequences: false), language: language)
    }

    /// A block of captured lines, in each of which a line feed is shown as what it is.
    func fence(_ lines: [ArraySlice<UInt8>], language: StaticString) {
        child(CMARK_NODE_CODE_BLOCK) { block in
            unsafe cmark_node_set_fence_info(block.node, language.description)
            // A fence begins and ends with a line of its own, and a parser drops carriage returns.
            var shown: [UInt8] = []
            for (index, line) in lines.enumerated() {
                if index > 0 { shown.append(0x0A) }
                shown.appendVisible(line, in: .line)
            }
            shown.append(0x0A)
            let terminated = shown.map { CChar(bitPattern: $0) } + [0]
            unsafe terminated.withUnsafeBufferPointer { unsafe _ = cmark_node_set_literal(block.node, $0.baseAddress) }
        }
    }

    /// Adds markup that was written here.
    func html(_ markup: StaticString) {
        literal(CMARK_NODE_HTML_BLOCK, markup.withUTF8Buffer { unsafe Array($0) })
    }

    /// Adds a table.
    ///
    /// - Parameter rows: for each cell what fills it; the first row is the head, and all are equally long.
    func table(_ rows: [[(MarkdownBlock) -> Void]]) {
        cmark_gfm_core_extensions_ensure_registered()
        guard let columns = rows.first?.count, let tables = unsafe cmark_find_syntax_extension("table"),
            let table = unsafe cmark_node_new_with_ext(cmark_node_type_table(), tables)
        else { return }
        unsafe cmark_node_append_child(node, table)
        unsafe cmark_gfm_extensions_set_table_columns(table, UInt16(columns))
        var alignments = [UInt8](repeating: 0, count: columns)
        unsafe cmark_gfm_extensions_set_table_alignments(table, UInt16(columns), &alignments)
        for (index, row) in rows.enumerated() {
            guard let line = unsafe cmark_node_new_with_ext(cmark_node_type_table_row(), tables) else { return }
            unsafe cmark_node_append_child(table, line)
            if index == 0 { unsafe cmark_gfm_extensions_set_table_row_is_header(line, 1) }
            for fill in row {
                guard let cell = unsafe cmark_node_new_with_ext(cmark_node_type_table_cell(), tables) else { return }
                unsafe cmark_node_append_child(line, cell)
                unsafe fill(MarkdownBlock(node: cell))
            }
        }
    }
}

/// True for a word that GitHub makes nothing of: letters, digits and a little punctuation, a colon only at its end.
/// Punctuation behind a word.
private func isMark(_ byte: UInt8) -> Bool { ":,.;?!)".utf8.contains(byte) }

private func isPlain(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count < 30, !ASCII.hasPrefix(word, "www") else { return false }
    let letters = word.last == UInt8(ascii: ":") ? word.dropLast() : word
    return letters.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: ",.;()'\"-".utf8.contains(byte)
        }
    }
}
