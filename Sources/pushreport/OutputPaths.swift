import CaptureLog
import CommandLineTool

/// The files that a command is going to write.
struct OutputPaths {
    let paths: [String]

    /// Refuses outputs that would take the place of each other or of an input: a capture cannot be made again.
    ///
    /// - Parameter inputs: logs, folders and patterns, as they were typed.
    func check(besides inputs: [String]) throws(UsageError) {
        for (position, path) in paths.enumerated() {
            if paths[..<position].contains(path) { throw .refused("two outputs are \(path)") }
            if LogSet.reads(path, for: inputs) {
                throw .refused("\(path) is read as an input, and an output would take its place; name another file")
            }
        }
    }
}
