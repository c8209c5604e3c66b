import Foundation
import JSONText
import TestSupport
import Testing

/// The sample of a release in `samples/release`; `UPDATE_GOLDEN=1` rewrites what is made of its logs.
@Suite struct ReleaseSampleTests {
    private static let sample = "\(Places.package)/samples/release"

    @Test(arguments: ["diff.html", "diff.md", "diff.json", "diff.txt", "diff.xml"])
    func `the sample is what the program makes of its logs`(name: String) async throws {
        let folder = try TemporaryFolder()
        let result = try await RunningProgram.run(
            Places.program("pushreport"),
            ["diff", "before.ndjson", "after.ndjson", "--title", "Release 2.4 against 2.3", "-o", folder.file(name)],
            folder: Self.sample
        )
        #expect(result.status == 1, "\(result.errorText)")
        let made = try folder.read(name)
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(made).write(to: URL(fileURLWithPath: "\(Self.sample)/\(name)"))
        }
        #expect(
            try TemporaryFolder.bytes(at: "\(Self.sample)/\(name)") == made,
            "samples/release/\(name) is another one; UPDATE_GOLDEN=1 swift test rewrites it")
    }

    @Test func `a browser opens it, and it asks for nothing`() async throws {
        let visit = try await Browser.open("\(Self.sample)/diff.html")
        #expect(visit.requests.isEmpty)
        #expect(visit.console.isEmpty, "\(visit.console)")
    }
}
