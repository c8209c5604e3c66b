import Glibc

/// A log that is still being written, read as it grows: each line once, when its `\n` has come.
///
/// It need not exist yet, and may be moved away: the file that takes its place is read from its beginning. Nothing is put
/// in order and no identifier is looked for twice, as in a log of one recorder nothing has to be.
package struct LogTail: Sendable {
    /// How many lines are damaged; one that a kill cut off and that another run follows is none.
    package private(set) var damagedLines = 0

    private static let pieceLength = 1 << 20
    /// How much is looked at to tell a log from a compressed one and from a report.
    private static let beginningLength = 4096

    private let path: String
    private let limits: LogLimits
    private var file: OpenFile?
    private var length = 0
    private var openLine: [UInt8] = []
    private var isSkipping = false
    private var mayBeTorn = false

    /// The log at a path, from its beginning.
    package init(path: String, limits: LogLimits = LogLimits()) {
        self.path = path
        self.limits = limits
    }

    /// True when the log was found.
    package var isOpen: Bool { file != nil }

    /// Hands over the events of the lines that were completed since the last call.
    ///
    /// - Throws: ``CaptureLogError`` when the log cannot be read, is not a regular file, or has become shorter.
    package mutating func read(_ take: (Event) -> Void) throws(CaptureLogError) {
        guard let file = try opened() else { return }
        var status = stat()
        guard unsafe fstat(file.descriptor, &status) == 0 else {
            throw .system(call: "fstat", path: path, code: errno)
        }
        guard status.st_size >= length else { throw .changed(name: path) }
        while true {
            let piece = try file.next(Self.pieceLength, name: path)
            length += piece.count
            takePiece(piece, take)
            if piece.count < Self.pieceLength { break }
        }
        guard isReplaced(status) else { return }
        self.file = nil
        length = 0
        // What was cut off there is not continued here.
        openLine = []
        isSkipping = false
        try read(take)
    }

    private func isReplaced(_ followed: stat) -> Bool {
        var current = stat()
        return unsafe stat(path, &current) == 0
            && (current.st_dev, current.st_ino) != (followed.st_dev, followed.st_ino)
    }

    private mutating func opened() throws(CaptureLogError) -> OpenFile? {
        if let file { return file }
        var status = stat()
        guard unsafe stat(path, &status) == 0 || errno != ENOENT else { return nil }
        let file = try OpenFile(.file(path: Array(path.utf8)))
        guard file.isRegular else { throw .notRegular(path: path) }
        let beginning = try file.piece(at: 0, count: Self.beginningLength, name: path)
        guard !beginning.starts(with: InputReader.gzipMagic), ReportPage.isPage(beginning) != true else {
            throw .notFollowed(path: path)
        }
        self.file = file
        return file
    }

    private mutating func takePiece(_ piece: [UInt8], _ take: (Event) -> Void) {
        var rest = piece[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            openLine += rest[..<end]
            rest = rest[(end + 1)...]
            takeLine(take)
        }
        openLine += rest
        if openLine.count > limits.lineBytes {
            openLine = []
            isSkipping = true
        }
    }

    private mutating func takeLine(_ take: (Event) -> Void) {
        defer {
            openLine.removeAll(keepingCapacity: true)
            isSkipping = false
        }
        if openLine.isEmpty, !isSkipping { return }
        guard !isSkipping, openLine.count <= limits.lineBytes, let event = EventReader.event(openLine) else {
            damagedLines += 1
            mayBeTorn = true
            return
        }
        if mayBeTorn, case .run = event.content { damagedLines -= 1 }
        mayBeTorn = false
        take(event)
    }
}
