import Foundation

/// A folder that lives as long as the value.
package final class TemporaryFolder: Sendable {
    /// Its path, without a slash at the end.
    package let path: String

    /// A new, empty folder.
    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/pushreport-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    package func file(_ name: String) -> String {
        "\(path)/\(name)"
    }

    /// Writes a file in it.
    ///
    /// - Returns: its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// The bytes of a file in it.
    package func read(_ name: String) throws -> [UInt8] {
        try TemporaryFolder.contents(of: file(name))
    }

    /// The bytes of any file.
    package static func contents(of path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The bytes of any file.
    package static func bytes(at path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// The names of everything in it, sorted.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
