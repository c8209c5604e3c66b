import Bytes
import Foundation
import Report
import TestSupport
import Testing

@Suite struct OutputTests {
    let folder: TemporaryFolder
    let renderer = ReportRenderer(source: ReportSource(events: SampleRun.one.events))

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `a symbolic link is replaced and what it leads to stays`() async throws {
        try folder.write(Array("kept".utf8), to: "elsewhere")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("report.html"),
            withDestinationPath: folder.file("elsewhere")
        )
        _ = try await renderer.write(.init(html: folder.file("report.html")))
        #expect(try folder.read("elsewhere") == Array("kept".utf8))
        #expect(try folder.read("report.html").count > 1000)
        #expect(try folder.names() == ["elsewhere", "report.html"])
    }

    @Test(arguments: ["html", "md", "json"]) func `a device is never replaced`(kind: String) async throws {
        let outputs = ReportRenderer.Outputs(
            html: kind == "html" ? "/dev/null" : nil,
            markdown: kind == "md" ? "/dev/null" : nil,
            json: kind == "json" ? "/dev/null" : nil
        )
        await #expect(throws: ReportError.notAFile(path: "/dev/null")) { _ = try await renderer.write(outputs) }
    }

    @Test func `a folder that is not there is an error with its path`() async throws {
        let path = folder.file("missing/report.html")
        await #expect(throws: ReportError.cannotWrite(path: path, errno: ENOENT)) {
            _ = try await renderer.write(.init(html: path))
        }
    }

    @Test func `a failure leaves what was there`() async throws {
        try folder.write(Array("old".utf8), to: "report.html")
        var source = ReportSource(events: SampleRun().events)
        source.event = { _ in throw ReportError.notAFile(path: "x") }
        await #expect(throws: ReportError.notAFile(path: "x")) {
            _ = try await ReportRenderer(source: source).write(.init(html: folder.file("report.html")))
        }
        #expect(try folder.read("report.html") == Array("old".utf8))
        #expect(try folder.names() == ["report.html"])
    }
}
