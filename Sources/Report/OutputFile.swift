import Glibc

/// A file whose beginning is known last: what follows the head is kept in a file without a name until then.
///
/// The result is written under a temporary name and renamed, so that nobody ever reads half of it, and so that a
/// symbolic link at the path is replaced and not followed.
package struct OutputFile: ~Copyable {
    private let path: String
    private let body: SpoolBody

    /// Opens the place for the body beside the path.
    ///
    /// - Throws: ``ReportError/notAFile(path:)`` for a folder, device or pipe at the path,
    ///   ``ReportError/cannotWrite(path:errno:)``.
    package init(path: String) throws(ReportError) {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG || kind == S_IFLNK else { throw .notAFile(path: path) }
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
