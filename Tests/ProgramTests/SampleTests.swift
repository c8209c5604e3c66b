import TestSupport
import Testing

/// The samples are what the program makes of their logs; `UPDATE_GOLDEN=1` makes them again.
@Suite struct SampleTests {
    @Test(arguments: Sample.all) func `a sample is what its log gives`(sample: Sample) async throws {
        let folder = try TemporaryFolder()
        let result = try await sample.render(into: folder)
        #expect(result.status == sample.status, "\(result.errorText)")
        for ending in ["html", "md", "json"] {
            let bytes = try folder.read("report.\(ending)")
            let difference = try Golden.difference(of: bytes, from: "\(sample.folder)/report.\(ending)")
            if let difference { Issue.record("\(difference)") }
        }
    }
}
