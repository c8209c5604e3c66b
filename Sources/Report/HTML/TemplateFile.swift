import Bytes
import CTemplateFiles
import Digest
import Glibc

/// A file of `Templates/`, made ready for ctemplate.
///
/// Each is a page that a browser can open as it is. So its markers are `<?NAME?>`, which a browser takes for comments;
/// its first line is a comment that holds what ctemplate must read first; and what stands between `<?#SAMPLE?>` and
/// `<?/SAMPLE?>` is for that browser alone and is dropped here.
enum TemplateFile {
    /// What a template begins with: context escaping on, and the form of the markers.
    static let prologue: StaticString = #"{{%AUTOESCAPE context="HTML"}}{{=<? ?>=}}"#

    /// The largest file that is taken from a folder of templates.
    static let maximumBytes = 4 << 20

    /// The bytes of a file: from the folder when it has one of the name, else the program's own.
    static func bytes(of name: String, overrides: String?) throws(ReportError) -> [UInt8] {
        if let folder = overrides {
            let path = "\(folder)/\(name)"
            if let bytes = try InputFile.bytes(path: path, limit: maximumBytes) { return bytes }
        }
        for position in 0..<template_file_count() {
            let file = unsafe template_file_at(position)
            guard unsafe String(cString: file.name) == name else { continue }
            return unsafe Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
        }
        throw .templateUnreadable(name: name)
    }

    /// A style sheet to stand in an element of the page.
    ///
    /// - Throws: ``ReportError/styleSheetHasMarkup(name:)`` for one with a `<`, which could end the element.
    static func styleSheet(_ name: String, overrides: String?) throws(ReportError) -> [UInt8] {
        let bytes = try lines(of: name, overrides: overrides)
        guard !bytes.contains(UInt8(ascii: "<")) else { throw .styleSheetHasMarkup(name: name) }
        return bytes
    }

    /// A script to stand in an element of the page.
    ///
    /// - Throws: ``ReportError/scriptHasMarkup(name:markup:)`` for one with what could end the element, change how it is
    ///   read, or be a marker.
    static func script(_ name: String, overrides: String?) throws(ReportError) -> [UInt8] {
        let bytes = try lines(of: name, overrides: overrides)
        let refused: [StaticString] = ["</script", "<script", "<!--", "<?"]
        for start in bytes.indices where bytes[start] == UInt8(ascii: "<") {
            for markup in refused where ASCII.hasPrefix(bytes[start...].prefix(8).map(ASCII.lowercased)[...], markup) {
                throw .scriptHasMarkup(name: name, markup: "\(markup)")
            }
        }
        return bytes
    }

    /// The bytes of a file without carriage returns, which a browser takes out before it compares a hash.
    private static func lines(of name: String, overrides: String?) throws(ReportError) -> [UInt8] {
        try bytes(of: name, overrides: overrides).filter { $0 != UInt8(ascii: "\r") }
    }

    /// The text for ctemplate.
    ///
    /// - Throws: ``ReportError/templateNotEscaped(name:)`` when the first line is another one,
    ///   ``ReportError/templateUnescapes(name:marker:)`` for a marker that switches escaping off or changes the form of
    ///   the markers, ``ReportError/templateUnreadable(name:)`` for a marker or sample without end.
    static func prepared(_ bytes: [UInt8], name: String) throws(ReportError) -> [UInt8] {
        var opening: [UInt8] = []
        opening.append("<!--")
        opening.append(prologue)
        opening.append("-->\n")
        guard bytes.starts(with: opening) else { throw .templateNotEscaped(name: name) }
        var output: [UInt8] = []
        output.append(prologue)
        var rest = bytes[opening.count...]
        while let start = rest.firstRange(of: "<?") {
            guard let end = rest[start.upperBound...].firstRange(of: "?>") else {
                throw .templateUnreadable(name: name)
            }
            output.append(contentsOf: rest[..<start.lowerBound])
            let marker = rest[start.upperBound..<end.lowerBound]
            rest = rest[end.upperBound...]
            if ASCII.equal(marker, "#SAMPLE") {
                guard let close = rest.firstRange(of: "<?/SAMPLE?>") else {
                    throw .templateUnreadable(name: name)
                }
                rest = rest[close.upperBound...]
                continue
            }
            guard isEscaped(marker, after: output) else {
                throw .templateUnescapes(name: name, marker: String(decoding: marker, as: UTF8.self))
            }
            output.append(contentsOf: bytes[start.lowerBound..<end.upperBound])
        }
        output.append(contentsOf: rest)
        return output
    }

    /// The text of a template that is filled in for every push, without the line feeds that stand between two tags or
    /// sections: each would be a node of its own, two dozen of the two hundred that a browser holds for a card.
    ///
    /// The one behind `<pre>` stays, since a browser drops it and would drop the first of the text instead.
    static func withoutLines(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(text.count)
        for (position, byte) in text.enumerated() {
            let isBetweenTags =
                byte == UInt8(ascii: "\n") && endsInTag(output) && beginsWithTag(text[(position + 1)...])
            if !isBetweenTags { output.append(byte) }
        }
        return output
    }

    private static func endsInTag(_ text: [UInt8]) -> Bool {
        guard text.last == UInt8(ascii: ">"), let start = text.lastIndex(of: UInt8(ascii: "<")) else { return false }
        return beginsWithTag(text[start...]) && !ASCII.hasPrefix(text[start...], "<pre")
    }

    /// True before an element's tag or a section's marker; the marker of a value is text.
    private static func beginsWithTag(_ text: ArraySlice<UInt8>) -> Bool {
        guard ASCII.hasPrefix(text, "<?") else { return ASCII.hasPrefix(text, "<") }
        return ASCII.hasPrefix(text, "<?#") || ASCII.hasPrefix(text, "<?/")
    }

    /// True for a marker that leaves the escaping alone: a plain name, or one with `:x-text` in the text of an element.
    /// Includes, pragmas, other delimiters and every other modifier are for the program to decide.
    private static func isEscaped(_ marker: ArraySlice<UInt8>, after text: [UInt8]) -> Bool {
        var name = marker
        if let first = name.first, first == UInt8(ascii: "#") || first == UInt8(ascii: "/") { name.removeFirst() }
        if ASCII.hasSuffix(name, ":x-text") {
            guard text.last(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) == UInt8(ascii: ">") else {
                return false
            }
            name.removeLast(7)
        }
        return !name.isEmpty && name.allSatisfy { $0 &- 0x41 < 26 || $0 == UInt8(ascii: "_") }
    }
}
