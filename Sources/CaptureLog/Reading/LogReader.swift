package import Bytes
import Glibc

/// Reads single lines of a log that is being written, from where the writer put them.
package final class LogReader: Sendable {
    /// A line that is an event: where it stands and what it is, but not what it says.
    package struct Line: Sendable {
        /// What the line is, as far as a reader of single lines asks.
        package enum Kind: Sendable {
            case push
            case mark
            case reset
            case other
        }

        /// The value of its ULID.
        package let id: UInt128
        /// When it was written.
        package let time: Instant
        /// Where it begins.
        package let offset: Int
        /// Its length without its `\n`.
        package let length: Int
        /// What it is.
        package let kind: Kind
    }

    private static let pieceLength = 1 << 20

    private let file: OpenFile
    private let path: String

    init(_ file: OpenFile, path: String) {
        self.file = file
        self.path = path
    }

    /// How many bytes the log has now.
    package var length: Int {
        var status = stat()
        return unsafe fstat(file.descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The event at a place that ``LogWriter/stage(_:)`` told.
    ///
    /// - Parameter length: the length of the line, `\n` included or not.
    /// - Returns: nil when somebody else has changed the file meanwhile.
    package func event(at offset: Int, length: Int) -> Event? {
        file.bytes(at: offset, count: length).flatMap(EventReader.event)
    }

    /// The lines that the log has now, in its order; damaged ones, and those whose identifier is no ULID, are passed over.
    ///
    /// - Throws: ``CaptureLogError/system(call:path:code:)`` when the log cannot be read.
    package func lines() throws(CaptureLogError) -> some Sequence<Line> {
        var indexer = BlockIndexer(input: 0, offset: 0, limits: LogLimits())
        var offset = 0
        while true {
            let piece = try file.piece(at: offset, count: Self.pieceLength, name: path)
            if piece.isEmpty { break }
            indexer.take(piece)
            offset += piece.count
        }
        indexer.finish()
        return indexer.index.entries.lazy.filter(\.isOrdered).map(Line.init)
    }
}

extension LogReader.Line {
    fileprivate init(_ entry: IndexEntry) {
        id = entry.id
        time = Instant(microseconds: entry.time)
        offset = entry.offset
        length = Int(entry.length)
        kind =
            switch entry.kind {
            case .push: .push
            case .mark: .mark
            case .reset: .reset
            case .run, .request, .end, .excerpt, .unknown: .other
            }
    }
}
