import TestSupport
import Testing

/// A folder of `samples/`: a log, and the reports that `pushreport render` makes of it.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    /// What is said to render it besides the outputs.
    let options: [String]
    let status: Int32

    var testDescription: String { name }

    /// An ordinary run of both vendors, with all kinds of pushes and some mistakes.
    static let nightly = Sample(
        name: "nightly",
        options: ["--title", "Harbour Ferries, nightly", "--build", "2026.11.29-a1b2c3d", "--notes", "notes.md"],
        status: 0
    )
    /// A log that wants to break out of the report; two of its lines are damaged.
    static let hostile = Sample(name: "hostile", options: ["--title", "<b>Hostile</b>"], status: 3)
    /// A run in which nothing was pushed.
    static let empty = Sample(name: "empty", options: [], status: 4)

    static let all = [nightly, hostile, empty]

    /// Where it is, from the folder of the package.
    var folder: String { "samples/\(name)" }

    /// Renders it into another folder.
    func render(into output: TemporaryFolder, _ more: [String] = []) async throws -> RunningProgram.Result {
        let outputs = ["html", "md", "json"].flatMap { ["-o", output.file("report.\($0)")] }
        return try await RunningProgram.run(
            Places.program("pushreport"), ["render", "captures.ndjson"] + outputs + options + more,
            folder: "\(Places.package)/\(folder)"
        )
    }

    /// Renders it into another folder and prepares a visit to its page.
    func visit(in output: TemporaryFolder, _ more: [String] = []) async throws -> BrowserVisit {
        let result = try await render(into: output, more)
        #expect(result.status == status, "\(result.errorText)")
        return BrowserVisit(page: output.file("report.html"))
    }
}
