import Foundation

/// Where things are while tests run.
package enum Places {
    /// The folder of the package.
    package static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    /// A program under test: in the folder that `PUSHREPORT_BINARIES` names, else as built together with the tests.
    package static func program(_ name: String) -> String {
        if let folder = ProcessInfo.processInfo.environment["PUSHREPORT_BINARIES"] { return "\(folder)/\(name)" }
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().path + "/\(name)"
    }

    /// The Python interpreter that has the clients; `scripts/test` makes it.
    package static var python: String { "\(package)/build/venv/bin/python" }
}
