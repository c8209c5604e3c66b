import Glibc

/// Appends lines to a log file: staged one by one, kept by one `write(2)` per batch.
///
/// A batch is kept whole or not at all: after a failure, a full disk for one, the file ends where it ended before, and
/// the next batch is tried anew. A log that exists is continued; the lock keeps a second recorder away.
package struct LogWriter: ~Copyable {
    /// What a kept line survives.
    package enum Sync: Sendable {
        /// A crash of the process.
        case none
        /// A loss of power too: one `fdatasync(2)` per batch.
        case batch
    }

    private let descriptor: Int32
    private let path: String
    private let sync: Sync
    private var staged: [UInt8] = []
    /// True when the file ends in the middle of a line, which the next batch must end first.
    private var endsTorn: Bool
    /// Where the file ends; a staged line comes to stand behind it.
    private var end: Int

    /// Opens the log, made if it does not exist, and takes its lock.
    ///
    /// - Throws: ``CaptureLogError/inUse(path:)`` when another recorder has it, ``CaptureLogError/notRegular(path:)`` for
    ///   a folder, pipe or device, ``CaptureLogError/system(call:path:code:)`` for what the system refuses.
    package init(path: String, sync: Sync = .none) throws(CaptureLogError) {
        // O_NONBLOCK: a FIFO must be refused, not waited for.
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else {
            throw errno == EISDIR || errno == ENXIO
                ? .notRegular(path: path) : .system(call: "open", path: path, code: errno)
        }
        do throws(CaptureLogError) {
            (end, endsTorn) = try claimedLogEnd(descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        self.path = path
        self.sync = sync
    }

    deinit { close(descriptor) }

    /// How many bytes wait for ``commit()``.
    package var stagedBytes: Int { staged.count }

    /// Takes a whole line, `\n` included, for the next batch.
    ///
    /// - Returns: the offset in the file at which the line stands once it is kept.
    @discardableResult
    package mutating func stage(_ line: [UInt8]) -> Int {
        if endsTorn, staged.isEmpty { staged.append(UInt8(ascii: "\n")) }
        defer { staged.append(contentsOf: line) }
        return end + staged.count
    }

    /// A reader of what is kept, by a descriptor of its own.
    package func reader() throws(CaptureLogError) -> LogReader {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw .system(call: "dup", path: path, code: errno) }
        return LogReader(OpenFile(descriptor: copy))
    }

    /// Writes what was staged; nothing stays staged, whatever comes of it.
    ///
    /// - Throws: ``CaptureLogError/system(call:path:code:)`` when nothing of the batch was kept.
    package mutating func commit() throws(CaptureLogError) {
        guard !staged.isEmpty else { return }
        defer { staged.removeAll(keepingCapacity: true) }
        var written = 0
        while written < staged.count {
            let count = unsafe staged.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let code = count < 0 ? errno : ENOSPC
                takeBack(written)
                throw .system(call: "write", path: path, code: code)
            }
            written += count
        }
        if sync == .batch, fdatasync(descriptor) != 0 {
            let code = errno
            takeBack(written)
            throw .system(call: "fdatasync", path: path, code: code)
        }
        end += staged.count
        endsTorn = false
    }

    /// Cuts off the last bytes that were written. Where even that fails, the next batch ends the half line first.
    private mutating func takeBack(_ count: Int) {
        guard count > 0 else { return }
        var status = stat()
        let isCut =
            unsafe fstat(descriptor, &status) == 0 && ftruncate(descriptor, status.st_size - off_t(count)) == 0
        guard !isCut else { return }
        endsTorn = true
        end += count
    }
}

/// Checks that the file can be a log and takes its lock.
///
/// - Returns: where the file ends, and whether its last line has no end.
private func claimedLogEnd(
    _ descriptor: Int32, path: String
) throws(CaptureLogError) -> (end: Int, isTorn: Bool) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw errno == EWOULDBLOCK ? .inUse(path: path) : .system(call: "flock", path: path, code: errno)
    }
    // Only the lock makes the size final.
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", path: path, code: errno) }
    guard status.st_size > 0 else { return (0, false) }
    var last: UInt8 = 0
    guard unsafe pread(descriptor, &last, 1, status.st_size - 1) == 1 else {
        throw .system(call: "pread", path: path, code: errno)
    }
    return (Int(status.st_size), last != UInt8(ascii: "\n"))
}
