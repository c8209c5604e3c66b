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

    @Test(arguments: ["there", "dangling", "over another link", "absolute"])
    func `a symbolic link stays, and what it leads to is written`(kind: String) async throws {
        if kind != "dangling" { try folder.write(Array("old".utf8), to: "elsewhere") }
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(name), withDestinationPath: kind == "absolute" ? folder.file(target) : target
            )
        }
        if kind == "over another link" { try link("between", to: "elsewhere") }
        try link("report.html", to: kind == "over another link" ? "between" : "elsewhere")
        _ = try await renderer.write(.init(html: folder.file("report.html")))
        #expect(try folder.read("elsewhere").count > 1000)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("report.html")) != "")
        #expect(try folder.names().filter { $0 != "between" } == ["elsewhere", "report.html"])
    }

    @Test func `links that lead in a circle, and to a device, are refused`() async throws {
        for (name, target) in [
            ("report.html", "report.md"), ("report.md", "report.html"), ("report.json", "/dev/null"),
        ] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        }
        await #expect(throws: ReportError.cannotWrite(path: folder.file("report.html"), errno: ELOOP)) {
            _ = try await renderer.write(.init(html: folder.file("report.html")))
        }
        await #expect(throws: ReportError.notAFile(path: "/dev/null")) {
            _ = try await renderer.write(.init(json: folder.file("report.json")))
        }
    }

    @Test func `a style sheet beside the page takes the place of an earlier one and of no other`() async throws {
        var options = ReportOptions()
        options.css = .linked
        let renderer = ReportRenderer(source: ReportSource(events: SampleRun.one.events), options: options)
        let outputs = ReportRenderer.Outputs(html: folder.file("report.html"))
        _ = try await renderer.write(outputs)
        _ = try await renderer.write(outputs)
        try folder.write(Array("body { color: red }".utf8), to: "report.css")
        await #expect(throws: ReportError.styleSheetNotOurs(path: folder.file("report.css"))) {
            _ = try await renderer.write(outputs)
        }
        #expect(try folder.read("report.css") == Array("body { color: red }".utf8))
    }

    @Test(arguments: ["html", "md", "json"]) func `a device is never replaced`(kind: String) async throws {
        let outputs = ReportRenderer.Outputs(
            html: kind == "html" ? "/dev/null" : nil,
            markdown: kind == "md" ? "/dev/null" : nil,
            json: kind == "json" ? "/dev/null" : nil
        )
        await #expect(throws: ReportError.notAFile(path: "/dev/null")) { _ = try await renderer.write(outputs) }
    }

    @Test func `a folder that is not there is made, and one in such a folder is an error with the path`() async throws {
        var options = ReportOptions()
        options.css = .linked
        _ = try await ReportRenderer(source: ReportSource(events: SampleRun.one.events), options: options)
            .write(.init(html: folder.file("new/report.html")))
        #expect(try folder.read("new/report.css").count > 1000)
        let path = folder.file("missing/folder/report.html")
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
