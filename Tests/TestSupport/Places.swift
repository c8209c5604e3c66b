import Foundation

/// Where things are while tests run.
package enum Places {
    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A program that was built together with the tests.
    package static func program(_ name: String) -> String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/\(name)"
    }

    /// The Python interpreter that has the clients; `scripts/test` makes it.
    package static var python: String { "\(package)/build/venv/bin/python" }
}
