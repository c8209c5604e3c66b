import Glibc

/// A file whose beginning is known last: what follows the head is kept in a file without a name until then.
///
/// The result is written under a temporary name and renamed, so that nobody ever reads half of it. A symbolic link at the
/// path stays, and the file that it leads to is written.
package struct OutputFile: ~Copyable {
    private let path: String
    private let body: SpoolBody

    /// Opens the place for the body beside the path, and makes the folder where there is none.
    ///
    /// - Throws: ``ReportError/notAFile(path:)`` for a folder, device or pipe at the path,
    ///   ``ReportError/cannotWrite(path:errno:)``.
    package init(path: String) throws(ReportError) {
        let path = try OutputFile.destination(of: path)
        try OutputFile.makeFolder(of: path)
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        }
        let body = try SpoolBody(beside: path)
        self.path = path
        self.body = body
    }

    /// Appends to the body.
    package func append(_ bytes: [UInt8]) throws(ReportError) {
        try body.append(bytes)
    }

    /// Writes head, body and tail into place.
    package consuming func finish(head: [UInt8], tail: [UInt8]) throws(ReportError) {
        let (descriptor, name) = try OutputFile.temporary(beside: path)
        do throws(ReportError) {
            try OutputFile.write(head[...], to: descriptor, path: path)
            try body.forEachPiece(of: 1 << 18) { piece throws(ReportError) in
                try OutputFile.write(piece, to: descriptor, path: path)
            }
            try OutputFile.write(tail[...], to: descriptor, path: path)
            guard fchmod(descriptor, 0o644) == 0, unsafe rename(name, path) == 0 else {
                throw ReportError.cannotWrite(path: path, errno: errno)
            }
        } catch {
            unsafe unlink(name)
            close(descriptor)
            throw error
        }
        close(descriptor)
    }

    /// Makes the folder of a path where there is none, in a folder that is there.
    static func makeFolder(of path: String) throws(ReportError) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
        guard unsafe mkdir(String(path[...slash]), 0o755) == 0 || errno == EEXIST else {
            throw .cannotWrite(path: path, errno: errno)
        }
    }

    /// Where the symbolic links at a path lead to, there or not; the path itself where there is none.
    private static func destination(of path: String) throws(ReportError) -> String {
        var destination = path
        // As many as Linux follows.
        for _ in 0..<40 {
            var target = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = unsafe readlink(destination, &target, target.count)
            guard length >= 0 else { return destination }
            let link = String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let folder = destination.utf8.lastIndex(of: UInt8(ascii: "/")).map { destination[...$0] } ?? ""
            destination = link.utf8.first == UInt8(ascii: "/") ? link : "\(folder)\(link)"
        }
        throw .cannotWrite(path: path, errno: ELOOP)
    }

    /// Makes a file under a name of its own beside a path.
    static func temporary(beside path: String) throws(ReportError) -> (descriptor: Int32, name: String) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = unsafe template.withUnsafeMutableBufferPointer { template in
            guard let base = template.baseAddress else { return Int32(-1) }
            return unsafe mkstemp(base)
        }
        guard descriptor >= 0 else { throw .cannotWrite(path: path, errno: errno) }
        return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Writes all bytes.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, path: String) throws(ReportError) {
        var start = 0
        while start < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress?.advanced(by: start), buffer.count - start)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path: path, errno: errno) }
            start += count
        }
    }
}
