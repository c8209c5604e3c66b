import CaptureLog

/// Small files that are read whole, with the errors of a report.
package enum InputFile {
    /// The bytes of a file, or nil when there is none.
    ///
    /// - Throws: ``ReportError/fileTooLarge(path:limit:)``, ``ReportError/cannotRead(path:errno:)``.
    package static func bytes(path: String, limit: Int) throws(ReportError) -> [UInt8]? {
        do throws(SmallFileError) {
            return try SmallFile.bytes(path: path, limit: limit)
        } catch {
            throw ReportError(error)
        }
    }

    /// The first bytes of a file, fewer only where it has no more, or nil when there is none.
    ///
    /// - Throws: ``ReportError/cannotRead(path:errno:)``.
    package static func start(path: String, length: Int) throws(ReportError) -> [UInt8]? {
        do throws(SmallFileError) {
            return try SmallFile.start(path: path, length: length)
        } catch {
            throw ReportError(error)
        }
    }
}

extension ReportError {
    fileprivate init(_ error: SmallFileError) {
        switch error {
        case .cannotRead(let path, let errno): self = .cannotRead(path: path, errno: errno)
        case .tooLarge(let path, let limit): self = .fileTooLarge(path: path, limit: limit)
        }
    }
}
