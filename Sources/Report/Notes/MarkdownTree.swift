import Bytes
import CCMarkGFM
import Glibc

/// Markdown that somebody wrote, as a tree of cmark-gfm nodes with nothing in it that loads, runs, or leads anywhere but
/// to the web or a mailbox.
@safe final class MarkdownTree {
    private let root: OpaquePointer
    private let parser: OpaquePointer

    /// Parses Markdown with tables, strike-through and bare addresses.
    ///
    /// - Parameter level: the level of the heading above it; its own follow from the next one on, without a gap.
    /// - Returns: nil when there is no memory for it.
    init?(parsing markdown: [UInt8], under level: Int) {
        cmark_gfm_core_extensions_ensure_registered()
        guard let parser = unsafe cmark_parser_new(CMARK_OPT_VALIDATE_UTF8) else { return nil }
        for name in ["table", "strikethrough", "autolink"] {
            guard let found = unsafe cmark_find_syntax_extension(name) else { continue }
            unsafe cmark_parser_attach_syntax_extension(parser, found)
        }
        unsafe markdown.withUnsafeBytes { bytes in
            guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
            unsafe cmark_parser_feed(parser, start, bytes.count)
        }
        guard let root = unsafe cmark_parser_finish(parser) else {
            unsafe cmark_parser_free(parser)
            return nil
        }
        unsafe self.root = root
        unsafe self.parser = parser
        disarm(under: level)
    }

    deinit {
        unsafe cmark_node_free(root)
        unsafe cmark_parser_free(parser)
    }

    /// The tree as HTML, in cmark's safe mode, which is its default.
    var html: [UInt8] {
        unsafe taken(cmark_render_html(root, CMARK_OPT_DEFAULT, cmark_parser_get_syntax_extensions(parser)))
    }

    /// The tree as Markdown.
    var markdown: [UInt8] { unsafe taken(cmark_render_commonmark(root, CMARK_OPT_DEFAULT, 0)) }

    private func taken(_ text: UnsafeMutablePointer<CChar>?) -> [UInt8] {
        guard let text = unsafe text else { return [] }
        defer { unsafe free(text) }
        return unsafe Array(UnsafeBufferPointer(start: text, count: strlen(text))).map { UInt8(bitPattern: $0) }
    }

    private func disarm(under level: Int) {
        let nodes = self.nodes
        let highest = nodes.filter { $0.type == CMARK_NODE_HEADING }.map(\.headingLevel).min() ?? 1
        var previous = level
        for node in nodes {
            switch node.type {
            case CMARK_NODE_HTML_BLOCK: node.replace(with: CMARK_NODE_CODE_BLOCK)
            case CMARK_NODE_HTML_INLINE: node.replace(with: CMARK_NODE_CODE)
            case CMARK_NODE_CODE_BLOCK: node.forgetLanguage()
            case CMARK_NODE_IMAGE: node.unwrap()
            case CMARK_NODE_LINK where !node.isAllowedLink: node.unwrap()
            case CMARK_NODE_HEADING:
                previous = min(level + 1 + node.headingLevel - highest, previous + 1, 6)
                node.setHeadingLevel(previous)
            default: break
            }
        }
    }

    /// Every node, parents before their children; they are gathered first, so that the tree may change under them.
    private var nodes: [MarkdownNode] {
        var nodes: [MarkdownNode] = []
        guard let walk = unsafe cmark_iter_new(root) else { return [] }
        defer { unsafe cmark_iter_free(walk) }
        while true {
            switch unsafe cmark_iter_next(walk) {
            case CMARK_EVENT_DONE: return nodes
            case CMARK_EVENT_ENTER: unsafe nodes.append(MarkdownNode(cmark_iter_get_node(walk)))
            default: break
            }
        }
    }
}

/// One node, as long as its tree has it.
@safe private struct MarkdownNode {
    private let pointer: OpaquePointer?

    init(_ pointer: OpaquePointer?) { unsafe self.pointer = pointer }

    var type: cmark_node_type { unsafe cmark_node_get_type(pointer) }
    var headingLevel: Int { unsafe Int(cmark_node_get_heading_level(pointer)) }

    /// True when it leads to the web or a mailbox.
    var isAllowedLink: Bool {
        guard let url = unsafe cmark_node_get_url(pointer) else { return false }
        let bytes = unsafe Array(UnsafeBufferPointer(start: url, count: strlen(url))).map { UInt8(bitPattern: $0) }
        return ["http://", "https://", "mailto:"].contains { ASCII.hasPrefix(bytes.map(ASCII.lowercased)[...], $0) }
    }

    func setHeadingLevel(_ level: Int) { unsafe cmark_node_set_heading_level(pointer, Int32(level)) }

    /// The language of a code block would become a class.
    func forgetLanguage() { unsafe _ = cmark_node_set_fence_info(pointer, "") }

    /// Puts a node of another type with the same text in its place.
    func replace(with type: cmark_node_type) {
        guard let other = unsafe cmark_node_new(type) else { return }
        unsafe cmark_node_set_literal(other, cmark_node_get_literal(pointer))
        unsafe cmark_node_replace(pointer, other)
        unsafe cmark_node_free(pointer)
    }

    /// Puts what is in it in its place.
    func unwrap() {
        while let child = unsafe cmark_node_first_child(pointer) { unsafe cmark_node_insert_before(pointer, child) }
        unsafe cmark_node_unlink(pointer)
        unsafe cmark_node_free(pointer)
    }
}
