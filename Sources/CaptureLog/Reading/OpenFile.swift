import Glibc

/// A file that stays open as long as the value lives; its bytes can be read from anywhere, by many threads at once.
///
/// The file is read, not mapped: a file that somebody cuts meanwhile is then an error and not the end of the process,
/// and what was read does not count as memory in use.
final class OpenFile: Sendable {
    let descriptor: Int32

    /// Takes over a descriptor.
    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Opens a source for reading.
    convenience init(_ source: InputSource) throws(CaptureLogError) {
        switch source {
        case .standardInput:
            let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw .system(call: "dup", path: "-", code: errno) }
            self.init(descriptor: copy)
        case .file(let path):
            let descriptor = unsafe open(path.nullTerminated, O_RDONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else {
                throw .system(call: "open", path: String(decoding: path, as: UTF8.self), code: errno)
            }
            self.init(descriptor: descriptor)
        }
    }

    /// A file without a name in `$TMPDIR`, else `/tmp`.
    static func temporary() throws(CaptureLogError) -> OpenFile {
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array((folder + "/pushreport-XXXXXX").utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { template in
            guard let path = template.baseAddress else { return Int32(-1) }
            let descriptor = unsafe mkstemp(path)
            guard descriptor >= 0 else { return descriptor }
            unsafe unlink(path)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            return descriptor
        }
        guard descriptor >= 0 else { throw .system(call: "mkstemp", path: folder, code: errno) }
        return OpenFile(descriptor: descriptor)
    }

    deinit { close(descriptor) }

    /// True for a file whose bytes can be read again from any place.
    var isRegular: Bool {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Fills a buffer from where the file stands.
    ///
    /// - Returns: fewer bytes than asked for only at the end of the file.
    func next(_ count: Int, name: String) throws(CaptureLogError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = unsafe filled(count, code: &code) { rest, _ in unsafe read(descriptor, rest.baseAddress, rest.count)
        }
        guard code == 0 else { throw .system(call: "read", path: name, code: code) }
        return bytes
    }

    /// The bytes at a place; nil when the file does not have them any more.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        let bytes = try? piece(at: offset, count: count, name: "")
        return bytes?.count == count ? bytes : nil
    }

    /// The bytes at a place, wherever the file stands.
    ///
    /// - Returns: fewer bytes than asked for only at the end of the file.
    func piece(at offset: Int, count: Int, name: String) throws(CaptureLogError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = unsafe filled(count, code: &code) { rest, filled in
            unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled))
        }
        guard code == 0 else { throw .system(call: "pread", path: name, code: code) }
        return bytes
    }

    private func filled(
        _ count: Int,
        code: inout Int32,
        _ read: (_ rest: UnsafeMutableRawBufferPointer, _ filled: Int) -> Int
    ) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let buffer = UnsafeMutableRawBufferPointer(buffer)
            while filled < count {
                let got = unsafe read(UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]), filled)
                if got < 0, errno == EINTR { continue }
                if got < 0 { code = errno }
                if got <= 0 { break }
                filled += got
            }
        }
    }

    /// Writes all bytes where the file stands.
    func append(_ bytes: ArraySlice<UInt8>) throws(CaptureLogError) {
        var written = 0
        while written < bytes.count {
            let got = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
                return unsafe write(descriptor, rest.baseAddress, rest.count)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { throw .system(call: "write", path: "the temporary file", code: errno) }
            written += got
        }
    }
}
