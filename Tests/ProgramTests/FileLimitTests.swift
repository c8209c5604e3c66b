import TestSupport
import Testing

/// Files that the command line names: each up to its limit, and no byte more.
@Suite struct FileLimitTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let program: String
        let arguments: [String]
        /// What is in the file `file`, filled up with spaces.
        let text: String
        let limit: Int
        var testDescription: String { "\(program) \(arguments.joined(separator: " "))" }
    }

    static let cases = [
        Case(
            program: "pushreport", arguments: ["diff", "log.ndjson", "log.ndjson", "--rules", "file"],
            text: #"{"ignore":[]}"#, limit: 1 << 20),
        Case(
            program: "pushreport", arguments: ["check", "log.ndjson", "--expect", "file"],
            text: #"{"version":1,"expectations":[{"name":"any"}]}"#, limit: 16 << 20),
        Case(
            program: "pushreport", arguments: ["render", "log.ndjson", "--notes", "file"], text: "a note", limit: 65_536
        ),
        Case(
            program: "pushrecorder", arguments: ["-i", "127.0.0.1:0", "--no-api", "--answers", "file", "--", "true"],
            text: #"{"answers":[]}"#, limit: 1 << 20),
        Case(
            program: "pushrecorder", arguments: ["-i", "127.0.0.1:0", "--no-api", "--pools", "file", "--", "true"],
            text: #"{"pools":[{"name":"a","service":"fcm","mode":"prod","project_id":"p"}]}"#, limit: 1 << 20),
    ]

    @Test(arguments: cases, [0, 1]) func `a file is read up to its limit`(of example: Case, more: Int) async throws {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        let spaces = [UInt8](repeating: 0x20, count: example.limit - example.text.utf8.count + more)
        try folder.write(Array(example.text.utf8) + spaces, to: "file")
        let result = try await RunningProgram.run(
            Places.program(example.program), example.arguments, folder: folder.path)
        #expect(result.status == (more == 0 ? 0 : 2), "\(result.errorText)")
        #expect(result.errorText.contains("file is larger than \(example.limit) bytes") == (more > 0))
    }
}
