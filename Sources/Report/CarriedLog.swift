import Bytes
import CaptureLog
import Digest

/// The log of a report: an excerpt line, then for each push that the report shows its line, under its mark. It is named by
/// its SHA-256, and kept as gzip for a page that carries it.
struct CarriedLog: ~Copyable {
    /// By what the forms of one report are known to belong together.
    struct Name: Sendable {
        /// How many lines the log has.
        let lines: Int
        /// The SHA-256 of the lines in hexadecimal digits.
        let sha256: Text
    }

    /// Measured on 21 MB of pushes: 6 takes three times as long for a sixth less.
    private static let foldingLevel: Int32 = 1

    private var digest = SHA256()
    private var lines = 0
    private let folded: SpoolBody?

    /// - Parameter page: the path of the page that carries the log; nil for a log that is only named.
    init(beside page: String?) throws(ReportError) {
        folded = if let page { try SpoolBody(beside: page) } else { nil }
    }

    /// Takes whole lines, and the gzip of them if a page carries the log.
    mutating func append(_ lines: [UInt8], folded: @autoclosure () throws(ReportError) -> [UInt8]) throws(ReportError) {
        digest.update(lines[...])
        self.lines += lines.count { $0 == UInt8(ascii: "\n") }
        if self.folded != nil { try self.folded?.append(folded()) }
    }

    /// The name of the log; nothing can be taken afterwards.
    mutating func name() -> Name {
        var hash: [UInt8] = []
        var whole = SHA256()
        swap(&whole, &digest)
        hash.appendHex(whole.finish())
        return Name(lines: lines, sha256: Text(repairing: hash))
    }

    /// Hands over the element that carries the log, piece by piece; see ``ReportBlock``.
    func writeBlock(_ name: Name, _ take: ([UInt8]) throws(ReportError) -> Void) throws(ReportError) {
        var opening: [UInt8] = []
        opening.append(ReportBlock.opening)
        opening.append(contentsOf: name.sha256.bytes)
        opening.append(ReportBlock.hashEnd)
        opening.append("\n")
        try take(opening)
        try folded?.forEachPiece(of: ReportBlock.bytesPerLine << 12) { piece throws(ReportError) in
            var text: [UInt8] = []
            text.reserveCapacity(piece.count * 4 / 3 + piece.count / ReportBlock.bytesPerLine + 8)
            for start in stride(from: piece.startIndex, to: piece.endIndex, by: ReportBlock.bytesPerLine) {
                Base64.encode(piece[start..<min(start + ReportBlock.bytesPerLine, piece.endIndex)], to: &text)
                text.append(UInt8(ascii: "\n"))
            }
            try take(text)
        }
        var closing: [UInt8] = []
        closing.append(ReportBlock.closing)
        closing.append("\n")
        try take(closing)
    }

    /// Lines as gzip.
    static func folded(_ lines: [UInt8]) throws(ReportError) -> [UInt8] {
        guard let folded = Folding.member(lines, level: foldingLevel) else { throw .noMemoryToFold }
        return folded
    }
}

extension ReportSource {
    /// The first line of its log, which says where all the others come from.
    package var excerptLine: [UInt8] {
        get throws {
            var line: [UInt8] = []
            let start = count > 0 ? try event(0).time : Instant(microseconds: 0)
            EventWriter().append(excerpt, time: start, to: &line)
            return line
        }
    }
}

extension ReportSource.Group {
    /// The line of its mark in the log; empty before the first mark.
    package var markLine: [UInt8] {
        guard let label, let mark else { return [] }
        var line: [UInt8] = []
        EventWriter().append(mark: label, id: mark.id, time: mark.time, to: &line)
        return line
    }
}
