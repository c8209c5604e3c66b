import CaptureLog
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
        let bytes: [UInt8]
        do throws(SmallFileError) {
            guard let found = try SmallFile.bytes(path: path, limit: Self.maximumLength) else {
                throw .cannotRead(path: path, errno: ENOENT)
            }
            bytes = found
        } catch {
            throw .file(error)
        }
        do throws(SettingsFault) {
            return try parse(bytes)
        } catch {
            throw .fault(path: path, error)
        }
    }
}

/// Why a file of settings cannot be used.
enum SettingsFileError: Error, CustomStringConvertible {
    case file(SmallFileError)
    case fault(path: String, SettingsFault)

    /// One lower-case sentence.
    var description: String {
        switch self {
        case .file(let error): error.description
        case .fault(let path, let fault): "\(path): \(fault)"
        }
    }
}
