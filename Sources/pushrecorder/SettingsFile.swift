import Glibc
import Providers

/// A file of settings that the command line names.
struct SettingsFile {
    /// The longest file in bytes; one more is refused.
    static let maximumLength = 1 << 20

    /// Where it is.
    let path: String

    /// What it says.
    ///
    /// - Throws: ``SettingsFileError`` with the path, when it cannot be read or `parse` finds fault with it.
    func read<Settings>(
        _ parse: ([UInt8]) throws(SettingsFault) -> Settings
    ) throws(SettingsFileError) -> Settings {
        let bytes = try bytes()
        do throws(SettingsFault) {
            return try parse(bytes)
        } catch {
            throw .fault(path: path, error)
        }
    }

    private func bytes() throws(SettingsFileError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(path: path, errno: errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: Self.maximumLength + 1)
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw .system(path: path, errno: errno) }
            if got == 0 { return Array(bytes.prefix(count)) }
            count += got
        }
        throw .tooLong(path: path, limit: Self.maximumLength)
    }
}

/// Why a file of settings cannot be used.
enum SettingsFileError: Error, CustomStringConvertible {
    case system(path: String, errno: Int32)
    case tooLong(path: String, limit: Int)
    case fault(path: String, SettingsFault)

    /// One lower-case sentence.
    var description: String {
        switch self {
        case .system(let path, let errno): unsafe "cannot read \(path): \(String(cString: strerror(errno)))"
        case .tooLong(let path, let limit): "\(path) is longer than \(limit) bytes"
        case .fault(let path, let fault): "\(path): \(fault)"
        }
    }
}
