import Bytes
import Glibc
import HTTPServer
import JSONText

/// The file that tells a script where the recorder listens; while it exists the recorder takes connections.
struct ReadyFile {
    /// Where it is.
    let path: String
    /// What was written, so that the file of another recorder in its place is left alone.
    private var written: [UInt8]?

    /// A file that is not written yet.
    init(path: String) {
        self.path = path
    }

    /// Removes the file of a recorder that is gone, which would tell a script that this one takes connections.
    func removeStale() {
        guard let process, process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { return }
        unsafe unlink(path)
    }

    /// Writes one line of JSON: `{"ingress":"127.0.0.1:8822","listeners":["127.0.0.1:8822"],
    /// "api":"127.0.0.1:8811","ca":"/…","log":"/…","pid":1}`.
    ///
    /// It appears whole: it is written under another name and then renamed.
    ///
    /// - Parameters:
    ///   - listeners: the addresses that take pushes, with their real ports; at least one.
    ///   - api: the address of the read API; nil when there is none.
    ///   - authority: the folder of the authority that certificates are from; nil when they are from none.
    mutating func write(
        listeners: [ServerAddress], api: ServerAddress?, authority: String?, log: String
    ) throws(ReadyFileError) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("ingress", Text(listeners.first?.description ?? ""))
            writer.member("listeners", listeners.map { Text($0.description) })
            writer.member("api", ifAny: api.map { Text($0.description) })
            writer.member("ca", ifAny: authority.map { Text($0) })
            writer.member("log", Text(absolutePath(log)))
            writer.member("pid", Int64(getpid()))
        }
        let line = writer.bytes + "\n".utf8
        let temporary = "\(path).\(getpid())"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw ReadyFileError(path: path, errno: errno) }
        let written = unsafe line.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
        let failure = written == line.count ? 0 : written < 0 ? errno : ENOSPC
        close(descriptor)
        guard failure == 0, unsafe rename(temporary, path) == 0 else {
            let error = ReadyFileError(path: path, errno: failure == 0 ? errno : failure)
            unsafe unlink(temporary)
            throw error
        }
        self.written = line
    }

    /// Removes it, if it still is the one that was written.
    func remove() {
        guard let written, content == written else { return }
        unsafe unlink(path)
    }

    /// The process that the file names; nil when there is no such file.
    private var process: pid_t? {
        guard let content, let ready = try? JSONText(parsing: content) else { return nil }
        return ready.root.last("pid")?.integer.flatMap { pid_t(exactly: $0) }
    }

    /// What is in the file; nil when there is none.
    private var content: [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.longest)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(bytes[..<count])
    }

    /// No ready file has more bytes.
    static let longest = 65_536

}

/// The path from the root, by which a program in another folder finds the file; the path itself where there is none.
func absolutePath(_ path: String) -> String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
}

/// Why the ready file could not be written.
struct ReadyFileError: Error, CustomStringConvertible {
    let path: String
    let errno: Int32

    /// One lower-case sentence.
    var description: String { unsafe "cannot write the ready file \(path): \(String(cString: strerror(errno)))" }
}
