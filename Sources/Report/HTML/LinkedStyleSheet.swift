import Bytes

/// A style sheet beside its page, which `--css linked` writes.
struct LinkedStyleSheet {
    /// What it begins with, so that a later report may take its place.
    static let opening: StaticString = "/* Written by pushreport beside its page. */\n"

    /// Where it goes.
    let path: String
    private let bytes: [UInt8]

    /// - Throws: ``ReportError/styleSheetNotOurs(path:)`` when another file of the name is there.
    init(_ sheet: (name: String, bytes: [UInt8]), beside page: String) throws(ReportError) {
        path = LinkedStyleSheet.path(of: sheet.name, beside: page)
        bytes = LinkedStyleSheet.opening.withUTF8Buffer { unsafe Array($0) } + sheet.bytes
        let start = try InputFile.start(path: path, length: LinkedStyleSheet.opening.utf8CodeUnitCount) ?? []
        guard start.isEmpty || ASCII.equal(start[...], LinkedStyleSheet.opening) else {
            throw .styleSheetNotOurs(path: path)
        }
    }

    /// Writes it.
    func write() throws(ReportError) {
        try OutputFile(path: path).finish(head: bytes, tail: [])
    }

    private static func path(of name: String, beside page: String) -> String {
        guard let slash = page.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name }
        return "\(page[...slash])\(name)"
    }
}
