package import Bytes
import PushModel

/// A place in JSON bodies, or many: a JSON pointer in which a reference token `*` stands for any.
package struct PointerPattern: Sendable, Hashable {
    /// The pattern as it was written.
    package let text: Text
    let tokens: [Text]

    /// Reads a pattern.
    ///
    /// - Returns: nil when the text is no JSON pointer (RFC 6901).
    package init?(parsing text: Text) {
        guard let pointer = JSONPointer(parsing: text) else { return nil }
        self.text = text
        tokens = pointer.tokens
    }
}

/// The patterns that may still fit below a place of a document.
struct PointerMatch {
    private var open: [ArraySlice<Text>]

    /// The match at the root.
    init(_ patterns: [PointerPattern]) {
        open = patterns.map { $0.tokens[...] }
    }

    /// True when no place below can fit.
    var isOver: Bool { open.isEmpty }

    /// True when the place itself is one of the pattern's.
    var isComplete: Bool { open.contains(where: \.isEmpty) }

    /// The match one step further down.
    func member(_ key: @autoclosure () -> Text) -> PointerMatch {
        guard !open.isEmpty else { return self }
        let key = key()
        var next = self
        next.open = open.compactMap { $0.first == key || $0.first.map { $0 == "*" } == true ? $0.dropFirst() : nil }
        return next
    }
}
