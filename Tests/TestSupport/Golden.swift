import Foundation

/// A file that a test compares with, byte for byte; `UPDATE_GOLDEN=1` rewrites it.
package enum Golden {
    /// What is wrong with the bytes, or nil when they are those of the file.
    ///
    /// - Parameter path: from the folder of the package.
    package static func difference(of bytes: [UInt8], from path: String) throws -> String? {
        let file = "\(Places.package)/\(path)"
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(bytes).write(to: URL(fileURLWithPath: file))
        }
        let golden = try TemporaryFolder.bytes(at: file)
        guard golden != bytes else { return nil }
        let lines = (golden.split(separator: 0x0A), bytes.split(separator: 0x0A))
        let line =
            zip(lines.0, lines.1).enumerated().first { $1.0 != $1.1 }?.offset ?? min(lines.0.count, lines.1.count)
        return "\(path) differs at line \(line + 1) that is not blank; UPDATE_GOLDEN=1 swift test rewrites it"
    }
}
