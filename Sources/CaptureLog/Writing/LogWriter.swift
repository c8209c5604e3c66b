import Glibc

/// Appends lines to a log file: staged one by one, kept by one `write(2)` per batch.
///
/// A batch is kept whole or not at all: after a failure, a full disk for one, the file ends where it ended before, and
/// the next batch is tried anew. A log that exists is continued; the lock keeps a second recorder away. A log that somebody
/// deletes or moves meanwhile is noticed by ``follow()``.
package struct LogWriter: ~Copyable {
    /// What a kept line survives.
    package enum Sync: Sendable {
        /// A crash of the process.
        case none
        /// A loss of power too: one `fdatasync(2)` per batch.
        case batch
    }

    private var file: LogFile
    private let path: String
    private let sync: Sync
    private var staged: [UInt8] = []
    /// Why there is no file at the path to write to, since ``follow()`` last looked.
    private var placeError: CaptureLogError?

    /// Opens the log, made if it does not exist, and takes its lock.
    ///
    /// - Throws: ``CaptureLogError/inUse(path:)`` when another recorder has it, ``CaptureLogError/notRegular(path:)`` for
    ///   a folder, pipe or device, ``CaptureLogError/system(call:path:code:)`` for what the system refuses.
    package init(path: String, sync: Sync = .none) throws(CaptureLogError) {
        file = try LogFile(path: path)
        self.path = path
        self.sync = sync
    }

    /// How many bytes wait for ``commit()``.
    package var stagedBytes: Int { staged.count }

    /// Takes a whole line, `\n` included, for the next batch.
    ///
    /// - Returns: the offset in the file at which the line stands once it is kept.
    @discardableResult
    package mutating func stage(_ line: [UInt8]) -> Int {
        if file.endsTorn, staged.isEmpty { staged.append(UInt8(ascii: "\n")) }
        defer { staged.append(contentsOf: line) }
        return file.end + staged.count
    }

    /// Sees whether the path still names the file, to be called while nothing is staged. Where it does not, the file that
    /// is there, or a new one, is written from here on; ``commit()`` fails while there can be none.
    ///
    /// - Returns: what has become of the file; nil when it is where it was.
    package mutating func follow() -> LogChange? {
        do throws(CaptureLogError) {
            let change = try file.change(at: path)
            if change == .deleted || change == .moved { file = try LogFile(path: path) }
            placeError = nil
            return change
        } catch {
            placeError = error
            return nil
        }
    }

    /// A reader of what is kept, by a descriptor of its own.
    package func reader() throws(CaptureLogError) -> LogReader {
        let copy = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .system(call: "dup", path: path, code: errno) }
        return LogReader(OpenFile(descriptor: copy), path: path)
    }

    /// Writes what was staged; nothing stays staged, whatever comes of it.
    ///
    /// - Throws: ``CaptureLogError/system(call:path:code:)`` when nothing of the batch was kept.
    package mutating func commit() throws(CaptureLogError) {
        guard !staged.isEmpty else { return }
        defer { staged.removeAll(keepingCapacity: true) }
        if let placeError { throw placeError }
        var written = 0
        while written < staged.count {
            let count = unsafe staged.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe Glibc.write(file.descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = count < 0 ? errno : ENOSPC
                file.takeBack(written)
                throw .system(call: "write", path: path, code: code)
            }
            written += count
        }
        if sync == .batch, fdatasync(file.descriptor) != 0 {
            let code = errno
            file.takeBack(written)
            throw .system(call: "fdatasync", path: path, code: code)
        }
        file.appended(staged.count)
    }
}
