import Bytes
import Digest

/// One input after it was read once from beginning to end.
struct InputReading {
    let input: LogInput
    /// The file that keeps the lines: the input itself, or the spool.
    let file: OpenFile
    let entries: [IndexEntry]
    let problems: [LogProblem]
}

/// Reads inputs, one after the other: hashes them, unfolds them, takes logs out of reports, indexes them, and copies to
/// one spool what cannot be read a second time or is not to stay open.
struct InputReader {
    private static let pieceLength = 1 << 20
    static let gzipMagic: [UInt8] = [0x1F, 0x8B]

    private let limits: LogLimits
    private var spool: (file: OpenFile, length: Int)?
    private var openFiles = 0

    init(limits: LogLimits) { self.limits = limits }

    /// - Parameter position: the position of the input among all.
    mutating func read(_ source: InputSource, name: Text, position: Int) throws(CaptureLogError) -> InputReading {
        let file = try OpenFile(source)
        var digest = SHA256()
        var length = 0
        var piece = try file.next(Self.pieceLength, name: source.name)
        let isFolded = piece.starts(with: Self.gzipMagic)
        var isPage: Bool? = isFolded ? nil : ReportPage.isPage(piece)
        let isSpooled = isFolded || isPage == true || !file.isRegular || openFiles == limits.openFiles
        var indexer = BlockIndexer(
            input: UInt32(clamping: position),
            offset: isSpooled ? spool?.length ?? 0 : 0,
            limits: limits
        )
        var unfolding = Unfolding(limit: limits.unfoldedBytes)
        var page = ReportPage(limit: limits.unfoldedBytes)
        func take(_ lines: [UInt8]) throws(CaptureLogError) {
            if isSpooled { try append(lines) }
            indexer.take(lines)
        }
        func takeUnfolded(_ text: [UInt8]) throws(CaptureLogError) {
            if isPage == nil { isPage = ReportPage.isPage(text) }
            if isPage == true { try page.take(text, take) } else { try take(text) }
        }
        while !piece.isEmpty {
            digest.update(piece[...])
            length += piece.count
            if isFolded {
                try unfolding.take(piece[...], takeUnfolded)
            } else {
                try takeUnfolded(piece)
            }
            piece = try file.next(Self.pieceLength, name: source.name)
        }
        if isPage == true { try page.finish(name: source.name, limit: limits.unfoldedBytes) }
        indexer.finish()
        if !isSpooled { openFiles += 1 }
        var problems = LogProblem.all(
            in: indexer.index,
            input: name,
            lastLineIsOpen: indexer.lastLineIsOpen,
            limits: limits
        )
        if isFolded, let problem = LogProblem(unfolding.state, input: name, limits: limits) {
            problems.append(problem)
        }
        var hash: [UInt8] = []
        hash.appendHex(digest.finish())
        return InputReading(
            input: LogInput(
                name: name,
                sha256: Text(repairing: hash),
                bytes: length,
                lines: indexer.index.lines,
                events: indexer.index.entries.count
            ),
            file: isSpooled ? spool?.file ?? file : file,
            entries: indexer.index.entries,
            problems: problems
        )
    }

    private mutating func append(_ text: [UInt8]) throws(CaptureLogError) {
        let open = if let spool { spool } else { (file: try OpenFile.temporary(), length: 0) }
        try open.file.append(text[...])
        spool = (open.file, open.length + text.count)
    }
}
