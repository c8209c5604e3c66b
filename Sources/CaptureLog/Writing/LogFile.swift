import Glibc

/// What has become of a log while it was written.
package enum LogChange: Sendable, Equatable {
    /// It was deleted, or another file was put in its place: what it held is gone.
    case deleted
    /// It was moved: what it holds is where it was moved to.
    case moved
    /// It was made shorter: what stood behind its end is gone.
    case cut
}

/// The file of a log, open for appending and locked.
struct LogFile: ~Copyable {
    let descriptor: Int32
    /// True when the file ends in the middle of a line, which the next batch must end first.
    private(set) var endsTorn: Bool
    /// Where the file ends.
    private(set) var end: Int
    private let device: dev_t
    private let inode: ino_t

    /// Opens the file, made if it does not exist, and takes its lock.
    init(path: String) throws(CaptureLogError) {
        // O_NONBLOCK: a FIFO must be refused, not waited for.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0o644)
        guard descriptor >= 0 else {
            throw errno == EISDIR || errno == ENXIO
                ? .notRegular(path: path) : .system(call: "open", path: path, code: errno)
        }
        let (status, isTorn): (stat, Bool)
        do throws(CaptureLogError) {
            (status, isTorn) = try claim(descriptor, path: path)
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        device = status.st_dev
        inode = status.st_ino
        end = Int(status.st_size)
        endsTorn = isTorn
    }

    deinit { close(descriptor) }

    /// What has become of the file, which was at the path; nil when it is there and has not become shorter.
    mutating func change(at path: String) throws(CaptureLogError) -> LogChange? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // The file itself is still there, and nothing else.
            return errno == ENOENT || errno == ENOTDIR ? ownChange : nil
        }
        guard (status.st_dev, status.st_ino) == (device, inode) else { return ownChange }
        let length = Int(status.st_size)
        guard length != end else { return nil }
        defer { end = length }
        endsTorn = try isInsideLine(descriptor, at: length, path: path)
        return length < end ? .cut : nil
    }

    /// Notes that so many bytes were appended, the end of a line last.
    mutating func appended(_ count: Int) {
        end += count
        endsTorn = false
    }

    /// Cuts off the last bytes that were written. Where even that fails, the next batch ends the half line first.
    mutating func takeBack(_ count: Int) {
        guard count > 0 else { return }
        var status = stat()
        let isCut =
            unsafe fstat(descriptor, &status) == 0 && ftruncate(descriptor, status.st_size - off_t(count)) == 0
        guard !isCut else { return }
        endsTorn = true
        end += count
    }

    private var ownChange: LogChange {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_nlink > 0 ? .moved : .deleted
    }
}

/// Checks that the file can be a log and takes its lock.
///
/// - Returns: the status as it is under the lock, which alone makes the size final, and whether the last line has no end.
private func claim(_ descriptor: Int32, path: String) throws(CaptureLogError) -> (stat, isTorn: Bool) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw errno == EWOULDBLOCK ? .inUse(path: path) : .system(call: "flock", path: path, code: errno)
    }
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(call: "fstat", path: path, code: errno) }
    return (status, try isInsideLine(descriptor, at: Int(status.st_size), path: path))
}

private func isInsideLine(_ descriptor: Int32, at end: Int, path: String) throws(CaptureLogError) -> Bool {
    guard end > 0 else { return false }
    var last: UInt8 = 0
    guard unsafe pread(descriptor, &last, 1, off_t(end - 1)) == 1 else {
        throw .system(call: "pread", path: path, code: errno)
    }
    return last != UInt8(ascii: "\n")
}
