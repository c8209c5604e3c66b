import Bytes
import TestSupport
import Testing

/// `pushreport render --github`, with the files that a runner names.
@Suite struct GitHubStepTests {
    private func render(
        _ arguments: [String] = [], in folder: TemporaryFolder,
        variables: [String] = ["GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"]
    ) async throws -> RunningProgram.Result {
        let environment = variables.map { ($0, folder.file($0)) }
        return try await RunningProgram.run(
            Places.program("pushreport"), ["render", "log.ndjson", "--github"] + arguments,
            environment: Dictionary(environment) { first, _ in first }, folder: folder.path
        )
    }

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(WrittenLog.ordinary.bytes, to: "log.ndjson")
        return folder
    }

    @Test func `the summary gets the Markdown behind what is there, the outputs get the counts`() async throws {
        let folder = try folder()
        try folder.write(Array("before\n".utf8), to: "GITHUB_STEP_SUMMARY")
        try folder.write(Array("a=b\n".utf8), to: "GITHUB_OUTPUT")
        let result = try await render(["-o", "report.md"], in: folder)
        #expect(result.status == 0, "\(result.errorText)")
        #expect(try folder.read("GITHUB_STEP_SUMMARY") == Array("before\n\n".utf8) + folder.read("report.md"))
        #expect(
            String(decoding: try folder.read("GITHUB_OUTPUT"), as: UTF8.self)
                == "a=b\npushes=3\nnotification=2\nsilent=1\nempty=0\nrefused=0\nerrors=0\nwarnings=0\ncomplete=true\n"
        )
    }

    @Test func `without an output the page is written all the same`() async throws {
        let folder = try folder()
        #expect(try await render(in: folder).status == 0)
        #expect(try folder.names() == ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "log.ndjson", "report.html"])
        #expect(String(decoding: try folder.read("GITHUB_STEP_SUMMARY"), as: UTF8.self).hasPrefix("# Push report\n"))
    }

    @Test(arguments: [0, 989_999, 997_000, 999_900, 1_000_000]) func `a summary never grows above a million bytes`(
        filled: Int
    ) async throws {
        let folder = try folder()
        try folder.write([UInt8](repeating: 0x0A, count: filled), to: "GITHUB_STEP_SUMMARY")
        let result = try await render(in: folder)
        #expect(result.status == 0)
        #expect(try folder.read("GITHUB_STEP_SUMMARY").count <= 1_000_000)
        #expect(result.errorText.contains("nearly full") == (filled > 989_999))
    }

    @Test(arguments: [["GITHUB_OUTPUT"], ["GITHUB_STEP_SUMMARY"]]) func `a missing variable is named`(
        variables: [String]
    ) async throws {
        let folder = try folder()
        let result = try await render(in: folder, variables: variables)
        #expect(result.status == 64)
        #expect(result.errorText.contains("--github needs the variable GITHUB_"))
        #expect(try folder.names() == ["log.ndjson"])
    }
}
